"""What lets speculators run where there is no GPU. Nothing here has to do with vLLM's version.

The generator asks CUDA for free memory and empties its cache; vLLM would take a float32 model as bfloat16; the CPU's
attention wants larger blocks in newer releases (`block-size` in `environments.toml`); and newer releases of torch
refuse to train flexible attention on a CPU, though uncompiled it is trained there as before.
"""

from __future__ import annotations

import os
from typing import Any

import torch
import torch.nn.attention.flex_attention as flexible
from speculators.data_generation import vllm_hidden_states_generator as module

MEMORY = 2 << 30
"""Bytes that are said to be free."""


def generator_class() -> Any:
    """The `VllmHiddenStatesGenerator` of speculators, ready for a CPU in float32."""
    torch.cuda.mem_get_info = lambda *_: (MEMORY, MEMORY)
    torch.cuda.empty_cache = lambda: None
    config = module.ModelConfig
    module.ModelConfig = lambda **values: config(**{**values, "dtype": "float32"})
    if size := os.environ.get("EAGLE3_BLOCK_SIZE"):
        module.VLLM_BLOCK_SIZE = int(size)
    return module.VllmHiddenStatesGenerator


def let_attention_train() -> None:
    """Have torch check no device before flexible attention; without a GPU it runs uncompiled, backward too."""
    flexible._validate_device = lambda *_: None  # noqa: SLF001 -- there is no switch for it
