"""Day 5 against the libraries themselves where they are installed, and against what the kit ships of them anywhere."""

from __future__ import annotations

import io
import re
import sys
from contextlib import redirect_stdout

import jupytext
import numpy as np
import pytest

import autograder
from autograder import facts, shipped, specs
from autograder.sandbox import Sandbox
from tests.conftest import ROOT

pytestmark = pytest.mark.grading

TOLERANCE = {"rtol": 1e-10, "atol": 1e-12}
SINGLE = {"rtol": 0, "atol": 1e-5}
COURSE = facts.load(ROOT)


def library(name: str, stands_in: str):
    """The library, or a skip that says what is not compared."""
    return pytest.importorskip(name, reason=f"{name} is not installed (extra transfer); instead: {stands_in}")


@pytest.fixture
def torch():
    return library("torch", "the shipped numbers")


@pytest.fixture
def bert_self_attention(torch):
    library("transformers", "the shipped numbers")
    from transformers import BertConfig
    from transformers.models.bert.modeling_bert import BertSelfAttention

    def made(d_model: int, num_heads: int):
        config = BertConfig(hidden_size=d_model, num_attention_heads=num_heads, attn_implementation="eager")
        return BertSelfAttention(config).eval()

    return made


def random(seed: int, *shape: int):
    return np.random.default_rng(seed).normal(size=shape)


def bert_in_ours(parameters, x, num_heads):
    """A BertSelfAttention's parameters, by its own names, through our four functions."""
    theirs = {ours: parameters[name] for ours, name in specs.bert_names(list(parameters)).items()}
    pairs = [part for role in "qkv" for part in (specs.from_linear(theirs[f"W_{role}"]), theirs[f"b_{role}"])]
    return specs.biased_attention(x, *pairs, num_heads)


def multihead_in_ours(parameters, x, num_heads):
    pairs = zip(specs.from_packed(parameters["in_proj_weight"]), np.split(parameters["in_proj_bias"], 3), strict=True)
    joined = specs.biased_attention(x, *(part for pair in pairs for part in pair), num_heads)
    return joined @ specs.from_linear(parameters["out_proj.weight"]) + parameters["out_proj.bias"]


# --- what the kit ships -----------------------------------------------------------------------------------------------


def test_the_shipped_modules_say_in_our_functions_what_they_said_in_theirs():
    bert, multihead = shipped.module("bert"), shipped.module("multihead")
    np.testing.assert_allclose(bert_in_ours(bert, bert["x"], 2), bert["output"], **SINGLE)
    np.testing.assert_allclose(multihead_in_ours(multihead, multihead["x"], 3), multihead["output"], **SINGLE)


def test_the_shipped_weights_choose():
    for name in shipped.NAMES:
        weights = shipped.module(name)["weights"]
        np.testing.assert_allclose(weights.sum(axis=-1), 1, atol=1e-6)
        assert np.ptp(weights, axis=-1).max() > 0.2  # at 0.02, as BERT is born, every weight would be the same


def test_every_call_hands_out_arrays_of_its_own():
    shipped.module("bert")["x"][:] = 0
    assert shipped.module("bert")["x"].any()


def test_an_unknown_module_is_refused_with_those_there_are():
    with pytest.raises(LookupError, match="bert and multihead"):
        shipped.module("gpt")


def test_a_missing_library_is_told_with_the_one_line_that_gets_it(capsys, monkeypatch):
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    assert not shipped.can_import("numpy", "no_such_library")
    said = capsys.readouterr().out
    assert f'"{sys.executable}" -m pip install no_such_library\n' in said
    monkeypatch.setitem(sys.modules, "ipykernel", sys)
    assert not shipped.can_import("no_such_library")
    assert "\n%pip install no_such_library\n" in capsys.readouterr().out
    assert shipped.can_import("numpy")
    assert capsys.readouterr().out == ""


def test_a_library_that_breaks_on_import_counts_as_missing(tmp_path, monkeypatch):
    (tmp_path / "broken_library.py").write_text("raise OSError('a part is missing')", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert not shipped.can_import("broken_library")


# --- the libraries ----------------------------------------------------------------------------------------------------


def test_the_shipped_files_are_what_the_libraries_say_today(torch, bert_self_attention):
    bert, multihead = shipped.module("bert"), shipped.module("multihead")
    modules = (
        (bert_self_attention(8, 2), bert, lambda module, x: module(x)),
        (torch.nn.MultiheadAttention(6, 3, batch_first=True).eval(), multihead, lambda module, x: module(x, x, x)),
    )
    for module, known, run in modules:
        module.load_state_dict({name: torch.tensor(known[name]) for name in module.state_dict()})
        with torch.no_grad():
            output, weights = run(module, torch.tensor(known["x"])[None])
        np.testing.assert_allclose(output[0].numpy(), known["output"], **SINGLE)
        np.testing.assert_allclose(weights[0].numpy(), known["weights"], **SINGLE)


@pytest.mark.parametrize(("seq_len", "d_model", "num_heads"), [(5, 12, 3), (4, 4, 2), (7, 10, 1), (3, 6, 6)])
def test_biased_attention_agrees_with_bert(bert_self_attention, torch, seq_len, d_model, num_heads):
    torch.manual_seed(seq_len)
    module = bert_self_attention(d_model, num_heads).double()
    x = random(1, seq_len, d_model)
    with torch.no_grad():
        expected = module(torch.tensor(x)[None])[0][0].numpy()
    parameters = {f"layer.0.self.{name}": value.numpy() for name, value in module.state_dict().items()}
    np.testing.assert_allclose(bert_in_ours(parameters, x, num_heads), expected, **TOLERANCE)


@pytest.mark.parametrize(("seq_len", "d_model", "num_heads"), [(5, 12, 3), (4, 4, 2), (7, 5, 1)])
def test_a_packed_module_agrees_with_pytorch(torch, seq_len, d_model, num_heads):
    torch.manual_seed(seq_len)
    module = torch.nn.MultiheadAttention(d_model, num_heads, batch_first=True).eval().double()
    torch.nn.init.normal_(module.in_proj_bias)  # PyTorch begins with zeros, which would prove nothing
    x = random(2, seq_len, d_model)
    with torch.no_grad():
        expected = module(*[torch.tensor(x)[None]] * 3)[0][0].numpy()
    parameters = {name: value.numpy() for name, value in module.state_dict().items()}
    np.testing.assert_allclose(multihead_in_ours(parameters, x, num_heads), expected, **TOLERANCE)


def test_a_linear_agrees_with_pytorch(torch):
    module = torch.nn.Linear(3, 5, bias=False).double()
    x = random(3, 4, 3)
    with torch.no_grad():
        expected = module(torch.tensor(x)).numpy()
    np.testing.assert_allclose(x @ specs.from_linear(module.weight.detach().numpy()), expected, **TOLERANCE)


@pytest.mark.parametrize("temperature", [0.2, 1.0, 2.5])
def test_a_temperature_through_q_is_one_through_scale(torch, temperature):
    Q, K, V = (torch.tensor(random(seed, 2, 5, 8)) for seed in (4, 5, 6))
    attend = torch.nn.functional.scaled_dot_product_attention
    warmed = torch.tensor(np.stack([specs.with_temperature(q, temperature) for q in Q.numpy()]))
    expected = attend(Q, K, V, scale=1 / (temperature * 8**0.5)).numpy()
    np.testing.assert_allclose(attend(warmed, K, V).numpy(), expected, **TOLERANCE)


def test_the_recurrent_cells_agree_with_pytorch(torch):
    torch.manual_seed(7)
    x, h, c = random(7, 3), random(8, 4), random(9, 4)
    for module, known in ((torch.nn.RNNCell(3, 4).double(), "rnn"), (torch.nn.LSTMCell(3, 4).double(), "lstm")):
        own = {name: value.detach().numpy() for name, value in module.named_parameters()}
        weights = specs.from_linear(own["weight_ih"]), specs.from_linear(own["weight_hh"])
        bias = own["bias_ih"] + own["bias_hh"]
        with torch.no_grad():
            if known == "rnn":
                expected = (module(torch.tensor(x), torch.tensor(h)),)
                came = (specs.rnn_cell(x, h, *weights, bias),)
            else:
                expected = module(torch.tensor(x), (torch.tensor(h), torch.tensor(c)))
                came = specs.lstm_cell(x, h, c, *weights, bias)
        for ours, theirs in zip(came, expected, strict=True):
            np.testing.assert_allclose(ours, theirs.numpy(), **TOLERANCE)


def test_gradcheck_needs_doubles(torch):
    attend = torch.nn.functional.scaled_dot_product_attention
    torch.manual_seed(1)
    doubles = [torch.randn(2, 3, 4, dtype=torch.double, requires_grad=True) for _ in "qkv"]
    assert torch.autograd.gradcheck(attend, doubles)
    with pytest.warns(UserWarning, match="not a double"), pytest.raises(RuntimeError):
        torch.autograd.gradcheck(attend, [one.detach().float().requires_grad_() for one in doubles])


@pytest.mark.slow
def test_with_the_libraries_every_cell_says_what_the_text_promises_without_them(torch, bert_self_attention):
    said = " ".join("".join(printed()).split())
    for sentence in (
        "bmm in the source: False matmul: True",
        "ValueError: The hidden size (768) is not a multiple of the number of attention heads (10)",
        "temperature through Q and through scale agree: True",
        "numbers that still learn: 27",
        "eager hands the hook an array (1, 2, 5, 5)",
        "sdpa hands the hook nothing",
        "the maps are those that the kit ships: True",
        "torch.float64 gradcheck says True",
        "torch.float32 gradcheck says GradcheckError",
        "torch.bmm Expected size for first two dimensions of batch2 tensor to be: [2, 4] but got: [2, 5].",
        "mat1 and mat2 shapes cannot be multiplied (5x4 and 5x4)",
        "h agrees: True c agrees: True",
    ):
        assert sentence in said, sentence


def printed():
    """What the solved notebook's cells print, here and now."""
    names = {"__name__": "transfer"}
    with pytest.MonkeyPatch.context() as patch:
        for name in autograder.__all__:
            patch.setitem(vars(autograder), name, lambda *_: None)
        for cell in jupytext.read(ROOT / COURSE.source / "transfer.py", fmt="py:percent").cells:
            if cell.cell_type == "code":
                out = io.StringIO()
                with redirect_stdout(out):
                    exec(cell.source, names)
                yield out.getvalue()


# --- the sandbox ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", ["fork", "portable"] if sys.platform == "linux" else ["portable"])
@pytest.mark.parametrize("released", [False, True], ids=["solved", "untouched"])
def test_while_it_is_graded_the_notebook_runs_on_the_shipped_modules_and_asks_for_no_library(backend, released):
    day = COURSE.assignment("transfer")
    text = jupytext.read(ROOT / COURSE.source / "transfer.py", fmt="py:percent")
    sources = [cell.source for cell in text.cells if cell.cell_type == "code"]
    if released:
        cut = r"^( *)### BEGIN SOLUTION\n.*?^ *### END SOLUTION$"
        sources = [re.sub(cut, r"\1raise NotImplementedError", one, flags=re.M | re.S) for one in sources]
    sandbox = Sandbox(day.allowed_imports, COURSE.limits, backend=backend)
    try:
        port = sandbox.open([Source(n, one) for n, one in enumerate(sources, 1)], [e.name for e in day.exercises])
        loaded = port.load()
        assert (loaded.troubles, loaded.refused) == ((), ())
        agreed = "".join(loaded.outputs.values()).count("agree to 1e-5: True")
        assert agreed == (0 if released else 2)
    finally:
        sandbox.close()


class Source:
    """A cell of the notebook, as the sandbox wants it."""

    def __init__(self, number: int, source: str) -> None:
        self.number, self.source, self.label, self.first_line = number, source, f"cell {number}", 1
