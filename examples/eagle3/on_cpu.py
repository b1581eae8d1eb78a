"""What lets the generator of speculators run where there is no GPU. Nothing here has to do with vLLM's version.

It asks CUDA for free memory and empties its cache; vLLM would take a float32 model as bfloat16; and the CPU's attention
wants larger blocks in newer releases (`block-size` in `environments.toml`).
"""

from __future__ import annotations

import os
from typing import Any

import torch
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
