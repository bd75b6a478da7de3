"""What the ArgQA paper prints is here, and agrees with the sizes that it states."""

from __future__ import annotations

import pytest

from engine.families.argqa.arguments import QUESTION_TYPES
from engine.io.published import known_figures

FIGURES = [f for f in known_figures() if f.source.startswith("ArgQA paper")]
MODELS = {f.model for f in FIGURES if f.breakdown == "structure"}
PROMPTS = {"9-shot": "Table 3", "0-shot": "Table 6"}


def _printed(prompt: str, breakdown: str) -> dict[tuple[str, str], float]:
    found = (f for f in FIGURES if f.prompt == prompt and f.breakdown == breakdown)
    return {(f.model, f.cell): f.value for f in found}


@pytest.mark.parametrize("prompt", PROMPTS)
def test_a_structure_is_the_mean_of_its_types_and_all_the_mean_of_all(prompt: str) -> None:
    types, structures = _printed(prompt, "question_type"), _printed(prompt, "structure")
    overall = _printed(prompt, "overall")
    assert len(types) == 6 * 9
    for model in MODELS:
        for structure in ("linear", "convergent", "divergent"):
            of = [code for code, kind in QUESTION_TYPES.items() if kind.structure == structure]
            mean = sum(types[model, code] for code in of) / len(of)
            assert structures[model, structure] == pytest.approx(mean, abs=1e-4)
        mean = sum(types[model, code] for code in QUESTION_TYPES) / len(QUESTION_TYPES)
        assert overall[model, "all"] == pytest.approx(mean, abs=1e-4)


def test_every_share_of_a_type_but_one_is_a_whole_number_of_the_questions_stated() -> None:
    odd = [
        (f.model, f.prompt, f.cell)
        for f in FIGURES
        if f.breakdown == "question_type" and f.n is not None
        if round(round(f.value * f.n) / f.n, 4) != f.value
    ]
    assert odd == [("GPT-o3", "9-shot", "1.2")]


def test_the_best_and_the_worst_are_those_of_the_abstract() -> None:
    overall = _printed("9-shot", "overall")
    assert min(overall.items(), key=lambda entry: entry[1]) == (("Qwen-2-7B-it", "all"), 0.2924)
    assert max(overall.items(), key=lambda entry: entry[1]) == (("GPT-o3", "all"), 0.6181)


def test_the_domains_are_ours_and_add_up() -> None:
    sizes = {f.cell: f.n for f in FIGURES if f.source.endswith("Table 2")}
    assert sizes.pop("all") == sum(n or 0 for n in sizes.values()) == 3807
    assert set(sizes) == {"product_reviews", "essays", "rule_making", "medical_abstracts"}
    assert all(f.source == f"ArgQA paper, {PROMPTS[f.prompt]}" for f in FIGURES if f.prompt)
