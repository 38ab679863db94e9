"""Right but unusual answers to triage(attend); every one keeps full marks."""

import itertools

import numpy as np

ROWS = np.array([[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 2.0, 0.0], [1.0, 0.0, 0.0, 0.0]])
KEYS = np.array([[1.0, 0.5, -0.5, 0.0], [2.5, 0.0, 0.5, 0.0], [0.5, -1.5, 0.0, 0.0]])


def _share(scores, axis=1):
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def rebuilds_all_and_takes_the_nearest(attend):
    """Computes what each illness would answer, and takes the nearest; what changes nothing is asked first."""
    came, blind = attend(ROWS, KEYS, np.eye(3)), attend(-ROWS, KEYS, np.eye(3))
    if np.allclose(came, blind, atol=1e-3):
        return "ignores the scores"
    products = ROWS @ KEYS.T
    scores = products / 2
    ill = {
        "no scale": _share(products),
        "divides by d_k": _share(products / 4),
        "softmax over the queries": _share(scores, axis=0),
        "hides later keys": _share(np.where(np.arange(3) > np.arange(3)[:, None], -1e9, scores)),
        "swaps queries and keys": _share(scores.T),
        "transposes the weights": _share(scores).T,
        "picks one key": np.round(came),
    }
    return min(ill, key=lambda label: float(np.abs(ill[label] - came).max()))


class _Doctor:
    """Keeps what it has seen of a patient."""

    def __init__(self, attend):
        self.seen = attend(2 * ROWS, KEYS, np.eye(3))
        self.calm = attend(0 * ROWS, KEYS, np.eye(3))

    @property
    def products(self):
        return 2 * ROWS @ KEYS.T

    def gaps(self, weights):
        return np.log(np.maximum(weights, 1e-12))

    def label(self):
        if np.ptp(np.stack([self.seen, self.calm]), axis=0).max() < 1e-3:
            return "ignores the scores"
        if np.sort(self.seen, axis=1)[:, :2].max() < 1e-3:
            return "picks one key"
        if abs(self.calm[0, 1]) + abs(self.calm[0, 2]) + abs(self.calm[1, 2]) < 1e-3:
            return "hides later keys"
        along = np.abs(self.seen.sum(axis=1) - 1).max() < 1e-3
        table = self.gaps(self.seen if along else self.seen.T)
        table = table[:, :1] - table
        straight = self.products if along else self.products.T
        if along:
            for scale, name in ((1, "no scale"), (4, "divides by d_k")):
                if np.allclose(table, (straight[:, :1] - straight) / scale, atol=0.05):
                    return name
            return "swaps queries and keys"
        down = np.allclose(table, (straight[:, :1] - straight) / 2, atol=0.05)
        return "softmax over the queries" if down else "transposes the weights"


def sends_for_a_doctor(attend):
    """A class that keeps its observations."""
    return _Doctor(attend).label()


def tries_until_one_is_left(attend):
    """Crosses labels off, experiment by experiment, with sets and random arrays."""
    rng = np.random.default_rng(70)
    left = {
        "no scale": lambda p: _share(p),
        "divides by d_k": lambda p: _share(p / 9),
        "softmax over the queries": lambda p: _share(p / 3, axis=0),
        "hides later keys": lambda p: _share(np.where(np.arange(4) > np.arange(4)[:, None], -1e9, p / 3)),
        "swaps queries and keys": lambda p: _share(p.T / 3),
        "transposes the weights": lambda p: _share(p / 3).T,
    }
    constant, sure = True, True
    before = None
    for _ in range(3):
        q, k = rng.standard_normal((4, 9)), rng.standard_normal((4, 9))
        came = attend(q, k, np.eye(4))
        left = {label: f for label, f in left.items() if np.abs(f(q @ k.T) - came).max() < 1e-3}
        constant = constant and (before is None or np.abs(came - before).max() < 1e-3)
        sure = sure and np.abs(came * (1 - came)).max() < 1e-3
        before = came
    if constant:
        return "ignores the scores"
    return "picks one key" if sure else next(iter(left))


def solves_for_the_weights(attend):
    """Values of any kind: the weights are solved for, token by token with itertools."""
    values = np.diag([2.0, 1, 1]) + np.eye(3, k=1) * [[1], [3], [0]] + np.eye(3, k=-2)
    weights = np.linalg.solve(values.T, attend(ROWS, KEYS, values).T).T
    others = np.linalg.solve(values.T, attend(0.5 * ROWS, KEYS, values).T).T
    pairs = itertools.product(range(3), repeat=2)
    if all(abs(weights[i, j] - others[i, j]) < 1e-3 for i, j in pairs):
        return "ignores the scores" if not (np.abs(weights - np.round(weights)) < 1e-3).all() else _blind(attend)
    if abs(weights[0, 1]) < 1e-3 and abs(weights[0, 2]) < 1e-3:
        return "hides later keys"
    products = ROWS @ KEYS.T
    guesses = [
        ("no scale", _share(products)),
        ("divides by d_k", _share(products / 4)),
        ("swaps queries and keys", _share(products.T / 2)),
        ("softmax over the queries", _share(products / 2, axis=0)),
    ]
    return next((name for name, guess in guesses if np.allclose(weights, guess, atol=1e-3)), "transposes the weights")


def _blind(attend):
    """Whether the sign of the queries moves anything."""
    first, other = attend(ROWS, KEYS, np.eye(3)), attend(-ROWS, KEYS, np.eye(3))
    return "ignores the scores" if np.allclose(first, other, atol=1e-3) else "picks one key"
