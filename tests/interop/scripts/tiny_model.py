"""A model of a few thousand weights and a tokenizer of single signs, from nowhere but here."""

from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

SIGNS = [chr(code) for code in range(32, 127)]


def tiny_model():
    """The model, its weights by chance, and its tokenizer with a template for chats."""
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
