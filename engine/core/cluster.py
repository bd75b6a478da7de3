"""A Dask cluster as an executor: the scheduler runs again what is lost with a worker."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import Any

from engine.core.errors import InputError, SoritesError
from engine.core.extras import require

_PATIENCE_S = 10
"""How long to wait for the scheduler, and for its first worker."""


@contextmanager
def dask_cluster(address: str) -> Iterator[Executor]:
    """The workers of the scheduler at `host:port`; tasks left at the end are cancelled.

    Raises:
        InputError: the scheduler does not answer, or has no workers.
        SoritesError: the scheduler was lost, or a task killed its workers again and again.
    """
    require("cluster")
    from distributed import Client, KilledWorker

    for handler in logging.getLogger("distributed").handlers:
        handler.setLevel(logging.CRITICAL)  # what it logs as errors, the ones below say
    warnings.filterwarnings("ignore", "Sending large graph")  # an audit's tasks hold all its items
    try:
        client = Client(f"tcp://{address}", timeout=_PATIENCE_S, set_as_default=False)
    except OSError:
        raise InputError(
            f"no Dask scheduler answers at {address}; start one there with `dask scheduler`"
        ) from None
    with client:
        try:
            yield _executor(client, address)
        except KilledWorker as error:
            raise SoritesError(f"the cluster at {address} gave up: {error}") from error
        except CancelledError as error:
            raise SoritesError(
                f"the Dask scheduler at {address} was lost; start it and repeat the command"
            ) from error


def _executor(client: Any, address: str) -> Executor:  # Any: the client of distributed
    """The executor of a client that has workers."""
    try:
        client.wait_for_workers(1, timeout=_PATIENCE_S)
    except TimeoutError:
        raise InputError(
            f"the Dask scheduler at {address} has no workers; start one on each machine with"
            f" `dask worker {address} --nworkers auto --nthreads 1`"
        ) from None
    executor: Executor = client.get_executor(pure=False)
    n_workers = sum(client.nthreads().values())
    executor._max_workers = n_workers  # type: ignore[attr-defined]  # for `workers_of`
    return executor
