"""A tiny random model and its tokenizer, made on the spot: what the example and the end-to-end tests run on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import AutoConfig, AutoModelForCausalLM, PreTrainedTokenizerFast

if TYPE_CHECKING:
    from pathlib import Path

VOCABULARY = 1000
LAYERS = 8
SHAPE = {
    "vocab_size": VOCABULARY,
    "hidden_size": 128,
    "intermediate_size": 256,
    "num_hidden_layers": LAYERS,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 64,
    "max_position_embeddings": 2048,
    "bos_token_id": 1,
    "eos_token_id": 2,
    "pad_token_id": 0,
    "tie_word_embeddings": False,
}
CHAT = "{% for m in messages %}<|{{ m.role }}|> {{ m.content }} <eos> {% endfor %}"


def write_model(folder: Path, kind: str = "llama") -> Path:
    """Write a random model with its tokenizer.

    Args:
        folder: where to; what is there already is kept.
        kind: `llama` or `qwen3`.
    """
    if (folder / "config.json").is_file():
        return folder
    torch.manual_seed(0)
    config = AutoConfig.for_model(kind, **SHAPE, dtype="float32", torch_dtype="float32")
    model = AutoModelForCausalLM.from_config(config).to(torch.float32)
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if weight.dim() > 1:  # the default spread lets a random model ignore its context
                weight.normal_(0, 0.5 if "embed" in name else 1.5 / weight.shape[-1] ** 0.5)
    model.save_pretrained(folder)
    write_tokenizer(folder)
    return folder


def write_tokenizer(folder: Path) -> None:
    """Write a tokenizer of whole words: `w3` … `w999`, and a few special ones."""
    special = ["<pad>", "<bos>", "<eos>", "<unk>", "<|user|>", "<|assistant|>"]
    words = [*special, *(f"w{number}" for number in range(len(special), VOCABULARY))]
    tokenizer = Tokenizer(models.WordLevel({word: number for number, word in enumerate(words)}, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.decoder = decoders.WordPiece(prefix="")
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token="<pad>",
        bos_token="<bos>",
        eos_token="<eos>",
        unk_token="<unk>",
        chat_template=CHAT,
    ).save_pretrained(folder)
