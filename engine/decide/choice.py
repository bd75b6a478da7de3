"""Label single choices by what follows from their premises.

Exactly one option is right: the only one that follows, or the only one that does not (`findings`
decides what follows). Everything entailed needs at least two propositions; a conclusion does not
follow without the right option; and no option contradicts the premises. Truth tables and Z3 both
derive this and must agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from engine.core.errors import InputError, VerificationError
from engine.core.items import AnswerKind, ChoiceCertificate, Ground, Item, Option, Traits
from engine.core.rotations import LETTERS
from engine.decide.choice_findings import Choice, Findings, Tables, z3_findings
from engine.decide.draft import ChoiceDraft, GroupId
from engine.logic import And, Formula, Implies, Not, Or, parse, show

MISSING, ONE_FOLLOWS, ONE_DOES_NOT = "missing", "3c1e", "3e1c"
"""Question types: which option restores the conclusion, follows, or does not follow."""


def finish_choices(drafts: Sequence[ChoiceDraft], made: GroupId) -> tuple[Item, ...]:
    """Label the drafts of one group, which share their logic, and turn them into items.

    Raises:
        VerificationError: the procedures disagree with each other or with the construction.
    """
    first = drafts[0]
    tables = Tables(_choice(first))
    findings, theirs = tables.findings(), z3_findings(tables.choice)
    fault = next(faults(findings, first.conclusion is not None), None)
    if findings != theirs or fault or right_key(findings) != first.intended:
        shown = [*map(show, first.premises), "options:", *map(show, first.options)]
        raise VerificationError(
            f"{made.item(0, len(drafts))}: truth tables say {findings}, Z3 {theirs}, the"
            f" construction {first.intended}; {fault or 'they disagree'}; premises:"
            f" {'; '.join(shown)}; conclusion: {first.conclusion and show(first.conclusion)}"
        )
    return _items(drafts, tables, made)


def intended_choices(drafts: Sequence[ChoiceDraft], made: GroupId) -> tuple[Item, ...]:
    """The items of one group as constructed, before Z3 has confirmed them."""
    return _items(drafts, Tables(_choice(drafts[0])), made)


def _choice(draft: ChoiceDraft) -> Choice:
    order = tuple(symbol.atom for symbol in draft.symbols)
    return Choice(draft.premises, draft.options, draft.conclusion, order)


def choice_of(item: Item, read: Callable[[str], Formula] = parse) -> Choice:
    """The logic of a single choice.

    Raises:
        InputError: the formulas are not one per option and at most one conclusion.
    """
    query, k = tuple(map(read, item.query)), len(item.options)
    if len(query) not in (k, k + 1):
        raise InputError(f"it has {len(query)} formulas for {k} options")
    return Choice(
        premises=tuple(map(read, item.premises)),
        options=query[-k:],
        conclusion=query[0] if len(query) > k else None,
        order=tuple(symbol.atom for symbol in item.symbols),
    )


def right_key(findings: Findings) -> str | None:
    """The letter of the only option that follows or, failing that, the only one that does not."""
    for sought in (True, False):
        if findings.follows.count(sought) == 1:
            return LETTERS[findings.follows.index(sought)]
    return None


def faults(findings: Findings, draws_conclusion: bool) -> Iterator[str]:
    """Faults of a single choice."""
    if not findings.consistent[0]:
        yield "the premises cannot all be true"
    elif not all(findings.consistent):
        yield "an option contradicts the premises"
    if right_key(findings) is None or (draws_conclusion and findings.follows.count(True) != 1):
        yield "there is not exactly one right option"
    if findings.by_fewer:
        yield "what is entailed does not need two propositions, or not the option"


def _type_of(findings: Findings, draws_conclusion: bool) -> str:
    if draws_conclusion:
        return MISSING
    return ONE_FOLLOWS if findings.follows.count(True) == 1 else ONE_DOES_NOT


def kind_of_option(formula: Formula) -> str:
    """The kind of an option: a literal, a pair of literals, or a rule's antecedent."""
    match formula:
        case Implies(left=Not(operand=And())):
            return "not-both"
        case Implies(left=Or()):
            return "either"
        case Implies():
            return "pair"
        case _:
            return "literal"


def option_roles(choice: Choice, findings: Findings) -> list[str]:
    """The role of each option: gold, or why it is wrong and its kind."""
    key = right_key(findings)
    roles = []
    for at, option in enumerate(choice.options):
        if LETTERS[at] == key:
            roles.append("gold")
        elif choice.conclusion is not None:
            roles.append(f"insufficient {kind_of_option(option)}")
        elif findings.follows[at]:
            roles.append(f"entailed {kind_of_option(option)}")
        else:
            reason = "refuted" if findings.refuted[at] else "open"
            roles.append(f"{reason} {kind_of_option(option)}")
    return roles


def _propositions_needed(choice: Choice, grounds: Sequence[Ground]) -> int:
    """The number of propositions needed; the maximum if several options follow."""
    added = choice.conclusion is not None
    return max(len(ground.sources) + added for ground in grounds if ground.sources is not None)


def derived_traits(
    choice: Choice, findings: Findings, grounds: Sequence[Ground]
) -> dict[str, object]:
    """The traits determined by the logic alone."""
    used = {source for ground in grounds for source in ground.sources or ()}
    key = LETTERS.index(right_key(findings) or LETTERS[0])
    return {
        "depth": _propositions_needed(choice, grounds),
        "query_shape": kind_of_option(choice.options[key]),
        "question_type": _type_of(findings, choice.conclusion is not None),
        "n_premises": len(choice.premises),
        "n_atoms": len(choice.order),
        "n_distractors": len(choice.premises) - len(used),
    }


def _items(drafts: Sequence[ChoiceDraft], tables: Tables, made: GroupId) -> tuple[Item, ...]:
    choice, findings, grounds = tables.choice, tables.findings(), tables.grounds()
    roles, derived = option_roles(choice, findings), derived_traits(choice, findings, grounds)
    conclusion = () if choice.conclusion is None else (choice.conclusion,)
    premises = tuple(map(_shown, choice.premises))
    query = tuple(map(_shown, (*conclusion, *choice.options)))
    return tuple(
        Item(
            **made._asdict(),
            role=draft.role,
            index=made.group * len(drafts) + at,
            split=draft.split,
            passage=draft.passage,
            question=draft.question,
            options=tuple(map(Option, LETTERS, draft.texts, roles)),
            answer_kind=AnswerKind.LABEL,
            gold=right_key(findings) or "",
            symbols=draft.symbols,
            premises=premises,
            query=query,
            intended=draft.intended,
            certificate=ChoiceCertificate(grounds=grounds, rejected=draft.rejected),
            traits=Traits(language=draft.language, structure=draft.structure, **derived),  # type: ignore[arg-type]
        )
        for at, draft in enumerate(drafts)
    )


_shown = lru_cache(maxsize=1 << 14)(show)
