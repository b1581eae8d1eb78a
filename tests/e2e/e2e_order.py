"""Why a batch over `max_num_batched_tokens` comes out wrong without apidrift, by experiment, on unmodified code.

    python e2e_order.py FOLDER RESULT.json KIND

The same sequences four times; worst relative error of each: as they are; taken apart in the order in which the
scheduler took the sequences; handed over in calls that each fit into one step; all in one step that is large enough.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import torch
from e2e_probe import Reference, compare, scenarios, start

WIDE = 1 << 15
"""Tokens of a step that takes all of the sequences."""


def as_they_are(generator, batch):
    return generator.generate(batch)


def by_the_scheduler(generator, batch):
    """The rows of every sequence where the scheduler's order puts them: what `generate` gives, taken apart anew."""
    steps = []
    schedule = generator.scheduler.schedule

    def noting():
        output = schedule()
        steps.extend(output.num_scheduled_tokens.items())
        return output

    generator.scheduler.schedule = noting
    try:
        told = generator.generate(batch)
    finally:
        generator.scheduler.schedule = schedule
    layers = [torch.cat(parts) for parts in zip(*(each["hidden_states"] for each in told), strict=True)]
    results, start_row = {}, 0
    for request, count in steps:
        number = int(request.rpartition("_")[2])
        rows = [layer[start_row : start_row + count] for layer in layers]
        results[number] = {**told[number], "hidden_states": rows}
        start_row += count
    return [results[number] for number in range(len(batch))]


def in_calls_that_fit(generator, batch):
    limit = generator.vllm_config.scheduler_config.max_num_batched_tokens
    calls, room = [[]], limit
    for ids in batch:
        if len(ids) > room:
            calls.append([])
            room = limit
        calls[-1].append(ids)
        room -= len(ids)
    return [result for call in calls for result in generator.generate(call)]


def in_one_step(folder, kind, batch):
    from speculators.data_generation import vllm_hidden_states_generator as module  # noqa: PLC0415

    module.MIN_MAX_BATCHED_TOKENS = WIDE
    generator = start(folder / "wide", kind)
    return generator.generate(batch)


def main():
    folder, target, kind = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    torch.set_num_threads(1)
    (batch,) = scenarios()["over max_num_batched_tokens"]
    generator = start(folder, kind)
    os.environ["VLLM_WORKER_MULTIPROC_METHOD"] = "fork"
    reference = Reference(folder / kind)
    told = {
        name: compare(reference, batch, way(generator, batch))["error"]
        for name, way in (
            ("as it is", as_they_are),
            ("rows taken in the scheduler's order", by_the_scheduler),
            ("in calls that fit into one step", in_calls_that_fit),
        )
    }
    del generator
    told["in one step"] = compare(reference, batch, in_one_step(folder, kind, batch))["error"]
    target.write_text(json.dumps(told, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
