"""`python -m tests.laws`: what breaks a law, by file; with `--list`, the list written anew."""

from __future__ import annotations

import sys

from tests.laws.test_laws import LAWS, LISTED

found = {law: breaks() for law, breaks in LAWS.items()}
if "--list" in sys.argv:
    text = "# Files that still break a law; see test_laws.py. The list only gets shorter.\n"
    for law, files in found.items():
        text += f"\n{law} = [\n" + "".join(f'  "{name}",\n' for name in sorted(files)) + "]\n"
    LISTED.write_text(text.replace("[\n]", "[]"), encoding="utf-8")
for law, files in found.items():
    print(f"{law}: {len(files)} files")  # noqa: T201
    for name, why in sorted(files.items()) if "-v" in sys.argv else ():
        print(f"  {name}: {'; '.join(why[:3])}")  # noqa: T201
