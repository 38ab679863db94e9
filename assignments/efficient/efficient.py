# softmarks: attention-from-scratch/efficient

# %% [markdown]
# # Day 4. Gradients, positions and long sequences
#
# Until today everything ran forwards, on a handful of tokens. Today you walk the way back, by hand, with an instrument
# that tells you when you are wrong. Then you make attention fit for long sequences: in tiles, token by token, with
# places; and you measure what it costs instead of quoting it.
#
# Planned: 240 minutes. That is a plan, not a measurement; take the time you need. The last exercise is stretch: it
# brings no points and is not in the plan.

# %% [markdown]
# ## Before you start
#
# - **You need** Python 3.11 or newer, NumPy, SciPy, and the `autograder` package that came with this notebook. Nothing
#   is downloaded, and nothing from the days before is needed: softmax is SciPy's. If something is missing, the first
#   cell says so and prints the one line that mends it. In VS Code, look at the kernel's name in the top right corner
#   first.
# - **How to work.** Run the cells from top to bottom. Where a function says TODO, write its body and delete the line
#   `raise NotImplementedError`. If a cell never ends, interrupt the kernel (the square button) and look at your loop.
# - **Predicting.** Before each exercise stands a `predict(...)` cell with a question for the head. It says whether your
#   numbers are right, or which idea they come from if it is a known one. They are not marked and not kept.
# - **Checking.** After each exercise stands a `check(...)` cell. It runs the public checks, on small inputs, at once. Hidden checks run at grading, on other inputs. So a clean row of public checks is a good sign and not yet a mark.
#   Where a check fails, run the cell again without a change: it adds a hint. `hint(FUNCTION)` in a cell does the same.
# - **People and assistants.** You may talk to any person or assistant about the ideas; the code you hand in is typed and understood by you.
# - **Handing in again.** You may hand in as often as you like until the deadline; the newest file counts.

# %% [markdown]
# ## Names for shapes
#
# | name | counts |
# |---|---|
# | `seq_len`, `n_q`, `n_k` | tokens; queries; keys |
# | `d_model`, `d_k`, `d_v` | numbers in a token; in a query or key; in a value |
# | `block_size` | keys in one tile |
# | `t` | tokens that are in the caches already |
#
# The gradient of an array has the shape of that array and a d in front of its name: `dQ` is the gradient of Q.

# %% [markdown]
# ## House rules
#
# - Arrays go in, arrays come out. What you are handed, you give back unchanged.
# - Every size may change from call to call, so no size is written into the code.
# - Input is float64, float32 or integer, and is computed in floating point. `as_float` below takes care of integers;
#   use it if you like.
# - Loops are fine. `softmax(scores, axis=-1)` is given. Other libraries that already have the answer, such as PyTorch,
#   are refused while your file is graded.

# %%
import sys
from pathlib import Path

try:
    import numpy as np
    from scipy.special import softmax

    from autograder import check, hint, predict, ready_to_hand_in
except ImportError as missing:
    here = ["softmarks-*.whl", *sorted(file.name for file in Path().glob("softmarks-*.whl"))][-1]
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    pip = "%pip" if "get_ipython" in globals() else f"{python} -m pip"
    where = " --no-index --find-links wheelhouse" if Path("wheelhouse").is_dir() else ""
    print(f"{missing}, says Python {sys.version.split()[0]} at {sys.executable}")
    print("3.11 or newer is needed. Choose the kernel that you installed the hand-out into, or run this one line:")
    print(f"{pip} install{where} {here} scipy")
    print("and restart the kernel. The file softmarks-*.whl is part of the hand-out and lies beside this one.")
    raise


def as_float(array):
    """Given: an integer array as float64; a floating-point array as it is."""
    return array.astype(np.float64) if array.dtype.kind in "iub" else array


# %% [markdown]
# ## Still known from yesterday?
#
# Three questions for the head, with new numbers. They are not marked.

# %%
# One query with the scores 4, ln 4 and 0; the first key is forbidden. Which three weights come out?
predict("masked_weights, morning", [None, None, None])

# %%
# The token [12, 0], with eps = 64, gamma all ones and beta all zeros. Which two numbers come out?
predict("layer_norm, morning", [None, None])

# %%
# Tokens [2, 10] and [4, 20], two heads; W_q is all zeros, W_v and W_o change nothing.
# Which two numbers come out for the first token?
predict("multi_head_attention, morning", [None, None])

# %% [markdown]
# # The way back

# %% [markdown]
# ## 1. An instrument before the work
#
# 4 points · planned 25 minutes · difficulty 2 of 5
#
# The post “初见” (*First encounter*) gives good advice near its end:
# “用torch.autograd.gradcheck验证自定义Attention模块的 梯度是否正确” (*verify with torch.autograd.gradcheck whether the
# gradients of your own attention module are right*). You build such a check first, so that every gradient of today can
# be held against something that knows no calculus.
#
# Move one number of x up by a small step h, then down by h, and ask the function f both times:
#
# **slope = (f(x + h) − f(x − h)) / 2h**, for one number of x after the other
#
# That is the *central difference*. Where a claimed gradient is right, it agrees with the slope at every number of x.

# %%
# Predict first. f(x) is x squared, x is 3, and somebody claims that the gradient there is 5.
# How far off is the claim? Put a number in place of the None, then run this cell.
predict("grad_check", [None])

# %% [markdown]
# **Why to both sides?** Take f(x) = x³ at x = 2, where the slope is 12, and a step of 0.1. Two of the three numbers are
# worked out; complete the third line before you run the cell.

# %%
one_sided = (2.1**3 - 2**3) / 0.1
central = (2.1**3 - 1.9**3) / 0.2
error_of_central = None  # how far is `central` from 12? Replace None by your number.
print(f"one side   {one_sided:.4f}, off by {one_sided - 12:.4f}")
print(f"both sides {central:.4f}, off by {central - 12:.4f}; your number: {error_of_central}")

# %% [markdown]
# **How small a step?** Smaller is better, until it is not. **Predict first:** which step gives the smallest error for
# sin at x = 1, in float64, and which in float32?

# %%
print("step      error in float64   error in float32")
for power in range(1, 12, 2):
    errors = []
    for kind in (np.float64, np.float32):
        at, h = kind(1), kind(10.0**-power)
        measured = (np.sin(at + h) - np.sin(at - h)) / (2 * h)
        errors.append(abs(float(measured) - np.cos(1)))
    print(f"1e-{power:02d}     {errors[0]:.0e}              {errors[1]:.0e}")


# %% [markdown]
# A wide step sees the curve bend; a narrow one subtracts two numbers that agree in nearly all their digits. In float64
# the best of these steps is 1e-5. In float32 that same step is wrong in the fourth digit already, and with 1e-9 nothing
# moves at all: x + h is x, and the slope comes out as 0. So the advice of the post is good in float64, and its own
# arrays are float32; PyTorch's gradcheck asks for double precision, too. Hence: step 1e-5, float64, whatever comes in.

# %% exercise="grad_check"
def grad_check(f, x, gradient):
    """Hold a claimed gradient against central differences: how far off is it at its worst place?

    Takes    f, a function of an array of the shape of x that gives one number; x, an array of any shape;
             gradient, an array of the same shape: what somebody claims the gradient of f at x to be
    Returns  one number: the largest |gradient - slope| over all numbers of x
    Numbers  float64, with a step of 1e-5 to each side, whatever dtype x has; a gradient that holds nan must not
             come out as right
    Raises   nothing; f is called at most twice for each number of x
    Leaves   its arguments unchanged
    """
    # TODO: measure the slope at every number of x, and find the largest gap.
    raise NotImplementedError


# %% check="grad_check"
check(grad_check)

# %% [markdown]
# ## A check that cannot fail
#
# To check a gradient you need one number at the end, a loss. The handy choice is the sum of all outputs. Here it is,
# for a softmax, with a claim that is plainly silly: all gradients are zero. **Predict first:** what will your
# instrument say?

# %%
# Run this once grad_check passes its check. Until then it only says so.
trap_random = np.random.default_rng(1)
trap_scores, trap_upstream = trap_random.standard_normal((2, 3, 5))
try:
    silly = 0 * trap_scores
    of_the_sum = grad_check(lambda s: softmax(s, axis=-1).sum(), trap_scores, silly)
    of_random = grad_check(lambda s: (trap_upstream * softmax(s, axis=-1)).sum(), trap_scores, silly)
    print(f"loss = the sum of all weights:                 gap {of_the_sum:.0e}")
    print(f"loss = the sum of weights times random numbers: gap {of_random:.2f}")
except NotImplementedError:
    print("grad_check is not written yet; come back to this cell when it is")

# %% [markdown]
# The silly claim passes the first time, and rightly so: rows of weights add up to 1 whatever the scores are, so their
# sum never moves. A check whose loss is a plain sum cannot fail for a softmax, nor for a normalised token. Random
# numbers as the gradient from above, the *upstream* gradient, leave nothing to hide behind. Use them from here on.

# %% [markdown]
# ## 2. Back through a softmax
#
# 4 points · planned 25 minutes · difficulty 3 of 5
#
# The loss tells each weight how much it would like to rise: `d_weights`. What does that mean for the scores? Raising
# one score raises its own weight, and takes the same amount away from the others of its row. For one row, with weights
# w and gradient g (the derivation takes a page; here is what it ends in):
#
# **d_score j = w j · (g j − average)**, where average = w 0 · g 0 + w 1 · g 1 + …
#
# A key gains by what its gradient has above the row's own, weighted average, and only as far as it has any weight.
#
# `weights (n_q, n_k)` and `d_weights (n_q, n_k)` give `d_scores (n_q, n_k)`

# %%
# Predict first. A row of weights [1/4, 3/4], and from above comes the gradient [8, 0].
# Which two gradients reach the scores? Put a number in place of each None, then run this cell.
predict("softmax_backward", [None, None])

# %% [markdown]
# **One row by hand.** Weights [1/2, 1/2], gradient [6, 2]: the average is 4, so the first score receives ½ · 2 = 1 and
# the second ½ · (−2) = −1. They add up to 0, and that is no accident: adding one number to all scores of a row changes
# no weight, so the gradients of a row must cancel.

# %%
average = 1 / 2 * 6 + 1 / 2 * 2
print(average, [1 / 2 * (6 - average), 1 / 2 * (2 - average)])


# %% exercise="softmax_backward"
def softmax_backward(weights, d_weights):
    """The gradient before a softmax, from the softmax and the gradient after it.

    Takes    weights (n_q, n_k), whose rows add up to 1; d_weights (n_q, n_k), the gradient of the loss with respect
             to them
    Returns  d_scores (n_q, n_k), the gradient with respect to the scores that the weights were made of
    Numbers  floating point comes out; integers are computed in floating point
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: the formula above, for every row by its own average.
    raise NotImplementedError


# %% check="softmax_backward"
check(softmax_backward)

# %% [markdown]
# **Now your own instrument.** The same random numbers as before, and SciPy's softmax as the way forward.

# %%
# Run this once grad_check and softmax_backward pass their checks. Until then it only says so.
try:
    trap_weights = softmax(trap_scores, axis=-1)
    back = softmax_backward(trap_weights, trap_upstream)
    gap = grad_check(lambda s: (trap_upstream * softmax(s, axis=-1)).sum(), trap_scores, back)
    print(f"largest gradient {np.abs(back).max():.3f}")
    print(f"gap              {gap:.0e}")
except NotImplementedError:
    print("grad_check or softmax_backward is not written yet; come back to this cell when they are")

# %% [markdown]
# A gap of 1e-10 or less beside gradients of a few tenths: that is what *right* looks like. With 1e-3 you would have a
# mistake, and with 1e-6 a one-sided difference.

# %% [markdown]
# ## 3. Back through attention
#
# 5 points · planned 45 minutes · difficulty 4 of 5
#
# Forwards, `output = softmax(Q Kᵀ / √d_k) V`. Backwards you meet the same steps in reverse, and every step hands on a
# gradient of the shape that it received forwards. Fill in the two missing shapes with a pencil:
#
# | forwards | shape | on the way back | shape |
# |---|---|---|---|
# | output = weights times V | `(n_q, d_v)` | d_output comes from above | `(n_q, d_v)` |
# | | | V receives dV from weights and d_output | `(n_k, d_v)` |
# | weights = softmax(scores) | `(n_q, n_k)` | the weights receive d_weights from d_output and V | ? |
# | | | softmax_backward gives d_scores | `(n_q, n_k)` |
# | scores = Q Kᵀ / √d_k | `(n_q, n_k)` | Q receives dQ from d_scores and K | ? |
# | | | K receives dK from d_scores and Q | `(n_k, d_k)` |
#
# Two rules are enough. For a product A B with the gradient G from above, A receives G Bᵀ and B receives Aᵀ G: there is
# only one order in which the shapes fit. And a constant factor on the way forwards is the same factor on the way back.

# %%
# Predict first. Two queries and two keys. The first query shares out [1/2, 1/2], the second [1/4, 3/4].
# From above the first receives 4 and the second 8. What do the two values receive?
# Put a number in place of each None, then run this cell.
predict("attention_backward", [None, None])


# %% exercise="attention_backward"
def attention_backward(Q, K, V, d_output):
    """The gradients of softmax(Q Kᵀ / √d_k) V with respect to Q, K and V.

    Takes    Q (n_q, d_k); K (n_k, d_k); V (n_k, d_v); d_output (n_q, d_v), the gradient of the loss with respect to
             the output
    Returns  the tuple (dQ, dK, dV), each of the shape of what it belongs to
    Numbers  floating point comes out; integers are computed in floating point; finite for scores of any size
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: compute the weights again, as on the way forwards.
    # TODO: walk the table above from top to bottom. Call your own softmax_backward.
    raise NotImplementedError


# %% check="attention_backward"
check(attention_backward)

# %% [markdown]
# **Your own instrument again.** It needs the way forwards, and your function holds that already: dV is the transposed
# table of weights times d_output, so with the identity matrix as d_output it *is* that table.

# %%
# Run this once the three functions pass their checks. Until then it only says so.
way_random = np.random.default_rng(2)
way_Q, way_upstream = way_random.standard_normal((3, 4)), way_random.standard_normal((3, 2))
way_K, way_V = way_random.standard_normal((6, 4)), way_random.standard_normal((6, 2))


def weights_inside(Q, K):
    """The table of weights that attention_backward computes on its way."""
    return attention_backward(Q, K, np.zeros_like(K @ Q.T), np.eye(len(Q)))[2].T


def way_loss(Q, K, V):
    """One number at the end: the outputs, weighed with the upstream gradient."""
    return (way_upstream * (weights_inside(Q, K) @ V)).sum()


try:
    to_Q, to_K, to_V = attention_backward(way_Q, way_K, way_V, way_upstream)
    print("gap of dQ", f"{grad_check(lambda Q: way_loss(Q, way_K, way_V), way_Q, to_Q):.0e}")
    print("gap of dK", f"{grad_check(lambda K: way_loss(way_Q, K, way_V), way_K, to_K):.0e}")
    print("gap of dV", f"{grad_check(lambda V: way_loss(way_Q, way_K, V), way_V, to_V):.0e}")
except NotImplementedError:
    print("one of the three is not written yet; come back to this cell when they are")

# %% [markdown]
# Mind what this shows and what not: your way back fits *your* way forwards. Had you forgotten √d_k on both, the gaps
# would be as small. An instrument answers the question that it is asked.

# %% [markdown]
# ## A sign of vanishing gradients?
#
# The post names an early sign of vanishing gradients (“梯度消失的早期征兆”): the output is almost the same as x, to
# within 1e-5. But that compares two numbers of the way forwards, and no gradient is in it. You can measure the gradient
# itself. **Predict first:** in the post's own run, with weights times 0.01, is the output close to x? And who receives
# the larger gradient, W_q or W_v?

# %%
# Run this once attention_backward passes its check. Until then it only says so.
post_random = np.random.RandomState(42)  # the post's seed, sizes and order of drawing
post_x = post_random.randn(8, 12)
post_draws = [post_random.randn(12, 12) for _ in ("W_q", "W_k", "W_v")]
post_upstream = np.random.default_rng(3).standard_normal((8, 12))
try:
    for size in (0.01, 0.289):
        post_Q, post_K, post_V = (size * (post_x @ draw) for draw in post_draws)
        post_output = weights_inside(post_Q, post_K) @ post_V
        back_Q, _, back_V = attention_backward(post_Q, post_K, post_V, post_upstream)
        print(f"weights times {size}")
        print(f"   distance of output 0 from x 0: {np.linalg.norm(post_output[0] - post_x[0]):.2f}")
        print(f"   length of the gradient of W_q: {np.linalg.norm(post_x.T @ back_Q):.5f}")
        print(f"   length of the gradient of W_v: {np.linalg.norm(post_x.T @ back_V):.2f}")
except NotImplementedError:
    print("attention_backward is not written yet; come back to this cell when it is")

# %% [markdown]
# The output is nowhere near x in either run, so the sign stays silent. And yet something does vanish: with weights
# times 0.01, W_q receives almost nothing while W_v receives plenty. When all weights are alike, moving a query changes
# nothing. Even careful people take a handy number for the one they mean; measuring the one you mean takes a line more.

# %% [markdown]
# # Long sequences

# %% [markdown]
# ## Where the memory goes
#
# For 1024 tokens the table of scores has 1024 times 1024 entries, 8 MiB in float64. For a book it is larger than any
# machine. The post proposes to measure the peak with `psutil.Process().memory_info().rss`, the memory that the process
# holds. **Predict first:** what does that number do while a table of 8 MiB is made and dropped again?

# %%
print("1024 * 1024 * 8 bytes =", 1024 * 1024 * 8 / 2**20, "MiB")
print("a book of 100 000 tokens:", round(100_000**2 * 8 / 2**30), "GiB")


# %%
def held_now():
    """The memory that this process holds, in MiB; None where the system does not say."""
    if sys.platform == "linux":
        told = Path("/proc/self/statm")
        return int(told.read_text().split()[1]) * 4096 / 2**20 if told.exists() else None
    try:
        import psutil
    except ImportError:
        return None
    return psutil.Process().memory_info().rss / 2**20


long_random = np.random.default_rng(5)
long_QKV = long_random.standard_normal((3, 1024, 128))
long_Q, long_K, long_V = long_QKV
small_table = long_Q.T @ long_V  # once before measuring: the first product of a process sets up more than itself
before = held_now()
table_of_scores = long_Q @ long_V.T
between = held_now()
del table_of_scores
after = held_now()
if before is None:
    print("this system does not say how much memory a process holds; read on")
else:
    print(f"held before and after the table: a difference of {after - before:.1f} MiB")
    print(f"held while the table is there:   a difference of {between - before:.1f} MiB")

# %% [markdown]
# The table has come and gone. Whoever looks before and after sees what the allocator kept: often next to nothing,
# sometimes most of the table, held back for the next array. Neither is the peak. RSS says what is held *now*; a peak is
# a peak *in between*, and who looks in between must know where in the function to look. `tracemalloc`, from the
# standard library, is told of every array that NumPy makes and remembers the highest sum:

# %%
import tracemalloc


def peak_of(function, *arguments):
    """What the call takes at its highest, in MiB, beside its arguments."""
    tracemalloc.start()
    function(*arguments)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 2**20


print(f"peak of the same table: {peak_of(lambda: (long_Q @ long_V.T).sum()):.1f} MiB")

# %% [markdown]
# ## 4. Attention in tiles
#
# 8 points · planned 55 minutes · difficulty 5 of 5
#
# Nobody needs the whole table at once. Take a few keys, a *tile*; mix their values; go on to the next tile. Only: a
# softmax divides by the sum over all keys, and subtracts the maximum of all keys, and most of them are still to come.
#
# The way out is to keep three things per query while the tiles go by (Milakov and Gimelshein 2018, *Online normalizer
# calculation for softmax*; Dao et al. 2022, *FlashAttention*, build on it):
#
# | kept | is | shape |
# |---|---|---|
# | the level | the highest score so far | `(n_q, 1)` |
# | the total | the sum of exp(score − level) so far | `(n_q, 1)` |
# | the mixture | the sum of exp(score − level) times value so far | `(n_q, d_v)` |
#
# At the end, mixture over total is the output. The question of this exercise: a new tile raises the level. What has to
# happen to the total and the mixture, which were added up at the old one?

# %%
# Predict first. One query, two tiles of one key each: the scores are 0 and ln 3, the values 4 and 8.
# What comes out? Put a number in place of the None, then run this cell.
predict("tiled_attention", [None])

# %% [markdown]
# **Two tiles by hand,** with powers of 2 in place of exp. Scores 3, then 5, one key in each tile; values 20 and 40.
# After the first tile: level 3, total 1, mixture 20. Now 5 comes, and the level is 5. Seen from there the first key
# weighs 2^(3 − 5) = ¼. One line is missing; complete it before you run the cell.

# %%
shrink = 2 ** (3 - 5)
total = 1 * shrink + 1
mixture = None  # the mixture at the new level: replace None
print("total", total, "  mixture", mixture, "  output", None if mixture is None else mixture / total)
print("all at once:", (2**3 * 20 + 2**5 * 40) / (2**3 + 2**5))


# %% [markdown]
# **What must hold.** Right and finite for any block size from 1 to more than there are keys, with a last tile that is
# shorter, with scores that rise by hundreds from tile to tile, and with scores that all lie far below 0. Small scores
# prove nothing here: where all of them are near 0, even a version that forgets the question above is right to three
# digits. And at no time may there be an array of n_q times n_k numbers; the checks measure that as you just did.

# %% exercise="tiled_attention"
def tiled_attention(Q, K, V, block_size):
    """softmax(Q Kᵀ / √d_k) V, block_size keys at a time.

    Takes    Q (n_q, d_k); K (n_k, d_k); V (n_k, d_v); block_size, a whole number from 1
    Returns  output (n_q, d_v)
    Numbers  floating point comes out; integers are computed in floating point; finite for scores of any size
    Raises   nothing
    Leaves   its arguments unchanged
    Memory   never an array of n_q times n_k numbers
    """
    # TODO: start the level, the total and the mixture, for no keys at all.
    # TODO: for every tile, the last one too: its scores, the new level, the old sums brought to it, the new ones added.
    raise NotImplementedError


# %% check="tiled_attention"
check(tiled_attention)

# %% [markdown]
# ## Tiles against the full product
#
# A single tile with all keys in it is the full product. So your function can be held against itself, at the size that
# the post proposes, (1024, 128). The post asks for `np.allclose()` between the tiles and “Q @ K.T @ V”, in float32.
# **Predict three things:** is that product what attention computes? Does np.allclose say True where the tiles are
# right? Which of the two is faster in NumPy?

# %%
# Run this once tiled_attention passes its check. Until then it only says so.
import time


def seconds_of(function, *arguments):
    """The better of two runs, in which disturbances have less part."""
    runs = []
    for _ in range(2):
        start = time.perf_counter()
        function(*arguments)
        runs.append(time.perf_counter() - start)
    return min(runs)


try:
    single = long_QKV.astype(np.float32)
    full, tiles = tiled_attention(*single, 1024), tiled_attention(*single, 64)
    print(f"Q K^T V is off by        {np.abs(single[0] @ (single[1].T @ single[2]) - full).max():.0f}")
    print(f"tiles are off by         {np.abs(tiles - full).max():.0e}")
    print(f"np.allclose says         {np.allclose(full, tiles)}; with atol=1e-6 {np.allclose(full, tiles, atol=1e-6)}")
    for name, block_size in (("full", 1024), ("tiles of 64", 64)):
        peak, seconds = (measure(tiled_attention, *long_QKV, block_size) for measure in (peak_of, seconds_of))
        print(f"{name:12} peak {peak:5.2f} MiB   {1000 * seconds:.0f} ms")
except NotImplementedError:
    print("tiled_attention is not written yet; come back to this cell when it is")

# %% [markdown]
# The softmax is missing in that product, so it is off by a great deal. The tiles are right to the last digits that
# float32 has, and np.allclose says False all the same: its atol of 1e-8 was made for float64, and an output near 0 has
# nothing large to be measured by. A tolerance belongs to a dtype.
#
# The peak falls to a fraction. The time often does not: NumPy makes a handful of calls for each tile. What makes tiles
# fast on a graphics card is that a tile fits into its small, quick memory, and there is none of that here. Tiles save
# memory by their mathematics, and time only by their hardware.

# %% [markdown]
# ## 5. One token at a time
#
# 4 points · planned 30 minutes · difficulty 2 of 5
#
# A model that writes text adds one token, then the next. Under yesterday's causal mask, what earlier tokens computed
# never changes when a new one comes: nobody looks ahead. So keep their keys and values. With t tokens in the caches,
# the new token brings its own query, key and value; it looks at all t + 1 keys, its own among them.
#
# | | shape | |
# |---|---|---|
# | `q`, `k` | `(d_k,)` | the new token's query and key |
# | `v` | `(d_v,)` | its value |
# | `K_cache`, `V_cache` | `(t, d_k)`, `(t, d_v)` | what earlier tokens left; t is 0 for the first |
# | output | `(d_v,)` | what the new token takes home |
# | the new caches | `(t + 1, d_k)`, `(t + 1, d_v)` | handed on to the next step |

# %%
# Predict first. Keys of width 4. The one cached key scores ln 3 with the new query, the new key scores 0
# (both after the division by the root of 4). The cached value is 4, the new one 8.
# What does the new token take home? Put a number in place of the None, then run this cell.
predict("decode_step", [None])

# %% [markdown]
# **What is saved?** Count the dot products of queries and keys for a text of 1000 tokens: without caches every step
# does the whole table up to there again, with caches only its last row.

# %%
print("without caches:", sum(t * t for t in range(1, 1001)))
print("with caches:   ", sum(t for t in range(1, 1001)))


# %% exercise="decode_step"
def decode_step(q, k, v, K_cache, V_cache):
    """Attention for one more token, with the keys and values of those before in caches.

    Takes    q and k (d_k,); v (d_v,); K_cache (t, d_k); V_cache (t, d_v); t may be 0
    Returns  the tuple (output, K_cache, V_cache): output (d_v,); the new caches, one row longer, the new row last
    Numbers  floating point comes out; integers are computed in floating point; finite for scores of any size
    Raises   nothing
    Leaves   its arguments unchanged, the old caches too
    """
    # TODO: the longer caches, and then attention of q over all t + 1 keys.
    raise NotImplementedError


# %% check="decode_step"
check(decode_step)

# %% [markdown]
# **The same as all at once?** Row t of full causal attention is query t over the keys 0 … t. Your tiles can compute it,
# your caches should find it:

# %%
# Run this once tiled_attention and decode_step pass their checks. Until then it only says so.
text_random = np.random.default_rng(6)
text_Q, text_K, text_V = text_random.standard_normal((3, 6, 4))
try:
    caches = text_K[:0], text_V[:0]
    for t in range(6):
        step_output, *caches = decode_step(text_Q[t], text_K[t], text_V[t], *caches)
        whole_row = tiled_attention(text_Q[t : t + 1], text_K[: t + 1], text_V[: t + 1], 2)[0]
        print(f"token {t}: {len(caches[0])} keys in the cache, off by {np.abs(step_output - whole_row).max():.0e}")
except NotImplementedError:
    print("tiled_attention or decode_step is not written yet; come back to this cell when they are")

# %% [markdown]
# # Places

# %% [markdown]
# ## Who stands where?
#
# The first document of this course closes with a list of things to try, and one of them reads
# “添加位置编码，解决纯自注意力缺乏位置信息的问题” (*add positional encodings, to solve that pure self-attention has no
# information about positions*). “初见” does without: it says it uses the index numbers 0, 1, 2, … in their place,
# though no line of its code does. **Predict first:** put the tokens of a sentence into another order. What happens to
# the outputs?

# %%
# Run this once tiled_attention passes its check. Until then it only says so.
order_random = np.random.default_rng(8)
order_x = order_random.standard_normal((5, 8))
new_order = np.array([3, 0, 4, 1, 2])
try:
    here_first = tiled_attention(order_x, order_x, order_x, 2)
    moved = tiled_attention(order_x[new_order], order_x[new_order], order_x[new_order], 2)
    print("same rows in the new order:", np.allclose(moved, here_first[new_order]))
except NotImplementedError:
    print("tiled_attention is not written yet; come back to this cell when it is")

# %% [markdown]
# The outputs move along with their tokens, and not one number changes. *Dog bites man* and *man bites dog* are the same
# bag of words to attention without a mask. So the place has to be written into the tokens themselves.

# %% [markdown]
# ## 6. Waves for places
#
# 3 points · planned 20 minutes · difficulty 2 of 5
#
# Why not add the plain index? Because it grows: at position 5000 it would drown a token of numbers around 1. The paper
# (Vaswani et al. 2017, section 3.5) gives every position a row of waves, each pair of columns turning more slowly than
# the one before, and all numbers stay between −1 and 1:
#
# **PE[p, 2i] = sin(p / 10000^(2i / d_model))** and **PE[p, 2i + 1] = cos(p / 10000^(2i / d_model))**
#
# Here p counts positions from 0 and i counts *pairs* of columns from 0; both columns of a pair share one angle.

# %%
# Predict first. What is the row of position 0, with four features?
# Put a number in place of each None, then run this cell.
predict("sinusoidal_positions", [None, None, None, None])

# %% [markdown]
# **One pair by hand.** With d_model = 4 the second pair (i = 1) has the divisor 10000^(2 / 4) = 100. At position 50 its
# angle is 50 / 100 = 0.5.

# %%
print("divisor", 10000 ** (2 / 4), "  sin and cos of 0.5:", round(np.sin(0.5), 3), round(np.cos(0.5), 3))


# %% exercise="sinusoidal_positions"
def sinusoidal_positions(seq_len, d_model):
    """One row of sines and cosines for each position.

    Takes    seq_len, the number of positions; d_model, an even number
    Returns  an array (seq_len, d_model)
    Numbers  float64
    Raises   nothing
    """
    # TODO: the two formulas above, for all positions and all pairs.
    raise NotImplementedError


# %% check="sinusoidal_positions"
check(sinusoidal_positions)

# %% [markdown]
# ## The same sentence in another order, with places
#
# **Predict first:** now add the waves to the tokens, wherever a token stands. Do the outputs still just move along?

# %%
# Run this once tiled_attention and sinusoidal_positions pass their checks. Until then it only says so.
try:
    placed = order_x + sinusoidal_positions(5, 8)
    placed_anew = order_x[new_order] + sinusoidal_positions(5, 8)
    here_placed = tiled_attention(placed, placed, placed, 2)
    moved_placed = tiled_attention(placed_anew, placed_anew, placed_anew, 2)
    print("same rows in the new order:", np.allclose(moved_placed, here_placed[new_order]))
    print("largest difference:        ", round(np.abs(moved_placed - here_placed[new_order]).max(), 2))
except NotImplementedError:
    print("tiled_attention or sinusoidal_positions is not written yet; come back to this cell when they are")

# %% [markdown]
# **What do places see of each other?** Let eight positions look at each other through the waves alone, with no token in
# them: the softmax of their dot products.

# %%
# Run this once sinusoidal_positions passes its check. Until then it only says so.
from autograder import show

try:
    waves = sinusoidal_positions(8, 16)
    nearness = softmax(np.inner(waves, waves), axis=-1)
    print("position 3 looks at", " ".join(f"{weight:.2f}" for weight in nearness[3]))
    picture = show.heatmap(nearness, [f"place {p}" for p in range(8)])
except NotImplementedError:
    picture = "sinusoidal_positions is not written yet; come back to this cell when it is"
picture

# %% [markdown]
# The nearer, the more alike: the diagonal is the strongest, and the weights fall off to both sides. Nobody trained
# that; it is in the waves.

# %% [markdown]
# **Positions that turn.** Most models of today add nothing to the tokens. They *turn* queries and keys instead (Su et
# al. 2021, *RoFormer*): two numbers are a point in the plane, and place p turns it by p times the speed of its pair. A
# complex number is such a point, and multiplying turns it. **Predict first:** both places move on by 10, or by 100.
# What becomes of the score?

# %%
turn_random = np.random.default_rng(10)
query_pairs, key_pairs = turn_random.standard_normal((2, 4, 2)) @ np.array([1, 1j])  # eight numbers are four points
speeds = np.array([1, 0.1, 0.01, 0.001])
for here, there in ((3, 1), (13, 11), (103, 101), (3, 2)):
    met = query_pairs * np.exp(1j * speeds * here) * (key_pairs * np.exp(1j * speeds * there)).conj()
    print(f"query at place {here:3}, key at place {there:3}: score {met.sum().real:.4f}")

# %% [markdown]
# The first three agree: only the difference of the places counts, wherever in a text the two stand. Another difference
# gives another score. Values are not turned, so what is taken home carries no place.

# %% [markdown]
# # What it costs

# %% [markdown]
# ## 7. With which power?
#
# 2 points · planned 20 minutes · difficulty 2 of 5
#
# The first document prints a table with a line on cost: “O(n)” for a recurrent network, “O(kn)” for a convolution,
# “O(n²)” for self-attention. All three leave the width d out. Counted in full they are n·d², k·n·d² and n²·d (table 1
# of Vaswani et al. 2017). **Predict first:** at which length does n²·d begin to exceed n·d², when d is 512?

# %%
for n in (64, 512, 4096):
    print(f"n = {n:5d}   n*d*d = {n * 512**2:14,}   n*n*d = {n**2 * 512:14,}")

# %% [markdown]
# For short sentences attention is the *cheaper* one. A claim about cost is a claim about a range of sizes, and the way
# to test it is to measure at several sizes and fit. If cost = c · size^p, then log cost = log c + p · log size: a
# straight line, whose slope is p. The line of least squares has the slope
#
# **p = sum of (a − mean a)(b − mean b) / sum of (a − mean a)²**, with a = log size and b = log cost

# %%
# Predict first. Size 10 costs 2 seconds, size 100 costs 200.
# With which power does the cost grow? Put a number in place of the None, then run this cell.
predict("fitted_exponent", [None])


# %% exercise="fitted_exponent"
def fitted_exponent(sizes, costs):
    """The power of the size with which a cost grows: the slope of log costs against log sizes by least squares.

    Takes    sizes (m,) and costs (m,), all above 0; at least two different sizes, in any order
    Returns  one number
    Numbers  integers are computed in floating point
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: logarithms, and the slope of the line through them.
    raise NotImplementedError


# %% check="fitted_exponent"
check(fitted_exponent)

# %% [markdown]
# ## Counted, then timed
#
# First counted, which is exact: the multiplications of one attention layer are 4·n·d² for its four projections and
# 2·n²·d for scores and mixture. **Predict first:** with d = 512, does the whole layer grow with the square of n, for n
# from 64 to 512?

# %%
# Run this once fitted_exponent passes its check. Until then it only says so.
try:
    for first in (64, 512, 4096):
        lengths = first * 2 ** np.arange(4)
        projections, table = 4 * lengths * 512**2, 2 * lengths**2 * 512
        print(f"n from {lengths[0]:5d} to {lengths[-1]:5d}:", end="   ")
        print(f"table {fitted_exponent(lengths, table):.2f}", end="   ")
        print(f"projections {fitted_exponent(lengths, projections):.2f}", end="   ")
        print(f"together {fitted_exponent(lengths, table + projections):.2f}")
except NotImplementedError:
    print("fitted_exponent is not written yet; come back to this cell when it is")

# %% [markdown]
# Each part has its own whole power, and their sum has whatever the range makes of it. Now timed, on your machine, with
# your tiles. Your numbers will differ from your neighbour's, and from run to run.

# %%
# Run this once tiled_attention and fitted_exponent pass their checks. Until then it only says so.
try:
    lengths, widths = np.array([256, 512, 1024]), np.array([16, 32, 64, 128])
    rounds = range(5)  # and the best of five rounds, so that a moment's disturbance does not hit one size alone
    by_length = [[seconds_of(tiled_attention, *long_QKV[:, :n, :32], 128) for n in lengths] for _ in rounds]
    by_width = [[seconds_of(tiled_attention, *long_QKV[:, :512, :d], 128) for d in widths] for _ in rounds]
    for name, sizes, timed in (("seq_len", lengths, by_length), ("d_model", widths, by_width)):
        costs = np.min(timed, axis=0)
        told = "   ".join(f"{size}: {1000 * cost:.1f} ms" for size, cost in zip(sizes, costs, strict=True))
        print(f"{name:8} {told}   power {fitted_exponent(sizes, costs):.2f}")
except NotImplementedError:
    print("tiled_attention or fitted_exponent is not written yet; come back to this cell when they are")

# %% [markdown]
# In the long run, for long sequences on a quiet machine, the power for seq_len comes near 2. Yours need not: a fixed
# cost in every call pulls it down, arrays that outgrow the processor's quick memory push it up, and whatever else the
# machine does lengthens single timings, which can move a power by one and more. The best of several rounds takes out
# what is short, not what lasts; a power that surprises you is measured again before it is believed. The power for
# d_model is expected below 1: at these sizes exp and the bookkeeping, which know nothing of d, take much of the time.
# “O(n²)” is a statement about large n. What you have is a measurement about yours.

# %% [markdown]
# ## 8. Stretch: back through a layer norm
#
# 0 points · planned 45 minutes · difficulty 4 of 5
#
# This one is for those who have time. It is the classic of all gradients by hand, because x reaches the output by three
# roads: straight through, through the mean, and through the variance. With x̂ = (x − μ) / √(σ² + ε) and the output
# γ · x̂ + β, for one token:
#
# | receives | what | summed over |
# |---|---|---|
# | β | d_output | the tokens |
# | γ | d_output · x̂ | the tokens |
# | x̂ | d_output · γ, call it g | nothing |
# | x | (g − mean of g − x̂ · mean of (g · x̂)) / √(σ² + ε) | nothing; both means over the token's features |
#
# The two means are the roads through μ and σ².

# %%
# Predict first. Tokens [1, 3] and [6, 2], eps = 0, gamma all ones; from above come [1, 2] and [5, 4].
# What does gamma receive? Put a number in place of each None, then run this cell.
predict("layer_norm_backward", [None, None])


# %% exercise="layer_norm_backward"
def layer_norm_backward(x, gamma, d_output, eps=1e-5):
    """The gradients of γ · (x − μ) / √(σ² + ε) + β with respect to x, γ and β.

    Takes    x (seq_len, d_model); gamma (d_model,); d_output (seq_len, d_model); eps, a number that may be large
    Returns  the tuple (dx, dgamma, dbeta): dx (seq_len, d_model), dgamma and dbeta (d_model,)
    Numbers  floating point comes out; integers are computed in floating point
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: the normalised tokens, and then the table above from top to bottom.
    raise NotImplementedError


# %% check="layer_norm_backward"
check(layer_norm_backward)

# %% [markdown]
# **Your own instrument, a last time.** Again the way forwards is inside: for a single token with ones from above,
# dgamma is the normalised token.

# %%
# Run this once grad_check and layer_norm_backward pass their checks. Until then it only says so.
norm_random = np.random.default_rng(9)
norm_x, norm_upstream = norm_random.standard_normal((2, 3, 5))
norm_gamma, norm_beta = norm_random.standard_normal((2, 5))


def norm_loss(x, gamma, beta):
    """One number at the end, of the tokens that layer_norm_backward normalises on its way."""
    tokens = [layer_norm_backward(token[None], np.ones(5), np.ones_like(token[None]), 0.1)[1] for token in x]
    return (norm_upstream * (gamma * np.array(tokens) + beta)).sum()


try:
    to_x, to_gamma, to_beta = layer_norm_backward(norm_x, norm_gamma, norm_upstream, 0.1)
    print("gap of dx    ", f"{grad_check(lambda x: norm_loss(x, norm_gamma, norm_beta), norm_x, to_x):.0e}")
    print("gap of dgamma", f"{grad_check(lambda g: norm_loss(norm_x, g, norm_beta), norm_gamma, to_gamma):.0e}")
    print("gap of dbeta ", f"{grad_check(lambda b: norm_loss(norm_x, norm_gamma, b), norm_beta, to_beta):.0e}")
except NotImplementedError:
    print("grad_check or layer_norm_backward is not written yet; come back to this cell when they are")

# %% [markdown]
# ## Before you go
#
# Three questions for the head. They come back tomorrow, with other numbers.

# %%
# Weights [1/2, 1/4, 1/4], and from above comes [0, 4, 8]. Which three gradients reach the scores?
predict("softmax_backward, evening", [None, None, None])

# %%
# Two tiles of one key each: the scores are ln 4 and 0, the values 10 and 5. What comes out?
predict("tiled_attention, evening", [None])

# %%
# Two tokens are in the caches and score 0 and 0; the new token's own key scores ln 2. The values are 4, 8 and 2.
# What does the new token take home?
predict("decode_step, evening", [None])

# %% [markdown]
# ## What you can now do
#
# - build an instrument that checks gradients, and say why it works in float64 and with a random upstream gradient;
# - walk back through a softmax and through attention, with the shapes as your guide;
# - compute exact attention in tiles, and say what happens to old sums when the level rises;
# - measure a peak of memory, and say why RSS does not show it;
# - decode token by token with caches, and show that nothing is lost;
# - show by running that attention does not know the order of its tokens, and give it places;
# - test a claim about cost: count it, time it, fit it.

# %% [markdown]
# ## Save and check
#
# Save, then run the last cell. It checks the file on disk in a fresh process, as `softmarks check FILE` does in a
# terminal, and says whether that file is what your kernel holds. What counts is the file: the kernel may still hold a
# helper that you have deleted. Then hand in the file that the cell names.
#
# ---
# Text: CC BY 4.0. Code: MIT. Single sentences of the posts are quoted as sources.

# %%
ready_to_hand_in()
