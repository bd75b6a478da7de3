"""Why an option is the proposition sought in an argument, and each other is not, in words."""

from __future__ import annotations

from engine.core.items import Item, SupportCertificate


def explain_support(item: Item, certificate: SupportCertificate) -> tuple[str, ...]:
    """One sentence an option: how it stands to Sentence 1 and to Sentence 2 in the argument."""
    return tuple(
        f"{option.key} is {'right' if option.key == item.gold else 'wrong'}:"
        f" it {first} Sentence 1 and {second} Sentence 2."
        for option, (first, second) in zip(item.options, certificate.ties, strict=True)
    )
