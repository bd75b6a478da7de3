"""Chats to fine-tune on, read by `datasets`, and a step of TRL's trainer on them."""

import json
import sys
import tempfile
from pathlib import Path

import torch
from datasets import load_dataset
from tiny_model import tiny_model
from trl import SFTConfig, SFTTrainer

[file] = Path(sys.argv[1]).glob("*.jsonl")
torch.manual_seed(0)
model, tokenizer = tiny_model()
with tempfile.TemporaryDirectory() as out:
    rows = load_dataset("json", data_files=str(file), cache_dir=out, split="train")
    settings = SFTConfig(
        output_dir=out, max_steps=1, per_device_train_batch_size=2, max_length=None,
        report_to=[], save_strategy="no", use_cpu=True, logging_steps=1,
    )  # fmt: skip
    trainer = SFTTrainer(model=model, processing_class=tokenizer, args=settings, train_dataset=rows)
    trainer.train()
    losses = [one["loss"] for one in trainer.state.log_history if "loss" in one]
    found = {
        "last": [row["messages"][-1] for row in rows],
        "steps": trainer.state.global_step,
        "losses": losses,
    }
sys.stdout.write(f"\n{json.dumps(found)}\n")
