"""Our reward in TRL's own trainer: its verdicts on known replies, and a step that trains by it."""

import json
import sys
import tempfile

import torch
from datasets import Dataset
from tiny_model import tiny_model
from trl import GRPOConfig, GRPOTrainer

folder, replies = sys.argv[1], json.loads(sys.argv[2])
sys.path.insert(0, folder)

import sorites_rewards  # noqa: E402

torch.manual_seed(0)
rows = sorites_rewards.rows()
model, tokenizer = tiny_model()
with tempfile.TemporaryDirectory() as out:
    settings = GRPOConfig(
        output_dir=out, max_steps=1, per_device_train_batch_size=2, num_generations=2,
        max_completion_length=4, report_to=[], save_strategy="no", use_cpu=True, logging_steps=1,
    )  # fmt: skip
    trainer = GRPOTrainer(
        model=model,
        processing_class=tokenizer,
        reward_funcs=sorites_rewards.sorites_reward,
        args=settings,
        train_dataset=Dataset.from_list(rows),
    )
    judged = trainer._calculate_rewards(
        rows,
        [row["prompt"] for row in rows],
        [[{"role": "assistant", "content": reply}] for reply in replies],
        [[1] for _ in replies],
    )
    trainer.train()
    logged = [one["reward"] for one in trainer.state.log_history if "reward" in one]
sys.stdout.write(
    "\n" + json.dumps({"judged": judged[:, 0].tolist(), "steps": trainer.state.global_step,
                       "logged": logged}) + "\n"
)  # fmt: skip
