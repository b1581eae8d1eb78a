"""The EAGLE-3 pipeline of speculators 0.3.0, small enough for a CPU: from a model to a trained, reloaded draft model.

    apidrift run -- python examples/eagle3/pipeline.py out

Every step is speculators' own code; this file only hands values from one to the next. On a version of vLLM it was not
written for, the third step fails without apidrift.
"""

from __future__ import annotations

import json
import os
import random
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("TORCHDYNAMO_DISABLE", "1")  # on a CPU, flexible attention trains only uncompiled

import torch
from on_cpu import generator_class, let_attention_train
from speculators import SpeculatorsConfig, VerifierConfig
from speculators.data_generation.preprocessing import load_and_preprocess_dataset
from speculators.models.eagle3 import Eagle3DraftModel, Eagle3SpeculatorConfig
from speculators.proposals.greedy import GreedyTokenProposalConfig
from speculators.train.checkpointer import load_safetensors_state_dict
from speculators.train.data import Eagle3SampleFileDataset, create_collate_fn, list_files
from speculators.train.trainer import Trainer, TrainerConfig
from speculators.train.vocab_mapping import build_vocab_mappings_from_distribution
from tiny import LAYERS, VOCABULARY, write_model
from torch.utils.data import DataLoader
from transformers import AutoConfig, LlamaConfig

CONVERSATIONS = 24
DRAFT_VOCABULARY = 256
LENGTH = 256
EPOCHS = 3


def main(folder: Path) -> int:
    """Run the six steps; returns 0 when the loss fell and the reloaded model is the saved one."""
    model = write_model(folder / "model")
    say("model", f"{LAYERS} layers, vocabulary {VOCABULARY}, random weights")

    dataset = prepared(model, folder)
    say("dataset", f"{len(dataset)} conversations, {sum(len(each['input_ids']) for each in dataset)} tokens")

    count = extracted(model, dataset, folder / "states")
    say("hidden states", f"{count} sequences, extracted by vLLM")

    d2t, t2d = mapped(folder)
    say("vocabulary", f"{int(t2d.sum())} of {len(t2d)} tokens")

    losses, saved, trained = trained_on(folder / "states", model, d2t, t2d, folder / "checkpoints")
    say("training", f"{len(losses)} epochs, loss {losses[0]:.3f} → {losses[-1]:.3f}")

    same = reloaded(saved, trained, d2t, t2d)
    say("reloaded", f"{saved.name}: {'the same weights' if same else 'OTHER WEIGHTS'}")

    fell = losses[-1] < losses[0]
    (folder / "result.json").write_text(json.dumps({"losses": losses, "fell": fell, "same": same}, indent=1))
    return 0 if fell and same else 1


def prepared(model: Path, folder: Path) -> Any:
    """Conversations of random words, tokenized by speculators, with masks over the user's part."""
    dice = random.Random(3)
    common = [f"w{number}" for number in range(6, 106)]

    def words() -> str:
        return " ".join(dice.choice(common) for _ in range(dice.randint(8, 40)))

    lines = [
        {"conversations": [{"from": "human", "value": words()}, {"from": "gpt", "value": words()}]}
        for _ in range(CONVERSATIONS)
    ]
    file = folder / "conversations.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    dataset, _ = load_and_preprocess_dataset(
        target_model_path=str(model),
        train_data_path=str(file),
        seq_length=LENGTH,
        build_dataset_num_proc=1,
        token_freq_path=str(folder / "token_freq.pt"),
        cache_dir=str(folder / "datasets"),
    )
    return dataset


def extracted(model: Path, dataset: Any, folder: Path) -> int:
    """Hidden states of four layers for every sequence, one file each, as speculators' training reads them."""
    folder.mkdir(parents=True, exist_ok=True)
    generator = generator_class()(str(model), max_model_len=LENGTH)
    results = generator.generate([each["input_ids"].tolist() for each in dataset])
    for number, (result, each) in enumerate(zip(results, dataset, strict=True)):
        torch.save({**result, "loss_mask": each["loss_mask"]}, folder / f"{number:04}.pt")
    return len(results)


def mapped(folder: Path) -> tuple[torch.Tensor, torch.Tensor]:
    """The draft model's smaller vocabulary, by how often tokens occur."""
    frequencies = torch.load(folder / "token_freq.pt", weights_only=True)
    return build_vocab_mappings_from_distribution(frequencies, DRAFT_VOCABULARY, VOCABULARY)


def draft_model(model: Path, d2t: torch.Tensor, t2d: torch.Tensor) -> Any:
    """Speculators' EAGLE-3 draft model for the verifier."""
    verifier = AutoConfig.from_pretrained(model)
    layer = LlamaConfig(**{**verifier.to_dict(), "num_hidden_layers": 1})
    layer._attn_implementation = "simple_flex_attention"  # noqa: SLF001 -- as speculators' own training script does
    config = Eagle3SpeculatorConfig(
        transformer_layer_config=layer,
        draft_vocab_size=DRAFT_VOCABULARY,
        speculators_config=SpeculatorsConfig(
            algorithm="eagle3",
            proposal_methods=[GreedyTokenProposalConfig(speculative_tokens=3)],
            default_proposal_method="greedy",
            verifier=VerifierConfig.from_config(verifier, name_or_path=str(model)),
        ),
    )
    torch.manual_seed(0)
    return Eagle3DraftModel(config=config, t2d=t2d, d2t=d2t)


def trained_on(
    states: Path, model: Path, d2t: torch.Tensor, t2d: torch.Tensor, checkpoints: Path
) -> tuple[list[float], Path, Any]:
    """Train by speculators' trainer; the mean loss of each epoch, the last checkpoint, and the model."""
    let_attention_train()
    draft = draft_model(model, d2t, t2d)
    data = Eagle3SampleFileDataset(max_len=LENGTH, file_list=sorted(map(str, list_files(states))))
    loader = DataLoader(data, batch_size=3, shuffle=False, collate_fn=create_collate_fn(LENGTH))
    losses: list[float] = []
    draft.register_forward_hook(lambda _model, _arguments, result: losses.append(float(result[1].detach())))
    config = TrainerConfig(lr=1e-3, num_epochs=EPOCHS, save_path=str(checkpoints), local_rank="cpu")
    Trainer(draft, config, loader).run_training()
    each = len(loader)
    means = [sum(losses[n : n + each]) / each for n in range(0, len(losses), each)]
    return means, checkpoints / str(EPOCHS - 1), draft


def reloaded(saved: Path, trained: Any, d2t: torch.Tensor, t2d: torch.Tensor) -> bool:
    """Whether the checkpoint gives the weights that were trained, to the precision it is saved in."""
    again = Eagle3DraftModel(config=Eagle3SpeculatorConfig.from_pretrained(saved), t2d=t2d, d2t=d2t)
    kept = load_safetensors_state_dict(saved / "model.safetensors", "cpu")
    missing, unexpected = again.load_state_dict(kept, strict=False)  # the verifier's own head is not saved
    same = (
        torch.equal(weight, again.state_dict()[name].to(torch.bfloat16))
        for name, weight in kept.items()
        if weight.is_floating_point()
    )
    trained_too = torch.equal(kept["fc.weight"], trained.fc.weight.detach().to(torch.bfloat16))
    return all(same) and trained_too and not unexpected and set(missing) <= {"verifier_lm_head.weight"}


def say(step: str, text: str) -> None:
    """One line for each step."""
    print(f"eagle3 · {step}: {text}", flush=True)


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "out/eagle3")
    target.mkdir(parents=True, exist_ok=True)
    sys.exit(main(target))
