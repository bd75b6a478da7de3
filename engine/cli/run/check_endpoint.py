"""`sorites check-endpoint`: what an endpoint can do, before it is asked for answers."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from engine.core.paths import db_path
from engine.show.terminal.options import AsJson, Db, KeyEnv, Prices
from engine.show.terminal.output import say, write_json


def check_endpoint(
    base_url: Annotated[str, typer.Argument(metavar="URL", help="The endpoint's address.")],
    model: Annotated[str, typer.Option(help="The model.")],
    api: Annotated[
        str, typer.Option(help="The API to check: chat, responses or completions.")
    ] = "chat",
    key_env: KeyEnv = "OPENAI_API_KEY",
    prices: Prices = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Check an endpoint with at most five short requests, and propose settings for it."""
    from engine.pipeline.evaluate import endpoint_check as checks

    where = base_url, key_env, model
    profile, requests, price = checks.check_endpoint(db_path(db), *where, prices, api)
    warned = checks.usual_warnings(profile)
    proposed = list(checks.proposals(profile, price))
    if as_json:
        document = {**asdict(profile), "warnings": warned, "proposals": proposed}
        write_json({**document, "requests": requests})
        return
    say(f"{model} at {profile.endpoint}, {requests} requests to the {profile.api} API:")
    for sentence in (*checks.findings(profile), *warned, *proposed):
        say(f"  {sentence}")
