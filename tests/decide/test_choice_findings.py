"""Truth tables and Z3 find the same of any single choice, sound or not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.decide.choice_findings import Choice, Tables, z3_findings
from engine.logic import And, Formula, Implies, Not, Or, Predicate
from tests.examples import examples

ORDER = ("p", "q", "r", "s")
LITERALS = st.builds(
    lambda name, denied: Not(Predicate(name)) if denied else Predicate(name),
    st.sampled_from(ORDER),
    st.booleans(),
)
PAIRS = st.builds(Implies, LITERALS, LITERALS)
RULES = st.one_of(
    PAIRS,
    st.builds(lambda a, b, c: Implies(Not(And(a, b)), c), LITERALS, LITERALS, LITERALS),
    st.builds(lambda a, b, c: Implies(Or(a, b), c), LITERALS, LITERALS, LITERALS),
)
PROPOSITIONS = st.one_of(LITERALS, RULES)


def choices(options: st.SearchStrategy[Formula]) -> st.SearchStrategy[Choice]:
    return st.builds(
        Choice,
        st.lists(PROPOSITIONS, min_size=1, max_size=6).map(tuple),
        st.lists(options, min_size=2, max_size=4).map(tuple),
        st.one_of(st.none(), LITERALS, PAIRS),
        st.just(ORDER),
    )


@given(st.one_of(choices(LITERALS), choices(PAIRS), choices(PROPOSITIONS)))
@examples(400)
def test_the_two_procedures_agree(choice: Choice) -> None:
    assert Tables(choice).findings() == z3_findings(choice)


@given(choices(PROPOSITIONS))
@examples(100)
def test_each_option_has_sources_if_it_follows_and_a_valuation_if_not(choice: Choice) -> None:
    tables = Tables(choice)
    for ground, follows in zip(tables.grounds(), tables.findings().follows, strict=True):
        assert (ground.sources is not None) is follows
        assert (ground.fails is None) is follows
