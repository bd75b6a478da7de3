"""The exported rewards as TRL calls them, in verifiers, and in reasoning-gym."""

import asyncio
import json
import sys
from types import SimpleNamespace

folder, replies = sys.argv[1], json.loads(sys.argv[2])
sys.path.insert(0, folder)

import reasoning_gym  # noqa: E402
import sorites_reasoning_gym  # noqa: E402, F401
import sorites_rewards  # noqa: E402
import sorites_verifiers  # noqa: E402
import verifiers.v1 as vf  # noqa: E402

rows = sorites_rewards.rows()
completions = [[{"role": "assistant", "content": reply}] for reply in replies]
trl = sorites_rewards.sorites_reward(
    completions=completions,
    prompts=[row["prompt"] for row in rows],
    item=[row["item"] for row in rows],
)
taskset = sorites_verifiers.SoritesTaskset(vf.TasksetConfig(id="sorites_verifiers"))
tasks = list(taskset)
by_verifiers = [
    asyncio.run(task.right(SimpleNamespace(last_reply=reply)))
    for task, reply in zip(tasks, replies, strict=True)
]
gym = reasoning_gym.create_dataset("sorites")
by_gym = [gym.score_answer(reply, gym[at]) for at, reply in enumerate(replies)]
oracle = [gym.score_answer(entry["answer"], entry) for entry in gym]
sys.stdout.write(
    json.dumps(
        {
            "trl": trl,
            "verifiers": by_verifiers,
            "gym": by_gym,
            "oracle": oracle,
            "keys": len({task.key for task in tasks}),
        }
    )
)
