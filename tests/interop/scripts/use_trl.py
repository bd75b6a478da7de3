"""Our reward in TRL's own trainer: its verdicts on known replies, and a step that trains by it."""

import json
import sys
import tempfile

import torch
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast
from trl import GRPOConfig, GRPOTrainer

folder, replies = sys.argv[1], json.loads(sys.argv[2])
sys.path.insert(0, folder)

import elenchus_rewards  # noqa: E402

SIGNS = [chr(code) for code in range(32, 127)]


def tiny_model():
    """A model of a few thousand weights and a tokenizer of single signs, from nowhere but here."""
    vocabulary = {sign: at for at, sign in enumerate(["<pad>", "<eos>", "<unk>", *SIGNS])}
    raw = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    raw.pre_tokenizer = pre_tokenizers.Split("", "isolated")
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=raw, pad_token="<pad>", eos_token="<eos>", unk_token="<unk>"
    )
    tokenizer.chat_template = "{% for m in messages %}{{ m['content'] }}{% endfor %}"
    shape = GPT2Config(
        vocab_size=len(vocabulary), n_positions=4096, n_embd=16, n_layer=1, n_head=2,
        bos_token_id=1, eos_token_id=1, pad_token_id=0,
    )  # fmt: skip
    return GPT2LMHeadModel(shape), tokenizer


torch.manual_seed(0)
rows = elenchus_rewards.rows()
model, tokenizer = tiny_model()
with tempfile.TemporaryDirectory() as out:
    settings = GRPOConfig(
        output_dir=out, max_steps=1, per_device_train_batch_size=2, num_generations=2,
        max_completion_length=4, report_to=[], save_strategy="no", use_cpu=True, logging_steps=1,
    )  # fmt: skip
    trainer = GRPOTrainer(
        model=model,
        processing_class=tokenizer,
        reward_funcs=elenchus_rewards.elenchus_reward,
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
