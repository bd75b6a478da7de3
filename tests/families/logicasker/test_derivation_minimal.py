"""The length of a derivation is the least there is: compared with a search as plain as can be.

The plain search knows nothing of numbers, joins or queues: cost by cost it tries every schema on
every choice of known formulas, by the matcher that replays derivations.
"""

from collections.abc import Iterator, Sequence

from hypothesis import given
from hypothesis import strategies as st

from engine.families.logicasker.derivation import shortest_derivation
from engine.families.logicasker.rules.instances import Bound, bindings, instance
from engine.families.logicasker.rules.lifting import Lift, Schema, lifted
from engine.families.logicasker.rules.skills import skills
from engine.logic import Bottom, Formula, Not, Top, parse, subformulas
from engine.logic.judging import can_be_left_out
from tests.examples import examples

LIMIT = 3
RULES = [
    schema
    for skill in skills()
    if skill.logic == "propositional" and not skill.is_fallacy and skill.lift is Lift.NONE
    for schema in skill.schemas
    if not any(
        isinstance(n, Top | Bottom)
        for f in (*schema.premises, schema.conclusion)
        for n in subformulas(f)
    )
]


def builds_up(schema: Schema) -> bool:
    parts = set(subformulas(schema.conclusion)) - {schema.conclusion}
    return parts.issuperset(schema.premises)


def plain_length(premises: Sequence[Formula], conclusion: Formula) -> int | None:
    named = {part for formula in (*premises, conclusion) for part in subformulas(formula)}
    space = named | {Not(part) for part in named}
    costs = dict.fromkeys(premises, 0)
    for cost in range(1, LIMIT + 1):
        if conclusion in costs:
            break
        for schema in RULES:
            for made in set(conclusions(schema, costs, cost - 1, space)):
                costs.setdefault(made, cost)
    return costs.get(conclusion)


def conclusions(
    schema: Schema, costs: dict[Formula, int], left: int, space: set[Formula]
) -> Iterator[Formula]:
    """What the schema concludes from known formulas that have cost `left` together."""
    if builds_up(schema):
        for wanted in space:
            for bound in bindings(schema.conclusion, wanted):
                sources = [instance(premise, bound) for premise in schema.premises]
                cost = sum(costs.get(source, LIMIT) for source in sources)
                if is_within(bound, space) and cost == left:
                    yield wanted
        return
    for bound in ways(schema.premises, {}, costs, left):
        if is_within(bound, space):
            yield instance(schema.conclusion, bound)


def ways(
    patterns: Sequence[Formula], bound: Bound, costs: dict[Formula, int], left: int
) -> Iterator[Bound]:
    if not patterns:
        if left == 0:
            yield bound
        return
    for formula, cost in tuple(costs.items()):
        if cost <= left:
            for extended in bindings(patterns[0], formula, bound):
                yield from ways(patterns[1:], extended, costs, left - cost)


def is_within(bound: Bound, space: set[Formula]) -> bool:
    return all(value in space for value in bound.values())


LITERALS = st.sampled_from(["p", "q", "r", "¬p", "¬q"])
COMPOUNDS = st.builds("({} {} {})".format, LITERALS, st.sampled_from("∧∨→↔"), LITERALS)
PREMISES = st.lists(st.one_of(LITERALS, COMPOUNDS, COMPOUNDS), min_size=1, max_size=3, unique=True)


@given(premises=PREMISES, conclusion=LITERALS | COMPOUNDS)
@examples(60)
def test_no_plainer_search_finds_a_shorter_derivation_or_one_more(
    premises: list[str], conclusion: str
) -> None:
    told, goal = [parse(premise) for premise in premises], parse(conclusion)
    found = shortest_derivation(told, goal, LIMIT)
    assert (found.length if found else None) == plain_length(told, goal)
    if found is not None and not can_be_left_out(told, goal):
        pruned = shortest_derivation(told, goal, LIMIT, needs_all=True)
        assert pruned is not None
        assert pruned.length == found.length


def universal(formula: Formula) -> Formula:
    schema = Schema("", "", (formula,), formula)
    return next(lifted(schema, Lift.UNIVERSAL)).conclusion


@given(premises=PREMISES, conclusion=LITERALS | COMPOUNDS)
@examples(60)
def test_the_universal_version_takes_no_more_steps(premises: list[str], conclusion: str) -> None:
    told, goal = [parse(premise) for premise in premises], parse(conclusion)
    plain = shortest_derivation(told, goal, LIMIT)
    if plain is None:
        return
    found = shortest_derivation([universal(f) for f in told], universal(goal), LIMIT)
    assert found is not None
    assert found.length <= plain.length
