"""Published answers are judged twice: as published, and by our labels and our reading."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.errors import InputError
from engine.core.items import Grade, Origin, Outcome
from engine.decide import verify_item
from engine.families.justlogic.published.results import PublishedResults, read_results


def by_id(results: PublishedResults, origin: Origin) -> dict[str | None, Grade]:
    items = results.dataset.items
    return {items[answer.item].source_id: grade for answer, grade in results.graded(origin)}


def outcomes(results: PublishedResults, origin: Origin) -> dict[str | None, str]:
    return {key: grade.outcome.value for key, grade in by_id(results, origin).items()}


def test_rows_without_a_prediction_were_not_asked(fixtures: Path) -> None:
    results = read_results([fixtures / "justlogic_results.csv"])
    assert len(results.dataset.items) == 7
    assert "15" not in outcomes(results, Origin.REPRODUCED)


def test_reproduced_takes_their_labels_and_regraded_ours(fixtures: Path) -> None:
    results = read_results([fixtures / "justlogic_results.csv"])
    assert outcomes(results, Origin.REPRODUCED) == {
        "11": "right",
        "12": "right",
        "13": "right",
        "14": "wrong",  # True, where the published label is the wrong one
        "16": "right",
        "17": "wrong",
    }
    assert outcomes(results, Origin.REGRADED) == {
        "11": "right",
        "12": "right",
        "13": "right",
        "14": "right",
        "16": "right",
        "17": "no_answer",  # "Unsure" is none of the three
    }


def test_a_prediction_alone_reads_the_same_strictly(fixtures: Path) -> None:
    results = read_results([fixtures / "justlogic_results.csv"])
    for grade in by_id(results, Origin.REGRADED).values():
        assert (grade.strict, grade.strict_outcome) == (grade.lenient, grade.outcome)


def test_where_the_reply_was_kept_our_reading_of_it_counts(fixtures: Path) -> None:
    results = read_results([fixtures / "justlogic_results_full.csv"])
    grades = by_id(results, Origin.REGRADED)
    assert grades["11"].lenient == "true"
    assert grades["12"].outcome is Outcome.NO_ANSWER  # "UNTRUE", which they read as Uncertain
    assert grades["13"].outcome is Outcome.NO_ANSWER  # no answer, which they read as Uncertain
    assert grades["16"].strict == "true"


def test_files_are_samples_of_the_same_items(fixtures: Path) -> None:
    names = ("justlogic_results.csv", "justlogic_results_full.csv")
    results = read_results([fixtures / name for name in names])
    assert {answer.sample for answer in results.answers} == {0, 1}
    assert results.files == names


def test_files_that_ask_other_items_are_refused(fixtures: Path, tmp_path: Path) -> None:
    text = (fixtures / "justlogic_results.csv").read_text(encoding="utf-8")
    other = tmp_path / "other.csv"
    other.write_text(text.replace("Copper rusts.,FALSE", "Iron hums.,FALSE"), encoding="utf-8")
    with pytest.raises(InputError, match=r"other\.csv has other items"):
        read_results([fixtures / "justlogic_results.csv", other])


def test_a_data_file_is_not_a_result_file(fixtures: Path) -> None:
    with pytest.raises(InputError, match="no column 'predicted'"):
        read_results([fixtures / "justlogic_dataset.csv"])


@pytest.mark.published
@pytest.mark.parametrize(
    ("name", "reproduced", "regraded"),
    [("0_shot_llama8B_results.csv", 523, 522), ("3_shot_llama70B_results.csv", 607, 608)],
)
def test_the_papers_table_6_reproduces_to_the_digit(
    justlogic: Path, name: str, reproduced: int, regraded: int
) -> None:
    results = read_results([justlogic / name])
    assert len(results.answers) == 1050
    dataset = results.dataset
    assert (dataset.excluded, dataset.unread, dataset.unasked) == ((), (), ())
    assert {r.source_id for r in results.dataset.relabelled} == {"697", "2430", "5888"}
    assert results.dataset.respaced == ("1257",)
    assert results.dataset.shallower == ()
    for origin, right in ((Origin.REPRODUCED, reproduced), (Origin.REGRADED, regraded)):
        assert list(outcomes(results, origin).values()).count("right") == right


@pytest.mark.published
def test_every_real_item_verifies(justlogic: Path) -> None:
    results = read_results([justlogic / "3_shot_llama70B_results.csv"])
    assert [v for v in map(verify_item, results.dataset.items) if not v.agreed] == []
