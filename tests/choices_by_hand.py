"""Small single choices written by hand: an English item and its symbolic twin in each group.

Of p → q and q → r, "if p, then r" takes two premises. The question types alternate, and so do the
letters under which the right option stands.
"""

from __future__ import annotations

from engine.core.items import AnswerKind, Item, Option, ProofCertificate, Symbol, Traits

TYPES = ("3c1e", "3e1c", "missing")
_NOUNS = ("red", "blue", "green", "white", "black", "brown", "grey", "pink", "tall", "small")
_PLACES = ("north", "south", "east", "west", "upper", "lower", "inner", "outer", "first", "last")
_CLAUSES = {
    "p": "the {} door is open",
    "q": "the {} lamp is lit",
    "r": "the {} cat is asleep",
    "s": "the {} clock is slow",
}
_STEMS = {
    "3c1e": "Which of these follows from what is said?",
    "3e1c": "Which of these does not follow from what is said?",
    "missing": "Which of these, if added, makes it follow that {}?",
}
# Premises, conclusion of `missing`, and the options with the right one first.
_LOGIC = {
    "3c1e": (("p → q", "q → r"), None, ("p → r", "r → p", "s", "p → s")),
    "3e1c": (("p → q", "q → r", "s"), None, ("r → p", "p → r", "¬r → ¬p", "¬q → s")),
    "missing": (("p → q", "s"), "p → r", ("q → r", "r → q", "s → q", "r → s")),
}


def pair(group: int, split: str = "test") -> tuple[Item, Item]:
    """The two items of a group."""
    return _item(group, "english", split), _item(group, "symbolic", split)


def choices(groups: int, train: int = 0) -> tuple[Item, ...]:
    """Whole pairs; the first `train` groups are the train split."""
    return tuple(
        item
        for group in range(groups)
        for item in pair(group, "train" if group < train else "test")
    )


def _item(group: int, role: str, split: str) -> Item:
    kind = TYPES[group % 3]
    premises, conclusion, formulas = _LOGIC[kind]
    place = f"{_PLACES[group // 10 % 10]} {_NOUNS[group % 10]}"
    symbols = tuple(
        Symbol(atom, text.format(place), f"it is not so that {text.format(place)}")
        for atom, text in _CLAUSES.items()
    )
    in_words = {symbol.atom: symbol.text for symbol in symbols}
    is_english = role == "english"

    def clause(formula: str) -> str:
        if not is_english:
            return f"{formula}, for {place}"
        return _sentence(formula, in_words)

    at = group // 3 % 4
    turned = (*formulas[4 - at :], *formulas[: 4 - at])
    return Item(
        family="by-hand-choice",
        version=1,
        params="{}",
        seed=0,
        group=group,
        role=role,
        index=group * 2 + (not is_english),
        split=split,
        passage=tuple(f"{clause(premise)}." for premise in premises),
        question=_STEMS[kind].format(clause(conclusion) if conclusion else ""),
        options=tuple(
            Option(key, f"{clause(formula)}.", "gold" if formula == formulas[0] else "distractor")
            for key, formula in zip("ABCD", turned, strict=True)
        ),
        answer_kind=AnswerKind.LABEL,
        gold="ABCD"[at],
        symbols=symbols,
        premises=premises,
        query=turned if conclusion is None else (conclusion, *turned),
        intended="ABCD"[at],
        certificate=ProofCertificate(),
        traits=Traits(
            question_type=kind,
            language="en" if is_english else "symbolic",
            n_premises=len(premises),
            n_atoms=4,
        ),
    )


def _sentence(formula: str, in_words: dict[str, str]) -> str:
    left, arrow, right = formula.partition(" → ")
    if arrow:
        return f"if {_sentence(left, in_words)}, then {_sentence(right, in_words)}"
    if formula.startswith("¬"):
        return f"it is not so that {in_words[formula[1:]]}"
    return in_words[formula]
