"""Reference, specs and implementations that nobody here wrote say the same, for any key."""

from __future__ import annotations

import importlib.util
import warnings

import numpy as np
import pytest
import scipy.special
import scipy.stats
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

from autograder import clinic, facts, specs
from autograder.probes import PUBLIC_KEY, Inputs
from tests.conftest import KEYS, ROOT

pytestmark = pytest.mark.grading

COURSE = facts.load(ROOT)
EXERCISES = [exercise for assignment in COURSE.assignments for exercise in assignment.exercises]
INPUTS = [Inputs(key, hidden=True) for key in KEYS] + [Inputs(PUBLIC_KEY, hidden=False)]
NAMES = [exercise.name for exercise in EXERCISES]


@pytest.fixture(scope="module")
def reference():
    """The functions of source/, which are the reference."""
    functions = {}
    for assignment in COURSE.assignments:
        path = ROOT / COURSE.source / f"{assignment.name}.py"
        spec = importlib.util.spec_from_file_location(f"source_{assignment.name}", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        functions |= {e.name: getattr(module, e.name) for e in assignment.exercises}
    return functions


def parts(value):
    return value if isinstance(value, tuple) else (value,)


def assert_same(a, b, tolerance):
    if isinstance(b, dict):
        assert a == b
        return
    for one, other in zip(parts(a), parts(b), strict=True):
        if isinstance(other, str):
            assert one == other
            continue
        np.testing.assert_allclose(np.asarray(one, float), np.asarray(other, float), **tolerance)


LOOSER = {
    "check_docs": {"rtol": 1e-2},
    # The rounding of a logarithm, over sizes that differ in the fourth digit only, shows in the ninth of the slope.
    "fitted_exponent": {"rtol": 1e-8, "atol": 1e-9},
}


def tolerance_of(arguments, name=""):
    single = any(isinstance(a, np.ndarray) and a.dtype == np.float32 for a in arguments)
    return {"rtol": 1e-4, "atol": 1e-5} if single else LOOSER.get(name, {"rtol": 1e-10, "atol": 1e-11})


def copies(arguments):
    return [np.array(a) if isinstance(a, np.ndarray) else a for a in arguments]


@pytest.mark.parametrize("inputs", INPUTS, ids=lambda inputs: inputs.key.decode())
@pytest.mark.parametrize("name", NAMES)
def test_reference_and_spec_agree_on_every_probe(name, inputs, reference):
    for probe in inputs.probes(name):
        if "indivisible" in probe.name or probe.name == "fewer_features":
            for function in (reference[name], getattr(specs, name)):
                with pytest.raises(ValueError, match=r"heads|num_heads|divi"):
                    function(*copies(probe.arguments))
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            came = answered(reference[name], copies(probe.arguments))
        assert_same(came, getattr(specs, name)(*probe.arguments), tolerance_of(probe.arguments, name))


def answered(function, arguments):
    """The answer; a test of somebody's function that raises has found something wrong."""
    try:
        return function(*arguments)
    except Exception:
        if function.__name__ != "accepts":
            raise
        return False


def onnx_model(operator, inputs, outputs, opset=23, **attributes):
    """A one-node ONNX model; its reference evaluator is written by the ONNX project."""
    node = helper.make_node(operator, list(inputs), outputs, **attributes)
    graph = helper.make_graph(
        [node],
        "one",
        [helper.make_tensor_value_info(n, TensorProto.DOUBLE, list(a.shape)) for n, a in inputs.items()],
        [helper.make_tensor_value_info(n, TensorProto.DOUBLE, None) for n in outputs],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])
    return ReferenceEvaluator(model).run(None, dict(inputs))


def random(seed, *shape, scale=1.0):
    return np.random.default_rng(seed).normal(scale=scale, size=shape)


@pytest.mark.parametrize("shape", [(5,), (3, 4), (2, 3, 4)])
def test_softmax_agrees_with_scipy_and_onnx(shape):
    scores = random(1, *shape, scale=30)
    expected = scipy.special.softmax(scores, axis=-1)
    np.testing.assert_allclose(specs.stable_softmax(scores), expected, rtol=1e-12)
    np.testing.assert_allclose(onnx_model("Softmax", {"x": scores}, ["y"], axis=-1)[0], expected, rtol=1e-12)


def test_entropy_agrees_with_scipy():
    weights = scipy.special.softmax(random(2, 6, 5), axis=1)
    weights[0] = np.eye(5)[2]
    np.testing.assert_allclose(specs.attention_entropy(weights), scipy.stats.entropy(weights, axis=1), atol=1e-12)


def test_layer_norm_agrees_with_onnx():
    x, gamma, beta = random(3, 4, 6), random(4, 6), random(5, 6)
    inputs = {"x": x, "gamma": gamma, "beta": beta}
    (expected,) = onnx_model("LayerNormalization", inputs, ["y"], axis=-1, epsilon=0.1)
    # ONNX keeps epsilon in single precision.
    np.testing.assert_allclose(specs.layer_norm(x, gamma, beta, 0.1), expected, rtol=1e-7)


def onnx_attention(Q, K, V):
    """Attention of (heads, seq_len, d) arrays, by ONNX's own operator."""
    inputs = {"Q": Q[None], "K": K[None], "V": V[None]}
    return onnx_model("Attention", inputs, ["y"])[0][0]


def test_one_head_agrees_with_onnx():
    x, W_q, W_k, W_v = random(6, 5, 6), *(random(s, 6, 3, scale=0.5) for s in (7, 8, 9))
    output, _ = specs.self_attention(x, W_q, W_k, W_v)
    expected = onnx_attention((x @ W_q)[None], (x @ W_k)[None], (x @ W_v)[None])[0]
    np.testing.assert_allclose(output, expected, rtol=1e-6)


@pytest.mark.parametrize("num_heads", [1, 2, 3, 6])
def test_multi_head_agrees_with_onnx(num_heads):
    x = random(10, 5, 6)
    W_q, W_k, W_v, W_o = (random(s, 6, 6, scale=0.5) for s in (11, 12, 13, 14))
    output, weights = specs.multi_head_attention(x, W_q, W_k, W_v, W_o, num_heads)
    heads = [np.stack(np.split(x @ W, num_heads, axis=1)) for W in (W_q, W_k, W_v)]
    joined = np.concatenate(list(onnx_attention(*heads)), axis=1)
    np.testing.assert_allclose(output, joined @ W_o, rtol=1e-6)
    np.testing.assert_allclose(weights.sum(axis=-1), 1, rtol=1e-12)


def test_multi_head_agrees_with_pytorch():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed; ONNX's evaluator stands in")
    x = random(20, 5, 6)
    W_q, W_k, W_v, W_o = (random(s, 6, 6, scale=0.5) for s in (21, 22, 23, 24))
    heads = [torch.tensor(np.stack(np.split(x @ W, 2, axis=1))) for W in (W_q, W_k, W_v)]
    joined = torch.nn.functional.scaled_dot_product_attention(*heads).transpose(0, 1).reshape(5, 6).numpy()
    output, _ = specs.multi_head_attention(x, W_q, W_k, W_v, W_o, 2)
    np.testing.assert_allclose(output, joined @ W_o, rtol=1e-10)


def test_normalized_entropy_agrees_with_scipy_in_base_n():
    weights = scipy.special.softmax(random(30, 6, 5), axis=1)
    weights[1] = np.eye(5)[2]
    expected = scipy.stats.entropy(weights, base=5, axis=1)
    np.testing.assert_allclose(specs.normalized_entropy(weights), expected, atol=1e-12)


def test_score_stats_agree_with_scipy():
    scores = random(31, 4, 7, scale=3) + 1000
    found = scipy.stats.describe(scores, axis=None, ddof=0)
    low, high = found.minmax
    np.testing.assert_allclose(
        specs.score_stats(scores), [found.mean, found.variance**0.5, high - low, high], rtol=1e-9
    )


def test_a_healthy_patient_agrees_with_onnx():
    Q, K, V = random(32, 5, 4), random(33, 5, 4), random(34, 5, 3)
    expected = onnx_attention(Q[None], K[None], V[None])[0]
    np.testing.assert_allclose(clinic.healthy(Q, K, V), expected, rtol=1e-6)


def test_the_right_softmaxes_to_practise_on_are_right_and_the_wrong_ones_are_not():
    right, wrong = clinic.practice_candidates()
    tried = [random(35, 3, 4), np.array([[1000.0, 900.0], [0.0, 0.0]]), np.array([[0.0, 3000.0]]), np.array([[7, 7]])]
    off = [max(np.nanmax(np.abs(one(x) - scipy.special.softmax(x.astype(float), -1))) for x in tried) for one in right]
    assert max(off) < 1e-6
    with np.errstate(all="ignore"):
        answers = [[np.asarray(one(x), float) for x in tried] for one in wrong]
    for row in answers:
        agree = [
            np.allclose(came, scipy.special.softmax(x.astype(float), -1)) for came, x in zip(row, tried, strict=True)
        ]
        assert not all(agree)
