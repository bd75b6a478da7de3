"""The theorem of `one_time_pad`, by going through all choices of the design and not by sampling."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from itertools import product

import pytest

from engine.core.items import Label
from engine.families.justlogic.one_time_pad import (
    Clause,
    Display,
    Literal,
    Skeleton,
    clauses,
    paired_signs,
    picks,
    wirings,
)
from engine.families.justlogic.params import arguments, skeletons
from engine.language.expressions import Form

ASKED = -1
STATEMENT = Literal(ASKED, True)
LABELS = (Label.TRUE, Label.FALSE, Label.UNCERTAIN)
DEPTHS = range(1, 7)
DEEPEST_DEFAULT = 7

Block = tuple[Clause, ...]
Pair = tuple[tuple[bool | None, Block], tuple[bool | None, Block]]
"""Two blocks, each with the sign of its fact, which a loop lacks."""


def of_depths(depths: range) -> list[Skeleton]:
    return list(dict.fromkeys(skeleton for d in depths for skeleton in skeletons(d)))


SHOWN = [
    *of_depths(range(1, 4)),
    *(one for one in of_depths(range(4, 5)) if not one.is_loop),
]
"""Skeletons of which every display of every clause is gone through one by one."""
SUMMED_OUT = list(
    dict.fromkeys((*of_depths(DEPTHS), *(one.skeleton for one in arguments(DEEPEST_DEFAULT))))
)
"""Skeletons up to the deepest of the default set; beyond depth 6 no loops."""


def all_pairs(skeleton: Skeleton, label: Label) -> Iterator[Pair]:
    """The two blocks of an item, for all picks and all signs, each as likely as any other."""
    atoms = range(skeleton.n_joints)
    for pick in picks(skeleton):
        wired = wirings(skeleton, label, pick)
        for coins in product((True, False), repeat=skeleton.n_joints):
            signs = paired_signs(skeleton, label, pick, coins)
            one, other = (
                (
                    None if skeleton.is_loop else own[0],
                    clauses(skeleton, wiring, own, atoms, STATEMENT),
                )
                for wiring, own in zip(wired, signs, strict=True)
            )
            yield one, other


def without_signs(shown: Display) -> Hashable:
    return shown.form.value, *(one.atom for one in shown.literals)


def without_directions(shown: Display) -> Hashable:
    return shown.form is Form.CONDITIONAL, tuple(sorted(shown.literals))


def connectives_kept(shown: Display) -> Hashable:
    return shown.form.value, tuple(sorted(shown.literals))


def renamed_apart(shown: Display) -> Hashable:
    return shown.form.value, *((one.atom == ASKED, one.sign) for one in shown.literals)


def renamed_unsigned(shown: Display) -> Hashable:
    return shown.form.value, *(one.sign if one.atom == ASKED else None for one in shown.literals)


def statement_directed(shown: Display) -> Hashable:
    """Directions only of premises about the statement."""
    if all(one.atom != ASKED for one in shown.literals):
        return without_directions(shown)
    return shown.form.value, *shown.literals


View = Callable[[Display], Hashable]
LINKED: tuple[View, ...] = (without_signs, without_directions, connectives_kept)
APART: tuple[View, ...] = (renamed_apart, renamed_unsigned)
PROVEN = (*LINKED, *APART)
SIGNED: tuple[View, ...] = (
    without_directions,
    connectives_kept,
    renamed_apart,
    statement_directed,
)


def shown_law(view: View, skeleton: Skeleton, label: Label) -> Counter[Hashable]:
    """How often each view of an item comes up over all choices, displays included.

    Of linked premises the view is that of each block in the order of its path, the two blocks in
    no order; of others it is a bag of premises.
    """
    law: Counter[Hashable] = Counter()
    for pair in all_pairs(skeleton, label):
        laws = [_block_law(view, first, block) for first, block in pair]
        for (one, n), (other, m) in product(laws[0].items(), laws[1].items()):
            both = one + other if view in APART else (one, other)
            law[tuple(sorted(both, key=repr))] += n * m
    return law


def _block_law(view: View, first: bool | None, block: Block) -> Counter[tuple[Hashable, ...]]:
    facts = () if first is None else (first if view in SIGNED else None,)
    return Counter(
        facts + tuple(view(one.display(coin)) for one, coin in zip(block, coins, strict=True))
        for coins in product((True, False), repeat=len(block))
    )


def what_coins_leave(view: View, clause: Clause) -> Hashable:
    """What a view keeps of a clause whose display is a fair coin.

    Without signs nothing. Without directions the displays `a → b` and `¬b → ¬a` show the signs of
    one clause or both reversed, so that only their parity is left; `or` and `not both` too, unless
    told apart. Renamed apart, a clause shows the signs of its literals, and so it does directed.
    """
    (_, left), (_, right) = clause.left, clause.right
    if view is without_signs:
        return 0
    if view is renamed_unsigned:
        return tuple(one.sign for one in (clause.left, clause.right) if one.atom == ASKED)
    if view is renamed_apart:
        ends = sorted((one.atom == ASKED, one.sign) for one in (clause.left, clause.right))
        return clause.is_disjunction, *ends
    if view is connectives_kept and clause.is_disjunction:
        return left, right
    if view is statement_directed and ASKED in (clause.left.atom, clause.right.atom):
        return left, right
    return left is right


def law(view: View, skeleton: Skeleton, label: Label) -> Counter[Hashable]:
    """The law of a view with the coins of display summed out."""
    found: Counter[Hashable] = Counter()
    for pair in all_pairs(skeleton, label):
        blocks = [
            (first if view in SIGNED else None, *(what_coins_leave(view, one) for one in block))
            for first, block in pair
        ]
        both = [one for block in blocks for one in block] if view in APART else blocks
        found[tuple(sorted(both, key=repr))] += 1
    return found


def counts(skeleton: Skeleton, label: Label) -> Counter[Hashable]:
    """Bad joints at each distance from the statement, and signs of the ends, over both blocks."""
    found: Counter[Hashable] = Counter()
    for pick in picks(skeleton):
        wired = wirings(skeleton, label, pick)
        bad = Counter(joint for wiring in wired for joint in wiring.bad)
        ends = tuple(map(sum, zip(*(wiring.ends for wiring in wired), strict=True)))
        found[frozenset(bad.items()), ends] += 1
    return found


def blind_accuracy(laws: list[Counter[Hashable]]) -> float:
    """The accuracy of the best guess from a view, the labels being equally likely."""
    total = laws[0].total()
    assert all(one.total() == total for one in laws)
    return sum(max(one[seen] for one in laws) for seen in set().union(*laws)) / 3 / total


def kind(skeleton: Skeleton) -> str:
    shape = "loop" if skeleton.is_loop else "chain"
    return shape if skeleton.disjunction is None else f"{shape} with or"


AT_DEPTH_1 = {
    ("chain", renamed_apart): 1,
    ("chain", renamed_unsigned): 1,
    ("chain with or", renamed_apart): 1,
    ("chain with or", renamed_unsigned): 1,
    ("chain with or", connectives_kept): 1,
    ("loop", renamed_apart): 2 / 3,
    ("loop with or", connectives_kept): 2 / 3,
}
"""What the best guess reaches at depth 1, where it is not a third: all that the card admits."""


def expected(view: View, skeleton: Skeleton) -> float:
    """The accuracy of the best guess from a view, as the module states it."""
    if view is statement_directed:
        return 1 / 3 if skeleton.steps > 3 else 2 / 3
    return AT_DEPTH_1.get((kind(skeleton), view), 1 / 3) if skeleton.steps == 1 else 1 / 3


@pytest.mark.parametrize("skeleton", SHOWN, ids=repr)
@pytest.mark.parametrize("view", PROVEN, ids=lambda view: view.__name__)
def test_the_label_is_independent_of_a_view(view: View, skeleton: Skeleton) -> None:
    found = blind_accuracy([shown_law(view, skeleton, label) for label in LABELS])
    assert found == pytest.approx(expected(view, skeleton))


@pytest.mark.parametrize("skeleton", SUMMED_OUT, ids=repr)
def test_so_it_is_at_greater_depths_with_coins_summed_out(skeleton: Skeleton) -> None:
    for view in PROVEN:
        found = blind_accuracy([law(view, skeleton, label) for label in LABELS])
        assert found == pytest.approx(expected(view, skeleton)), view


@pytest.mark.parametrize("depth", range(2, 8))
def test_all_signs_and_the_direction_of_the_last_premise_say_nothing_from_depth_4_on(
    depth: int,
) -> None:
    for skeleton in {argument.skeleton for argument in arguments(depth)}:
        find = shown_law if depth < 5 else law
        laws = [find(statement_directed, skeleton, label) for label in LABELS]
        assert blind_accuracy(laws) == pytest.approx(expected(statement_directed, skeleton))


@pytest.mark.parametrize("skeleton", of_depths(range(1, 31)), ids=repr)
def test_counting_bad_joints_by_distance_says_nothing_from_depth_2_on(skeleton: Skeleton) -> None:
    first, *others = [counts(skeleton, label) for label in LABELS]
    is_told = skeleton.steps == 1 and not skeleton.is_loop
    assert all((one == first) is not is_told for one in others)


@pytest.mark.parametrize("skeleton", of_depths(range(2, 31)), ids=repr)
def test_which_ends_a_block_joins_says_nothing_where_it_is_a_chain(skeleton: Skeleton) -> None:
    laws = []
    for label in LABELS:
        wired = [wirings(skeleton, label, pick) for pick in picks(skeleton)]
        laws.append(Counter(tuple(sorted(wiring.ends for wiring in both)) for both in wired))
    expected = 2 / 3 if skeleton.is_loop else 1 / 3
    assert blind_accuracy([*laws]) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("depth", "reached"),
    [
        (2, (67, 100)),
        (3, (56, 78, 100)),
        (4, (67, 67, 100, 100)),
        (5, (56, 67, 78, 100, 100)),
        (6, (50, 61, 72, 83, 100, 100)),
        (7, (47, 57, 67, 77, 87, 100, 100)),
    ],
)
def test_what_a_reasoner_reaches_who_goes_k_joints_back_from_the_statement(
    depth: int, reached: tuple[int, ...]
) -> None:
    chain = Skeleton(is_loop=False, n_clauses=depth)
    for k, percent in enumerate(reached, start=1):
        laws = []
        for label in LABELS:
            wired = [wirings(chain, label, pick) for pick in picks(chain)]
            seen = [tuple(tuple(j for j in w.bad if j >= depth - k) for w in w2) for w2 in wired]
            laws.append(Counter[Hashable](seen))
        assert round(100 * blind_accuracy(laws)) == percent


def test_one_premise_turned_is_seen_with_all_signs_and_its_direction() -> None:
    """The best guess of a reasoner who knows of one premise in each block whether it is turned."""
    best = {}
    for depth in range(4, 8):
        chain = Skeleton(is_loop=False, n_clauses=depth)
        found = []
        for clause in range(depth):
            laws = []
            for label in LABELS:
                wired = [wirings(chain, label, pick) for pick in picks(chain)]
                seen = [tuple(sum(j <= clause for j in w.bad) % 2 for w in w2) for w2 in wired]
                laws.append(Counter[Hashable](seen))
            found.append(round(100 * blind_accuracy(laws)))
        assert found[-1] == 33
        best[depth] = max(found)
    assert best == {4: 67, 5: 56, 6: 50, 7: 47}
