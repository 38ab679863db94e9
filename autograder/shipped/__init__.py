"""Two small modules of real libraries, as numbers: random weights in the libraries' own layouts, an input, the output.

Nothing is downloaded or unpickled: the files are plain text. tools/ship_modules.py made them with PyTorch 2.13 and
Transformers 5.24; who has these libraries can go on with them, and `can_import` tells everybody else how to get them.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
NAMES = ("bert", "multihead")


def module(name: str) -> dict[str, Array]:
    """The parameters of one module by the names that its library gives them, with `x`, `output` and `weights`.

    "bert" is a BertSelfAttention of Hugging Face with 2 heads, "multihead" a MultiheadAttention of PyTorch with 3.
    """
    if name not in NAMES:
        raise LookupError(f"there is no module {name!r}; there are {' and '.join(NAMES)}")
    return {key: np.array(numbers, np.float32).reshape(shape) for key, (shape, numbers) in _SHIPPED[name].items()}


def can_import(*libraries: str) -> bool:
    """Whether all these libraries are here; if not, it prints the one line that gets them for this interpreter."""
    missing = [name for name in libraries if not _is_here(name)]
    if missing:
        pip = "%pip" if "ipykernel" in sys.modules else f'"{sys.executable}" -m pip'
        print(f"{' and '.join(missing)}: not here, and no check needs it. To get it, run this one line:")
        print(f"{pip} install {' '.join(missing)}")
        print("and restart the kernel. On Linux that line brings builds for graphics cards, some gigabytes; the start")
        print("page of pytorch.org writes the line without them.")
    return not missing


def _is_here(library: str) -> bool:
    """Whether it can be imported, and not only found: a library may be installed and broken."""
    try:
        importlib.import_module(library)
    except Exception:
        return False
    return True


def _read(name: str) -> Mapping[str, tuple[list[int], list[float]]]:
    text = (Path(__file__).parent / f"{name}.json").read_text(encoding="utf-8")
    return MappingProxyType(json.loads(text))


# Read on import, so that a submission's process has them before it loses sight of the files.
_SHIPPED = MappingProxyType({name: _read(name) for name in NAMES})
