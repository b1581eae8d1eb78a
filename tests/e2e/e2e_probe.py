"""Runs inside an environment with real vLLM: extracts hidden states and compares them with transformers' own forward.

    python e2e_probe.py FOLDER RESULT.json KIND…

Writes what happened to each kind of model, the exception included; nobody reads its output. Workers are started as
`VLLM_WORKER_MULTIPROC_METHOD` says for the first kind, and forked for the others, which is faster.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "eagle3"))

import torch
from tiny import LAYERS, VOCABULARY, write_model
from transformers import AutoModelForCausalLM

PREFIX = 40


def scenarios():
    """By name: the batches of token ids, each handed to one call of `generate`."""
    dice = random.Random(7)

    def prompt(length):
        return [dice.randrange(6, VOCABULARY) for _ in range(length)]

    shared = prompt(PREFIX)
    same = prompt(33)
    return {
        "one sequence": [[prompt(17)]],
        "repeated calls": [[prompt(n) for n in (5, 29)], [prompt(n) for n in (29, 5, 16)], [prompt(48)]],
        "lengths 1 to 90": [[prompt(n) for n in (1, 2, 15, 16, 17, 31, 32, 33, 64, 90)]],
        "repeated prefixes": [[same, same, shared + prompt(9), shared + prompt(21)], [shared + prompt(3), same]],
        "70 sequences": [[prompt(dice.randint(1, 90)) for _ in range(70)]],
        "over max_num_batched_tokens": [[prompt(dice.randint(400, 600)) for _ in range(24)]],
    }


class Reference:
    """transformers' own forward, every layer's output."""

    def __init__(self, folder):
        self.model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager")
        self.model.eval()
        self.seen = {}
        for number, layer in enumerate(self.model.model.layers):
            layer.register_forward_hook(lambda _, __, out, number=number: self.keep(number, out))

    def keep(self, number, out):
        self.seen[number] = (out[0] if isinstance(out, tuple) else out).detach()

    def states(self, ids):
        with torch.no_grad():
            self.model(torch.tensor([ids]))
        return [self.seen[number].reshape(len(ids), -1) for number in range(LAYERS)]


def compare(reference, batch, results):
    """The worst relative error over all sequences and layers, and where it is."""
    worst = {"error": 0.0, "sequence": 0, "layer": 0}
    if len(results) != len(batch):
        return {"error": float("inf"), "reason": f"{len(results)} results for {len(batch)} sequences"}
    for number, (ids, result) in enumerate(zip(batch, results, strict=True)):
        if result["input_ids"].tolist() != ids or len(result["hidden_states"]) != LAYERS:
            return {"error": float("inf"), "reason": f"sequence {number}: other ids or layers came back"}
        for layer, (mine, theirs) in enumerate(zip(result["hidden_states"], reference.states(ids), strict=True)):
            if mine.shape != theirs.shape:
                where = f"sequence {number}, layer {layer}"
                return {"error": float("inf"), "reason": f"{where}: shape {list(mine.shape)}, not {list(theirs.shape)}"}
            error = ((mine.float() - theirs).abs().max() / theirs.abs().max()).item()
            if not error <= worst["error"]:
                worst = {"error": error, "sequence": number, "layer": layer}
    return worst


def failure(error):
    """An exception as facts: its type, what it says, and the last place in the consumer."""
    frames = [each for each in traceback.extract_tb(error.__traceback__) if "speculators" in each.filename]
    place = frames[-1] if frames else None
    where = f"speculators/{place.filename.rpartition('speculators/')[2]}:{place.lineno}" if place else ""
    return {"type": type(error).__name__, "message": str(error)[:2000], "where": where}


def start(folder, kind):
    """A generator for a kind of model, or the exception."""
    try:
        from on_cpu import generator_class  # noqa: PLC0415 -- its failure is a result

        write_model(folder / kind, kind)
        return generator_class()(str(folder / kind), layer_ids=list(range(LAYERS)))
    except Exception as error:
        traceback.print_exc()
        return failure(error)


def measure(folder, generator):
    """What each scenario gives; the first exception ends it."""
    result = {"scenarios": {}}
    reference = Reference(folder)
    for name, batches in scenarios().items():
        print(f"{folder.name}: {name}", flush=True)
        try:
            found = [compare(reference, batch, generator.generate(batch)) for batch in batches]
            result["scenarios"][name] = max(found, key=lambda each: each["error"])
        except Exception as error:
            traceback.print_exc()
            result["scenarios"][name] = {"failure": failure(error)}
            result["failure"] = failure(error)
            break
    return result


def main():
    folder, target, kinds = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
    started = time.monotonic()
    torch.set_num_threads(1)  # forking is safe only as long as torch has no threads of its own here
    told = {}
    for kind in kinds:
        generator = start(folder, kind)
        os.environ["VLLM_WORKER_MULTIPROC_METHOD"] = "fork"
        failed = isinstance(generator, dict)
        told[kind] = {"scenarios": {}, "failure": generator} if failed else measure(folder / kind, generator)
        del generator  # shuts its worker down, which would go on waiting for work in a busy loop
    told["seconds"] = round(time.monotonic() - started, 1)
    target.write_text(json.dumps(told, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
