"""Small triples written by hand: the same query true, false and uncertain.

Each has one step of modus ponens, or two with `chained`. They depend on no generator, so that
the rooms which ask and grade are tested by themselves.
"""

from __future__ import annotations

from engine.core.items import AnswerKind, Item, Option, ProofCertificate, Step, Symbol, Traits

_NOUNS = ("red", "blue", "green", "white", "black", "brown", "grey", "pink", "tall", "small")
_PLACES = ("north", "south", "east", "west", "upper", "lower", "inner", "outer", "first", "last")
ROLES = ("true", "false", "uncertain")
_CLAUSES = {
    "p": "the {} door is open",
    "q": "the {} lamp is lit",
    "r": "the {} cat is asleep",
    "s": "the {} clock is slow",
    "t": "the {} kettle is hot",
}
_NEGATIONS = {"q": "the {} lamp is not lit"}


def triple(group: int, split: str = "test") -> tuple[Item, Item, Item]:
    """The three items of a group."""
    first, second, third = (_item(group, role, split) for role in ROLES)
    return first, second, third


def items(groups: int, train: int = 2) -> tuple[Item, ...]:
    """Whole triples; the first `train` groups are the train split."""
    return tuple(
        item
        for group in range(groups)
        for item in triple(group, "train" if group < train else "test")
    )


def _item(group: int, role: str, split: str) -> Item:
    house = f" of house {group // 100}" if group >= 100 else ""
    place = f"{_PLACES[group // 10 % 10]} {_NOUNS[group % 10]}{house}"
    clause = {atom: text.format(place) for atom, text in _CLAUSES.items()}
    fact = {"true": "p", "false": "r", "uncertain": "s"}[role]
    denied = _NEGATIONS["q"].format(place)
    passage = (
        f"If {clause['p']}, then {clause['q']}.",
        f"If {clause['r']}, then {denied}.",
        f"If {clause['s']}, then {clause['t']}.",
        f"It is a fact that {clause[fact]}.",
    )
    steps = {
        "true": (Step("q", "modus_ponens", (0, 3)),),
        "false": (Step("¬q", "modus_ponens", (1, 3)),),
        "uncertain": (),
    }[role]
    certificate = (
        ProofCertificate(holds=("q", "s", "t"), fails=("s", "t"))
        if role == "uncertain"
        else ProofCertificate(steps)
    )
    return Item(
        family="by-hand",
        version=1,
        params="{}",
        seed=0,
        group=group,
        role=role,
        index=group * 3 + ROLES.index(role),
        split=split,
        passage=passage,
        question=f"It is true that {clause['q']}.",
        options=tuple(Option(key, key, "gold" if key == role else "label") for key in ROLES),
        answer_kind=AnswerKind.LABEL,
        gold=role,
        symbols=tuple(
            Symbol(atom, text, denied if atom == "q" else f"it is not so that {text}")
            for atom, text in clause.items()
        ),
        premises=("p → q", "r → ¬q", "s → t", fact),
        query=("q",),
        intended=role,
        certificate=certificate,
        traits=Traits(depth=1, height=1, root_form="modus_ponens", n_premises=4, n_atoms=5),
    )
