"""Day 3's truths and references against what nobody here wrote: SciPy, ONNX's evaluator, PyTorch where installed.

ONNX's evaluator rounds its scale to single precision, so it is held to six digits only.
"""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest
import scipy.spatial
import scipy.special

from autograder import facts, specs
from tests.conftest import ROOT
from tests.test_truth import onnx_attention, onnx_model, random

pytestmark = pytest.mark.grading


@pytest.fixture(scope="module", params=["specs", "source"])
def ours(request):
    """The truths, and the reference functions of the text."""
    if request.param == "specs":
        return specs
    course = facts.load(ROOT)
    spec = importlib.util.spec_from_file_location("source_encoder", ROOT / course.source / "encoder.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def layer_arguments(pre_norm):
    """A layer of six features, three heads and eight hidden features."""
    attention = tuple(random(seed, 6, 6, scale=0.5) for seed in (1, 2, 3, 4))
    ffn = random(5, 6, 8, scale=0.5), random(6, 8), random(7, 8, 6, scale=0.5), random(8, 6)
    return random(0, 5, 6), attention, ffn, tuple(random(seed, 6) for seed in (9, 10, 11, 12)), 3, pre_norm


# --- ONNX -------------------------------------------------------------------------------------------------------------


def onnx_heads(x, W_q, W_k, W_v, W_o, num_heads):
    Q, K, V = (np.stack(np.split(x @ W, num_heads, axis=1)) for W in (W_q, W_k, W_v))
    return np.concatenate(list(onnx_attention(Q, K, V)), axis=1) @ W_o


def onnx_norm(x, gamma, beta):
    (y,) = onnx_model("LayerNormalization", {"x": x, "g": gamma, "b": beta}, ["y"], axis=-1, epsilon=1e-5)
    return y


def onnx_feed(x, W_1, b_1, W_2, b_2):
    (hidden,) = onnx_model("Gemm", {"x": x, "W": W_1, "b": b_1}, ["y"])
    (passed,) = onnx_model("Relu", {"x": hidden}, ["y"])
    return onnx_model("Gemm", {"x": passed, "W": W_2, "b": b_2}, ["y"])[0]


@pytest.mark.parametrize("pre_norm", [False, True], ids=["post", "pre"])
def test_a_layer_agrees_with_onnx(ours, pre_norm):
    x, attention, ffn, (g_1, c_1, g_2, c_2), num_heads, _ = given = layer_arguments(pre_norm)
    if pre_norm:
        middle = x + onnx_heads(onnx_norm(x, g_1, c_1), *attention, num_heads)
        expected = middle + onnx_feed(onnx_norm(middle, g_2, c_2), *ffn)
    else:
        middle = onnx_norm(x + onnx_heads(x, *attention, num_heads), g_1, c_1)
        expected = onnx_norm(middle + onnx_feed(middle, *ffn), g_2, c_2)
    np.testing.assert_allclose(ours.encoder_layer(*given), expected, rtol=1e-5, atol=1e-6)


def test_feed_forward_agrees_with_onnx(ours):
    x, _, ffn, *_ = layer_arguments(False)
    np.testing.assert_allclose(ours.feed_forward(x, *ffn), onnx_feed(x, *ffn), rtol=1e-10, atol=1e-12)


def test_masked_weights_agree_with_onnx_and_scipy(ours):
    scores, mask = random(20, 5, 5), np.tri(5, dtype=bool)
    expected = scipy.special.softmax(np.where(mask, scores, -np.inf), axis=1)
    np.testing.assert_allclose(ours.masked_weights(scores, mask), expected, rtol=1e-12)
    inputs = {"Q": scores[None, None], "K": np.eye(5)[None, None], "V": np.eye(5)[None, None]}
    (y,) = onnx_model("Attention", inputs, ["y"], is_causal=1, scale=1.0)
    np.testing.assert_allclose(ours.masked_weights(scores, mask), y[0, 0], rtol=1e-6)


def test_a_batch_agrees_with_onnx(ours):
    x, matrices = random(21, 3, 5, 6), [random(seed, 6, 4, scale=0.5) for seed in (22, 23, 24)]
    Q, K, V = (x @ W for W in matrices)
    (expected,) = onnx_model("Attention", {"Q": Q[:, None], "K": K[:, None], "V": V[:, None]}, ["y"])
    np.testing.assert_allclose(ours.batched_attention(x, *matrices)[0], expected[:, 0], rtol=1e-6)


# --- SciPy ------------------------------------------------------------------------------------------------------------


def test_drift_agrees_with_scipy(ours):
    output, x = random(25, 6, 4), random(26, 6, 4)
    expected = np.diagonal(scipy.spatial.distance.cdist(output, x))
    np.testing.assert_allclose(ours.output_drift(output, x), expected, rtol=1e-12)


def test_diversity_agrees_with_scipys_city_blocks(ours):
    weights = scipy.special.softmax(random(27, 4, 3, 5, scale=2), axis=-1)
    rows = [scipy.spatial.distance.pdist(weights[:, i], "cityblock") / 2 for i in range(3)]
    assert ours.head_diversity(weights) == pytest.approx(np.mean(rows), rel=1e-12)


# --- PyTorch ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pre_norm", [False, True], ids=["post", "pre"])
def test_a_layer_agrees_with_pytorchs_own(ours, pre_norm):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed; ONNX's evaluator stands in")
    x, (W_q, W_k, W_v, W_o), (W_1, b_1, W_2, b_2), norms, num_heads, _ = given = layer_arguments(pre_norm)
    theirs = torch.nn.TransformerEncoderLayer(6, num_heads, 8, 0.0, norm_first=pre_norm, dtype=torch.float64).eval()
    packed = {"self_attn.in_proj_weight": np.concatenate([W_q.T, W_k.T, W_v.T]), "self_attn.out_proj.weight": W_o.T}
    packed |= {"linear1.weight": W_1.T, "linear1.bias": b_1, "linear2.weight": W_2.T, "linear2.bias": b_2}
    packed |= dict(zip(["norm1.weight", "norm1.bias", "norm2.weight", "norm2.bias"], norms, strict=True))
    packed |= {"self_attn.in_proj_bias": np.zeros(18), "self_attn.out_proj.bias": np.zeros(6)}
    theirs.load_state_dict({name: torch.tensor(np.ascontiguousarray(array)) for name, array in packed.items()})
    with torch.no_grad():
        expected = theirs(torch.tensor(x)[None])[0].numpy()
    np.testing.assert_allclose(ours.encoder_layer(*given), expected, rtol=1e-9, atol=1e-10)
