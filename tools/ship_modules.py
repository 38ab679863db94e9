"""Makes the two small modules that the kit ships: random weights in real layouts, with what the real code says to them.

Run once, with the extra [transfer] installed, from the checkout: python tools/ship_modules.py
The numbers are rounded to four digits before the modules see them, so that the files are exact and short.
tests/truth/test_transfer.py holds the files against the libraries wherever they are installed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import torch
from transformers import BertConfig
from transformers.models.bert.modeling_bert import BertSelfAttention

SHIPPED = Path(__file__).parents[1] / "autograder" / "shipped"
SPREAD = 0.5  # at the 0.02 that BERT is born with, every weight would be the same


def main() -> None:
    """Write both files anew."""
    torch.manual_seed(5)
    write("bert", bert(seq_len=5, d_model=8, num_heads=2))
    write("multihead", multihead(seq_len=4, d_model=6, num_heads=3))


def bert(seq_len: int, d_model: int, num_heads: int) -> dict[str, torch.Tensor]:
    """A BertSelfAttention: its parameters by their own names, an input, and what comes out."""
    config = BertConfig(hidden_size=d_model, num_attention_heads=num_heads, attn_implementation="eager")
    module = drawn(BertSelfAttention(config).eval())
    x = rounded(torch.randn(seq_len, d_model))
    output, weights = module(x[None])
    return {**module.state_dict(), "x": x, "output": output[0], "weights": weights[0]}


def multihead(seq_len: int, d_model: int, num_heads: int) -> dict[str, torch.Tensor]:
    """A torch.nn.MultiheadAttention, likewise; its weights are the mean over the heads, as it hands them out."""
    module = drawn(torch.nn.MultiheadAttention(d_model, num_heads, batch_first=True).eval())
    x = rounded(torch.randn(seq_len, d_model))
    output, weights = module(x[None], x[None], x[None])
    return {**module.state_dict(), "x": x, "output": output[0], "weights": weights[0]}


def drawn(module: torch.nn.Module) -> torch.nn.Module:
    """The module with weights at which attention chooses."""
    for parameter in module.parameters():
        parameter.data = rounded(SPREAD * torch.randn_like(parameter))
        parameter.requires_grad_(False)
    return module


def rounded(tensor: torch.Tensor) -> torch.Tensor:
    return torch.round(tensor * 1e4) / 1e4


def write(name: str, arrays: Mapping[str, torch.Tensor]) -> None:
    """Numbers as text, one array a line, each as short as float32 can still read it back."""
    lines = []
    for key, array in arrays.items():
        numbers = [float(str(number)) for number in array.detach().numpy().ravel()]
        lines.append(f"{json.dumps(key)}: {json.dumps([list(array.shape), numbers])}")
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    (SHIPPED / f"{name}.json").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
