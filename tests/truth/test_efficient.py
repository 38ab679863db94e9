"""Day 4's truths and references against what nobody here wrote: derivatives and fits of SciPy, ONNX, PyTorch.

ONNX's evaluator rounds its scale to single precision, so it is held to six digits only.
"""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest
import scipy.special
import scipy.stats
from scipy.differentiate import jacobian

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
    spec = importlib.util.spec_from_file_location("source_efficient", ROOT / course.source / "efficient.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def gradient_of(loss, x):
    """SciPy's own adaptive derivative of a loss with respect to every number of x."""
    found = jacobian(lambda columns: each(loss, columns, x.shape), x.ravel(), tolerances={"atol": 1e-12, "rtol": 1e-11})
    return found.df.reshape(x.shape)


def each(loss, columns, shape):
    """The loss of every column, as SciPy asks for it: further axes are further points."""
    flat = columns.reshape(columns.shape[0], -1)
    values = np.array([loss(column.reshape(shape)) for column in flat.T])
    return values.reshape(1, *columns.shape[1:])[0]


def attention(Q, K, V):
    return scipy.special.softmax(Q @ K.T / np.sqrt(Q.shape[1]), axis=1) @ V


def layer_norm(x, gamma, beta, eps):
    return (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + eps) * gamma + beta


def test_softmax_backward_is_the_derivative_of_scipys_softmax(ours):
    scores, upstream = random(31, 3, 4), random(32, 3, 4)
    expected = gradient_of(lambda s: np.sum(upstream * scipy.special.softmax(s, axis=1)), scores)
    came = ours.softmax_backward(scipy.special.softmax(scores, axis=1), upstream)
    np.testing.assert_allclose(came, expected, rtol=1e-8, atol=1e-9)


def test_attention_backward_is_the_derivative_of_attention(ours):
    Q, K, V, upstream = random(33, 2, 3), random(34, 4, 3), random(35, 4, 2), random(36, 2, 2)
    dQ, dK, dV = ours.attention_backward(Q, K, V, upstream)
    for came, expected in (
        (dQ, gradient_of(lambda one: np.sum(upstream * attention(one, K, V)), Q)),
        (dK, gradient_of(lambda one: np.sum(upstream * attention(Q, one, V)), K)),
        (dV, gradient_of(lambda one: np.sum(upstream * attention(Q, K, one)), V)),
    ):
        np.testing.assert_allclose(came, expected, rtol=1e-8, atol=1e-9)


def test_layer_norm_backward_is_the_derivative_of_layer_norm(ours):
    x, gamma, beta, upstream = random(37, 3, 4), random(38, 4), random(39, 4), random(40, 3, 4)
    dx, dgamma, dbeta = ours.layer_norm_backward(x, gamma, upstream, 0.1)
    for came, expected in (
        (dx, gradient_of(lambda one: np.sum(upstream * layer_norm(one, gamma, beta, 0.1)), x)),
        (dgamma, gradient_of(lambda one: np.sum(upstream * layer_norm(x, one, beta, 0.1)), gamma)),
        (dbeta, gradient_of(lambda one: np.sum(upstream * layer_norm(x, gamma, one, 0.1)), beta)),
    ):
        np.testing.assert_allclose(came, expected, rtol=1e-8, atol=1e-9)


def test_backwards_agree_with_pytorch(ours):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed; SciPy's derivatives stand in")
    arrays = [random(seed, *shape) for seed, shape in ((41, (3, 4)), (42, (5, 4)), (43, (5, 2)), (44, (3, 2)))]
    Q, K, V, upstream = (torch.tensor(array, requires_grad=True) for array in arrays)
    torch.nn.functional.scaled_dot_product_attention(Q[None], K[None], V[None])[0].backward(upstream)
    for came, expected in zip(ours.attention_backward(*arrays), (Q.grad, K.grad, V.grad), strict=True):
        np.testing.assert_allclose(came, expected.numpy(), rtol=1e-10, atol=1e-12)


def test_grad_check_measures_what_scipy_derives(ours):
    x = random(45, 2, 3)

    def f(point):
        return float(np.sum(np.sin(2 * point)) + np.prod(point))

    right = gradient_of(f, x)
    assert ours.grad_check(f, x, right) < 1e-9
    assert ours.grad_check(f, x, right + 0.25 * (np.arange(6).reshape(2, 3) == 4)) == pytest.approx(0.25, abs=1e-9)


@pytest.mark.parametrize("block_size", [1, 3, 100])
def test_tiles_agree_with_onnx(ours, block_size):
    Q, K, V = random(46, 4, 3, scale=2), random(47, 7, 3, scale=2), random(48, 7, 5)
    expected = onnx_attention(Q[None], K[None], V[None])[0]
    np.testing.assert_allclose(ours.tiled_attention(Q, K, V, block_size), expected, rtol=1e-6, atol=1e-6)


def test_token_by_token_agrees_with_onnxs_causal_attention(ours):
    Q, K, V = random(49, 6, 4, scale=2), random(50, 6, 4, scale=2), random(51, 6, 3)
    inputs = {"Q": Q[None, None], "K": K[None, None], "V": V[None, None]}
    expected = onnx_model("Attention", inputs, ["y"], is_causal=1)[0][0, 0]
    caches = K[:0], V[:0]
    for t in range(6):
        output, *caches = ours.decode_step(Q[t], K[t], V[t], *caches)
        np.testing.assert_allclose(output, expected[t], rtol=1e-6, atol=1e-6)
    np.testing.assert_array_equal(caches[0], K)
    np.testing.assert_array_equal(caches[1], V)


def test_positions_are_parts_of_turning_numbers(ours):
    turned = np.exp(1j * np.outer(np.arange(9), 10000.0 ** -(np.arange(4) / 4)))
    table = ours.sinusoidal_positions(9, 8)
    np.testing.assert_allclose(table[:, 0::2], turned.imag, atol=1e-12)
    np.testing.assert_allclose(table[:, 1::2], turned.real, atol=1e-12)


def test_fitted_exponent_is_scipys_slope(ours):
    sizes, costs = np.array([3.0, 40.0, 7.0, 900.0]), np.array([2.0, 31.0, 9.0, 77.0])
    expected = scipy.stats.linregress(np.log(sizes), np.log(costs)).slope
    assert ours.fitted_exponent(sizes, costs) == pytest.approx(expected, rel=1e-12)
