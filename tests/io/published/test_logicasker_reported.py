"""What the LogicAsker paper prints is here, and agrees with what it says of its tables."""

from __future__ import annotations

import pytest

from engine.core.statistics import wilson
from engine.families.logicasker.rules.skills import published_skill_ids, skill_of_id
from engine.io.published import known_figures

FIGURES = [f for f in known_figures() if f.source.startswith("LogicAsker paper")]


def printed(**wanted: str) -> dict[tuple[str, str], float]:
    """The values of the figures with these fields, by model and cell."""
    return {
        (f.model, f.cell): f.value
        for f in FIGURES
        if all(getattr(f, name) == value for name, value in wanted.items())
    }


def test_the_tables_are_here_with_their_numbers() -> None:
    lengths = printed(breakdown="length")
    assert len(lengths) == 6 * 4
    assert [lengths["GPT-4", cell] for cell in "1357"] == [0.92, 0.85, 0.78, 0.74]
    assert [lengths["Guanaco-33b", cell] for cell in "1357"] == [0.57, 0.4, 0.46, 0.55]
    assert sorted(printed(breakdown="skill").values()) == [0.6, 0.6, 0.7]
    assert printed(breakdown="validity") == {
        ("none", "grammar"): 0.0192,
        ("none", "one-interpretation"): 0.0144,
        ("none", "answer-derivable"): 0,
        ("none", "any"): 0.0337,
    }
    demonstrations = printed(breakdown="demonstrations")
    assert len(demonstrations) == 3 * 3
    assert demonstrations["ChatGPT", "random"] == 0.64
    assert printed(breakdown="category") == {("Guanaco-33b", "fallacy"): 0}
    assert printed(breakdown="overall") == {("GPT-4", "all"): 0.93}


def test_shares_of_invalid_questions_are_whole_questions_of_208() -> None:
    validity = printed(breakdown="validity")
    counts = [value * 208 for value in validity.values()]
    assert [round(count) for count in counts] == [4, 3, 0, 7]
    assert counts == pytest.approx([4, 3, 0, 7], abs=0.02)


def test_the_abstract_tells_the_second_iteration() -> None:
    [lowest] = printed(dataset="logicasker-paper-second", breakdown="range").values()
    best = printed(breakdown="demonstrations")["GPT-4", "none"]
    assert (1 - best, 1 - lowest) == pytest.approx((0.25, 0.94))


def test_rows_by_skill_name_skills_of_the_tree() -> None:
    assert {f.cell for f in FIGURES if f.breakdown == "skill"} <= set(published_skill_ids())


def test_always_yes_and_always_no_score_what_the_notes_say() -> None:
    problems = [skill_of_id()[skill_id] for skill_id in published_skill_ids()]
    yes = sum(p == "inference" and not skill.is_fallacy for skill, p in problems)
    assert (yes, len(problems)) == (63, 208)
    assert [round(end, 2) for n in (6, 7) for end in wilson(n, 10)] == [0.31, 0.83, 0.40, 0.89]


def test_no_interval_is_made_up_where_the_number_of_responses_is_not_printed() -> None:
    assert {f.n for f in FIGURES if f.metric == "response_accuracy"} == {None}
