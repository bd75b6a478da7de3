"""Words by which a sentence concludes, plans, denies or gives reasons; options' own words."""

from __future__ import annotations

import re
from collections.abc import Sequence

CONCLUDING = re.compile(
    r"(?i)\b(?:therefore|thus|hence|so|in conclusion|in summary|based on|conclusion|only|must be"
    r" true|must hold|must follow|follows? from|necessarily true|can (?:\w+ )?(?:conclude|deduce"
    r"|infer|see))\b"
)
OF_TRUTH = re.compile(
    r"(?i)\b(?:must(?: necessarily)?(?: all)? be(?: logically)? true|must hold|must follow|follows?"
    r"|(?:is|are) (?:actually |indeed |necessarily |definitely |logically |certainly )?true"
    r"|necessarily true|correct|only (?:statement|option|conclusion"
    r"|one)s? (?:that )?(?:we )?can (?:be )?(?:deduced?|concluded?|infer(?:red)?)|guaranteed|valid"
    r"|forced|entailed|implied|necessary truths?|only true|true statements?|supported"
    r"|determined to be true"
    r"|is the only (?:one|statement|option)"
    r"|(?:which|that) (?:is|corresponds to|matches) (?:statement|option))\b"
)
PLAN = re.compile(
    r"(?i)\b(?:(?:in order )?to (?:determine|find|identify|figure|decide|see|check|know|answer"
    r"|solve|establish)|let['’]?s|let us|we (?:need|have|will|should|must) (?:to )?(?:analy|check"
    r"|determine|examine|evaluate|consider|go through|look|find|identify|test|verify)"
    r"|step[- ]by[- ]step|which (?:of|statements?|ones?|options?)|one by one|analy[sz]e (?:each"
    r"|the)|whether|(?:I|we)(?: wi|['’])ll|need to)\b"
)
NOTHING = re.compile(r"(?i)\b(?:none|no (?:statement|option|conclusion)s?|neither)\b")
EXCEPT = re.compile(r"(?i)\b(?:except|besides|other than|apart from|save)\b")
DENIED = re.compile(
    r"(?i)\b(?:false|not|cannot|can't|isn't|aren't|doesn't|unknown|undetermined|possible|possibly"
    r"|contradict\w*|incorrect|uncertain|no|might|may|could)\b"
)
REMARK = re.compile(
    r"(?i)(?:^|[-–—(:.;,|]\s*|\s)(?:(?:this|that|it|which|the statement|statement|is|are|but)"
    r" )?(?:(?:is|are|does|do|need|can|could|may|might|would|has|was|must) )?"
    r"(?:be )?(?:not|n['’]t|cannot|can['’]t|false|incorrect|uncertain|unknown|undetermined"
    r"|possibly|contradict\w*|invalid|no)\b"
)
CALLED_TRUE = re.compile(
    r"(?i)^\W*(?:this |it |statement )?(?:is )?(?:necessarily |definitely |logically |always"
    r" )?(?:true|yes|correct|valid|holds?|follows?|must be true|supported|✓|✅|✔)(?![^\W_])"
)
WITHOUT = re.compile(r"(?i)\bwithout [\w ]{0,30}contradictions?\b")
CLAUSE = re.compile(
    r"(?i)[.;]\s|,?\s(?:and|but|while|since)\s(?=(?:we|the|that|statement|option)s?\b)"
)
REASON = re.compile(
    r"(?i)[\s,]+(?:since|because|as|given|for|while|whereas|due)\s(?!follows)|\s[-–—]\s|;"
    r"|\((?!\w{1,2}\))"
    r"|[.:]\s+(?=[A-Z])|\.$|,\s(?:as|the others|which)\b"
)
MUST = (
    r"(?:(?:necessarily |logically )?follows?"
    r"|(?:is|are) (?:necessarily |definitely )?(?:true|forced|entailed|implied)"
    r"|must (?:all )?(?:necessarily |logically )?(?:be true|follow|hold)|can be (?:concluded"
    r"|inferred|deduced))(?: (?:in|from|given|on) (?:the|these|this) (?:given )?(?:premises"
    r"|statements|information|situation))?\W*"
)
LEAD = r"\W*(?:(?:therefore|thus|hence|so|in conclusion|in summary|conclusion)\W+)?"
NONE_AT_ALL = re.compile(
    rf"(?i){LEAD}(?:(?:it turns out|we (?:can )?(?:find|see|conclude)) that )?(?:none"
    rf"|no)(?: of)?(?: (?:the|these|those|them))?(?: (?:given|six))?"
    rf"(?: (?:statement|option|conclusion|sentence|candidate)s?)?(?: (?:listed|given|above))?"
    rf" {MUST}"
    r"|\W*there (?:is|are)(?:n['’]t any| not any| no) (?:statement|option|conclusion)s?(?: here"
    r"| listed"
    r"| given| above)?(?: that| which) "
    rf"(?:{MUST}|(?:must|has to|have to) (?:be true|follow|hold)\W*)"
)
"""A line stating that nothing follows: “None of the statements follow.”"""
THESE = re.compile(
    r"(?i)\W*(?:(?:so|therefore|thus|hence),? )?(?:all (?:of )?)?(?:these|those|they)"
    r"(?: (?:\d|two|three|four|five|six))?(?: (?:statement|option|conclusion|one)s)?(?: all)?"
    r" (?:must (?:all )?(?:necessarily )?(?:be true|follow|hold)|(?:all )?follow)\b"
)
"""What a line begins with that concludes the list before it."""
RETRACTING = re.compile(r"(?i)^(?:however|but|wait|actually)\b")
BECAUSE = re.compile(r"(?i)\b(?:because|since)\b")
CANNOT = re.compile(
    r"(?i)\b(?:cannot|can't|can not|unable to) (?:\w+ )?(?:conclude|deduce|infer|see|determine)"
)
OTHERS = re.compile(r"(?i)\b(?:none|no|neither) (?:of )?(?:the )?(?:other|remaining|rest)\w*")
SOURCE = re.compile(
    r"(?i)\(?\b(?:(?:as (?:stated|given|shown|established) )?(?:from|by|in|per|using|via|see"
    r"|with)|because of|due to)"
    r" (?:the )?(?:statement|premise|condition|option|point|sentence)s? \w+(?:(?:,| and|, and|"
    r" or) (?:(?:statement|premise|condition|option)s? )?\d+)*\)?"
)
"""The statements that a conclusion is drawn from."""
SUPPOSED = re.compile(r"(?i)^\W*(?:if|suppose|assume|assuming|case \d|consider)\b")
BULLET = re.compile(r"[-*•+–]\s")
SENTENCES = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
ONLY = re.compile(r"(?i)\b(?:only|the) statements? that (?:must|is|are)\b.*:\s*$")
OPEN_END = re.compile(r"(?i)\b(?:is|are)(?: the following)?\s*$")
ALL_FOLLOW = re.compile(
    r"(?i)\b(?:all|every one)(?: (?:of|six|the|these|those|given|above))* (?:statements?"
    r"|options?|conclusions?|of them)\b"
)
ASIDE = re.compile(r"(?i)\s?\((?:since|because|as|by|from|given|see|due)\b[^()]*\)")
"""A reason in brackets behind a key."""
DRAWING = re.compile(
    r"(?i)\W*(?:so|thus|therefore|hence|overall|in (?:conclusion|summary)|(?:to )?conclu\w+"
    r"|i (?:think|believe|conclude|say)|we (?:find|conclude)|only)\b"
)
"""The beginning of a sentence that draws a conclusion."""
ONLY_DRAWS = re.compile(r"(?i)\W*(?:so|thus|therefore|hence|in (?:conclusion|summary)):\W*")
REVISED = re.compile(r"(?i)[.…,;–—-]\s*(?:(?:oh )?no,? wait|wait,? no|correction|scratch that)\b")
"""Where a line takes back what it said."""

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def plain(text: str) -> str:
    """The words of a text in lower case, one space between them."""
    return " ".join(WORD.findall(text.lower().replace("’", "'")))


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight")
_ORDINAL = re.compile(
    rf"(?i)\bthe (?:(?<=only the )|(?<=is the )|(?<=: the ))({'|'.join(_ORDINALS)}|last)"
    r" (statement|option|one)\b(?! (?:of|in|from)\b)"
)
_NUMBER = re.compile(
    rf"\b({'|'.join(f'[{w[0]}{w[0].upper()}]{w[1:]}' for w in _NUMBERS)})(?=\W*(?:$|,\s|\band\b))",
    re.MULTILINE,
)
_BEFORE = ("statement ", "is ", "are ", "and ", ":", ": ", ":\n", ", ")
_LISTS = re.compile(r"(?i)(?:\b(?:statement|is|are|and)\s|:\s?|,\s)$")
"""What stands before a number in words that is a statement's: “is two”, “, two”."""


def in_digits(text: str, keys: Sequence[str]) -> str:
    """The text with "only the sixth statement" and "two and six" in digits, as the keys are."""

    def numbered(found: re.Match[str]) -> str:
        word = found[1].lower()
        place = -1 if word == "last" else _ORDINALS.index(word)
        return f"{found[2]} {keys[place]}" if place < len(keys) else found[0]

    def digit(found: re.Match[str]) -> str:
        if not _LISTS.search(text, max(0, found.start() - 12), found.start()):
            return found[0]
        place = _NUMBERS.index(found[1].lower())
        return f" {keys[place]}" if place < len(keys) else found[0]

    low = text.lower()
    if any(f" the {word} " in low for word in (*_ORDINALS, "last")):
        text = _ORDINAL.sub(numbered, text)
    spelt = [word for word in _NUMBERS if word in low]
    may_list = any(f"{before}{word}" in low for word in spelt for before in _BEFORE)
    return _NUMBER.sub(digit, text) if may_list else text
