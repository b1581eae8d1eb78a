"""Why Qwen3 comes out wrong on a release, by experiment: vLLM's own norm for CPUs, given rows that lie apart in memory.

    python e2e_kernel.py FOLDER RESULT.json KIND

Worst relative errors: of the norm alone, on rows that lie apart and on the same rows copied together; and of all layers
of a few sequences, as they are and with the rows copied together before the norm. Run under apidrift, for the release
needs its edits.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import torch
import vllm._C  # noqa: F401 -- it registers the norm
from e2e_probe import Reference, compare, scenarios, start

EPSILON = 1e-6


def of_the_norm(together):
    """The error of the norm on some heads of every row of a wider matrix."""
    torch.manual_seed(0)
    rows, weight = torch.randn(17, 512)[:, :256].view(17, 4, 64), torch.randn(64)
    right = rows * torch.rsqrt(rows.pow(2).mean(-1, keepdim=True) + EPSILON) * weight
    out = torch.empty(rows.shape)
    torch.ops._C.rms_norm(out, rows.contiguous() if together else rows, weight, EPSILON)
    return ((out - right).abs().max() / right.abs().max()).item()


def copy_together(worker):
    """In the worker: hand the norm rows that lie together."""
    del worker
    from vllm import _custom_ops as ops  # noqa: PLC0415 -- sent to another process

    norm = ops.rms_norm
    ops.rms_norm = lambda out, rows, weight, epsilon: norm(out, rows.contiguous(), weight, epsilon)


def of_the_layers(folder, kind, together):
    """The worst error of all layers of ten sequences of 1 to 90 tokens."""
    (batch,) = scenarios()["lengths 1 to 90"]
    generator = start(folder, kind)
    if together:
        generator.executor.collective_rpc(copy_together)
    told = compare(Reference(folder / kind), batch, generator.generate(batch))["error"]
    del generator
    return told


def main():
    folder, target, kind = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    torch.set_num_threads(1)
    os.environ["VLLM_WORKER_MULTIPROC_METHOD"] = "fork"
    told = {
        "the norm alone": of_the_norm(together=False),
        "the norm alone, rows copied together": of_the_norm(together=True),
        "all layers": of_the_layers(folder, kind, together=False),
        "all layers, rows copied together": of_the_layers(folder, kind, together=True),
    }
    target.write_text(json.dumps(told, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
