"""Check a family against the contract: run a small data set of it through every stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from sysconfig import get_path
from tempfile import TemporaryDirectory
from traceback import walk_tb

from engine.analysis.sources.frames import read_frame
from engine.core.errors import SoritesError, VerificationError
from engine.core.items import SPLITS, Item
from engine.core.kinds import Fragment, kind_of
from engine.core.workers import serial
from engine.decide.case import readings_of
from engine.families import Family, registered
from engine.io.exports import FORMATS, Held, Wish, examples, export
from engine.pipeline.check.auditing import audit_dataset
from engine.pipeline.check.metamorphosis import metamorph_dataset
from engine.pipeline.check.verification import verify_dataset
from engine.pipeline.evaluate.evaluation import evaluate
from engine.pipeline.evaluate.run_configuration import RunConfiguration
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import Spec, make_spec
from engine.pipeline.publish.exporting import Release
from engine.pipeline.publish.publishing import publish
from engine.store import connect_read_only, load_items

ITEMS = 24
"""Items of the data set, rounded up to whole groups."""
SEED = 1
_SURE = 0.005
"""A shortcut fails the check if it exceeds its limit with an adjusted p below this."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the check, and its problem; None if it succeeded."""

    name: str
    problem: str | None = None


Work = Callable[[], None]

_ENGINE = Path(__file__).parents[2]
_BUILT_IN = _ENGINE / "families"
_NO_FAMILIES = (
    _ENGINE,
    _ENGINE.with_name("dashboard"),
    *(Path(get_path(name)) for name in ("stdlib", "platstdlib", "purelib", "platlib")),
)
"""Where code lies that is no family's: ours, the standard library and installed packages."""


@contextmanager
def trial(path: Path, settings: dict[str, str]) -> Iterator[tuple[str, Path, Iterator[Stage]]]:
    """Register the family at a path for the context; gives its name, a database and the stages.

    Everything is written to a temporary folder.

    Raises:
        InputError: there is no family at that path.
    """
    with registered(path) as chosen, TemporaryDirectory(prefix="sorites-family-") as folder:
        db = Path(folder, "family.duckdb")
        yield chosen.name, db, check_family(chosen, db, settings)


def check_family(
    chosen: Family, db: Path, settings: dict[str, str] | None = None
) -> Iterator[Stage]:
    """Generate, verify, metamorph, audit, evaluate, rank and export a data set of the family.

    The data set is named after the family; the database is published. The first failure ends the
    check.
    """
    yield from stages(chosen.name, _Check(chosen, db, settings or {}).works())


def stages(family: str, works: Mapping[str, Work]) -> Iterator[Stage]:
    """Run stages for a family until one fails; each problem names the family."""
    for name, work in works.items():
        try:
            work()
        except SoritesError as error:
            problem = str(error)
            yield Stage(name, problem if family in problem else f"{family}: {problem}")
            return
        except Exception as error:  # noqa: BLE001 - a family's code may raise anything
            what = " ".join(f"{type(error).__name__}: {error}".split())
            yield Stage(name, f"{family}: {what}{_where(error)}")
            return
        yield Stage(name)


def _where(error: Exception) -> str:
    """The function of the family that failed, with its file and line, and the item it was given."""
    place, item = "", ""
    for frame, line in walk_tb(error.__traceback__):
        file = Path(frame.f_code.co_filename)
        if not any(file.is_relative_to(folder) for folder in _NO_FAMILIES) or file.is_relative_to(
            _BUILT_IN
        ):
            place = f"; in {frame.f_code.co_name} ({file.name}, line {line})"
        for held in frame.f_locals.values():
            if isinstance(held, Item):
                item = f", for {held.family}, group {held.group}, item {held.index}"
    return place + item


class _Check:
    """The stages for one data set."""

    def __init__(self, chosen: Family, db: Path, settings: dict[str, str]) -> None:
        self._name, self._db, self._settings = chosen.name, db, settings
        self._releases = chosen.exports
        self._pool = serial()

    def works(self) -> dict[str, Work]:
        """The work of each stage, by its name."""
        exports = {f"export {name}": self._exporter(name) for name in FORMATS}
        releases = self._releases() if self._releases else {}
        exports |= {f"export {name}": self._releaser(made) for name, made in releases.items()}
        return {
            "generate": self._generate,
            "verify": self._verify,
            "metamorph": self._metamorph,
            "audit": self._audit,
            "evaluate": self._evaluate,
            "board": self._board,
            **exports,
            "export sft": self._train,
        }

    def _spec(self) -> Spec:
        return make_spec(self._name, self._settings, SEED, ITEMS)

    def _named(self, item: str) -> str:
        """The family, group and index of an item named `data set:index`."""
        index = int(item.rpartition(":")[2])
        return f"{self._name}, group {index // self._spec().members}, item {index}"

    def _items(self) -> list[Item]:
        with closing(connect_read_only(self._db)) as con:
            return list(load_items(con, self._name))

    def _generate(self) -> None:
        generate_dataset(self._spec(), self._name, self._db, self._pool)
        for item in self._items():
            if item.split not in SPLITS:
                raise VerificationError(
                    f"{self._named(f'{self._name}:{item.index}')}: the split {item.split!r} is not"
                    f" {', '.join(SPLITS[:-1])} or {SPLITS[-1]}"
                )

    def _verify(self) -> None:
        found = verify_dataset(self._name, self._db, self._pool)
        for row in found.disagreements:
            where = str(row["item"])
            named = self._named(where) if ":" in where else where
            raise VerificationError(f"{named}: {row['problem']}")
        for item in self._items():
            if kind_of(item).fragment is not Fragment.ARGUMENT and readings_of(item) is None:
                raise VerificationError(
                    f"{self._name}: nothing checks that its sentences mean their formulas; define"
                    " `readings`"
                )

    def _metamorph(self) -> None:
        found = metamorph_dataset(self._name, self._db, self._pool)
        for slip in found.slips:
            raise VerificationError(f"{self._named(slip.item)}, {slip.check}: {slip.problem}")
        for item in found.unsound:
            raise VerificationError(f"{self._named(item)}: it does not verify")

    def _audit(self) -> None:
        found = audit_dataset(self._name, self._db, self._pool, by_itself=True)
        problems = [
            f"the shortcut {row.name} is right in {row.accuracy:.0%} of {row.n} items, with a limit"
            f" of {row.limit:.0%}"
            for row in found.checks
            if row.scope == "all" and row.limit is not None and row.p is not None and row.p < _SURE
        ][:1]
        problems += [
            f"items {', '.join(map(str, kind.examples[0]))} ask the same ({kind.respect}); draw"
            " from more, or from `group_rng` with the group given"
            for kind in (found.duplicates.exact, found.duplicates.reordered)
            if kind.repeated
        ][:1]
        if problems:
            raise VerificationError(f"{self._name}: {'; '.join(problems)}")

    def _evaluate(self) -> None:
        configuration = RunConfiguration(dataset=self._name, baselines=True, split="all")
        evaluate(configuration, self._db, self._pool)
        publish(self._db)

    def _board(self) -> None:
        rows = read_frame(self._db, "leaderboard")
        solver = rows.query("dataset == @self._name and model == 'solver' and metric == 'accuracy'")
        if list(solver["value"]) != [1.0]:
            raise VerificationError(
                f"{self._name}: the board shows {list(solver['value'])} for the solver, not 1.0"
            )

    def _exporter(self, name: str) -> Work:
        folder = self._db.parent / self._name / name
        return lambda: _wrote(export(name, Wish(self._db, self._name, folder)), self._name)

    def _releaser(self, release: Release) -> Work:
        return lambda: _wrote(
            {split: len(found) for split, found in release(self._items()).items()}, self._name
        )

    def _train(self) -> None:
        if not list(examples(self._items(), Held(), Counter())):
            raise VerificationError(f"{self._name}: there is no training example")


def _wrote(counts: dict[str, int], name: str) -> None:
    if not sum(counts.values()):
        raise VerificationError(f"{name}: the export is empty")
