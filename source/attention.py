# %% [markdown]
# # Day 1. Five lines of attention
#
# By the end of this notebook you have written self-attention, the step at the heart of every Transformer, in five
# lines of NumPy. You will also have seen why it pays to run what one reads.
#
# Planned: 90 minutes. That is a plan, not a measurement; take the time you need.

# %% [markdown]
# ## Before you start
#
# - **You need** Python 3.11 or newer, NumPy, and the `autograder` package that came with this notebook. Nothing is
#   downloaded. If something is missing, the first cell says so and prints the one line that mends it. In VS Code, look
#   at the kernel's name in the top right corner first. Two cells draw pictures where matplotlib is installed, and say
#   the same in tables where it is not.
# - **How to work.** Run the cells from top to bottom. Where a function says TODO, write its body and delete the line
#   `raise NotImplementedError`. If a cell never ends, interrupt the kernel (the square button) and look at your loop.
# - **Predicting.** Before each exercise stands a `predict(...)` cell with a question for the head. It says whether your
#   numbers are right, or which idea they come from if it is a known one. They are not marked and not kept.
# - **Checking.** After each exercise stands a `check(...)` cell. {checking}
#   Where a check fails, run the cell again without a change: it adds a hint. `hint(FUNCTION)` in a cell does the same.
# - **People and assistants.** {ai_policy}
# - **Handing in again.** {resubmission}

# %% [markdown]
# ## Names for shapes
#
# The names are those of the paper, here and in every message of the checks.
#
# | name | counts |
# |---|---|
# | `seq_len` | tokens in the sequence |
# | `d_model` | numbers that describe one token |
# | `d_k` | numbers in one query and in one key |
# | `d_v` | numbers in one value |
# | `n_q`, `n_k` | queries and keys, where there may be more of one than of the other |
#
# A sequence is an array `(seq_len, d_model)`: one row per token.

# %% [markdown]
# ## House rules
#
# - Arrays go in, arrays come out. What you are handed, you give back unchanged.
# - Every size may change from call to call, so no size is written into the code.
# - Input is float64, float32 or integer, and is computed in floating point. `as_float` below takes care of integers;
#   use it if you like.
# - Loops are fine. Libraries that already have the answer are not: while your file is graded, importing SciPy or
#   PyTorch is refused.

# %%
import sys
from pathlib import Path

try:
    import numpy as np

    from autograder import check, hint, predict, ready_to_hand_in, show
except ImportError as missing:
    here = ["softmarks-*.whl", *sorted(file.name for file in Path().glob("softmarks-*.whl"))][-1]
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    pip = "%pip" if "get_ipython" in globals() else f"{python} -m pip"
    where = " --no-index --find-links wheelhouse" if Path("wheelhouse").is_dir() else ""
    print(f"{missing}, says Python {sys.version.split()[0]} at {sys.executable}")
    print("3.11 or newer is needed. Choose the kernel that you installed the hand-out into, or run this one line:")
    print(f"{pip} install{where} {here}")
    print("and restart the kernel. The file softmarks-*.whl is part of the hand-out and lies beside this one.")
    raise


def as_float(array):
    """Given: an integer array as float64; a floating-point array as it is."""
    return array.astype(np.float64) if array.dtype.kind in "iub" else array


# %% [markdown]
# ## A post, and its numbers
#
# Many people learn attention from posts like “初见” (*First encounter*), whose opening heading promises
# “一次亲手拆解神经网络心脏的实操记录”: *a hands-on record of taking the heart of a neural network apart*. It keeps its
# word. It writes out all five steps, and about its own run it says:
#
# | in the post | in English |
# |---|---|
# | “执行后，weights[0]变成一个和为1的概率分布” | once run, weights[0] is a distribution that sums to 1 |
# | [0.112, 0.423, 0.087, 0.052, 0.098, 0.076, 0.081, 0.071] | the eight attention weights of token 0 |
# | “词0将42.3%的注意力分配给了词1” | token 0 gives 42.3 % of its attention to token 1 |

# %% [markdown]
# **Predict first.** The post's input is 8 tokens of 12 random numbers (seed 42, mean 0, standard deviation 1) and three
# weight matrices `(12, 12)` of such numbers times 0.01. Token 0 shares its attention among all eight. How large is the
# largest share? Write a guess before you run on. It is not marked.

# %%
my_guess = None  # a number between 0 and 1

# %% [markdown]
# Now the run: the post's seed, its sizes, its order of drawing (first x, then the matrices). It goes the slow way, one
# pair of tokens at a time, so that it gives little away. The last step is a shortcut that works for one row of tiny
# numbers and breaks on large ones; exercise 3 is about that.

# %%
post_random = np.random.RandomState(42)  # the same stream as np.random.seed(42)
post_x = post_random.randn(8, 12).astype(np.float32)
post_draws = [post_random.randn(12, 12).astype(np.float32) for _ in ("W_q", "W_k", "W_v")]

ask_with, answer_with = 0.01 * post_draws[0], 0.01 * post_draws[1]
pairs = np.array([[(asker @ ask_with) @ (other @ answer_with) for other in post_x] for asker in post_x])
exps = np.exp(pairs[0] / 12**0.5)

published_scores = np.array([-0.124, 0.892, -0.337])
published_weights = np.array([0.112, 0.423, 0.087, 0.052, 0.098, 0.076, 0.081, 0.071])
print("weights of token 0, published", published_weights)
print("weights of token 0, computed ", np.round(exps / exps.sum(), 3))
print("largest share, your guess    ", my_guess)
print()
print("first raw scores, published  ", published_scores)
print("first raw scores, computed   ", np.round(pairs[0, :3], 4))
print("spread of all 64 raw scores  ", f"{pairs.std():.4f}")
print("largest of row 0, published over computed:", round(0.892 / np.abs(pairs[0]).max()))

# %% [markdown]
# Every weight is 0.125, one eighth. Token 0 looks at everyone alike, and the clear favourite with 0.423 is not there.
#
# The raw scores say why. Their spread is 0.0035, and the largest published one is 281 times the largest computed one in
# its row. exp of a number so close to 0 is close to 1, and eight nearly equal shares of one whole are 0.125 each.

# %%
print("exp(0.001) =", round(np.exp(0.001), 3), "   1/8 =", 1 / 8, "   root of 12 =", round(12**0.5, 3))

# %% [markdown]
# We cannot know how the printed numbers came about. We can know what the lines give, and so can you. The post is right
# about much: the five steps, √12 = 3.464, the care that exp needs. Even careful people publish numbers that their
# lines do not give.
#
# So this week goes: write it, predict it, run it, and only then believe it.

# %% [markdown]
# ## The formula
#
# **Attention(Q, K, V) = softmax(Q Kᵀ / √d_k) V**
#
# It is equation 1 in section 3.2.1 of Vaswani et al. (2017), *Attention Is All You Need*. Read from the inside out it
# is four steps, and joining them is the fifth exercise.
#
# | step | does | shape of the result |
# |---|---|---|
# | 1 | x times W_q, W_k, W_v gives Q, K, V | `(seq_len, d_k)`, `(seq_len, d_k)`, `(seq_len, d_v)` |
# | 2 | Q Kᵀ / √d_k gives the scores | `(n_q, n_k)` |
# | 3 | softmax of each row gives the weights | `(n_q, n_k)` |
# | 4 | weights times V gives the output | `(n_q, d_v)` |
#
# The five lines are from the title of another post, “用Python从零实现Self-Attention：5行核心代码透视Transformer灵魂”
# (*Self-attention from scratch in Python: five core lines show the soul of the Transformer*).

# %% [markdown] title="project_qkv"
# ## 1. Three roles for every token
#
# {facts}
#
# Each token plays three roles. It asks (its query), it can be found (its key), and it has something to give (its
# value). Each role is the token's row times one weight matrix:
#
# `x (seq_len, d_model)` times `W_q (d_model, d_k)` gives `Q (seq_len, d_k)`
#
# The two inner sizes must be equal, and vanish. K and V come from the same x with their own matrices.

# %% predict="project_qkv"
# Predict first. The token [2, 1] meets a W_q with the rows [1, 0] and [3, 1].
# Which query comes out? Put a number in place of each None, then run this cell.
predict("project_qkv", [None, None])

# %% [markdown]
# **One number by hand.** The token [1, 2] meets a matrix with the rows [1, 0, 2] and [3, 1, 0]. Each result is the
# token against one column:

# %%
print([1 * 1 + 2 * 3, 1 * 0 + 2 * 1, 1 * 2 + 2 * 0])


# %% exercise="project_qkv"
def project_qkv(x, W_q, W_k, W_v):
    """Give every token its query, its key and its value.

    Takes    x (seq_len, d_model); W_q and W_k (d_model, d_k); W_v (d_model, d_v), where d_v may differ from d_k
    Returns  the tuple (Q, K, V): Q and K (seq_len, d_k), V (seq_len, d_v)
    Numbers  floating point comes out; integers are computed in floating point
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: project the same x three times, once with each matrix.
    ### BEGIN SOLUTION
    x = as_float(x)
    return x @ as_float(W_q), x @ as_float(W_k), x @ as_float(W_v)
    ### END SOLUTION


# %% check="project_qkv"
check(project_qkv)

# %% [markdown] title="attention_scores"
# ## 2. Who looks at whom
#
# {facts}
#
# How well does a query fit a key? The dot product says it in one number, and every query meets every key:
#
# | | key 0 | key 1 | key 2 |
# |---|---|---|---|
# | **query 0** | 0 looks at 0 | 0 looks at 1 | 0 looks at 2 |
# | **query 1** | 1 looks at 0 | 1 looks at 1 | 1 looks at 2 |
#
# A row asks, a column answers. Two queries and three keys are legal: `Q (n_q, d_k)` and `K (n_k, d_k)` give
# `scores (n_q, n_k)`.

# %% predict="attention_scores"
# Predict first. The query [2, 0, 1, 1] meets the keys [1, 5, 1, 1] and [3, 1, 0, 2].
# Which two scores come out? Put a number in place of each None, then run this cell.
predict("attention_scores", [None, None])

# %% [markdown]
# **Why the root of d_k?** A dot product adds up d_k products, and longer sums spread wider. If the numbers in q and k
# have mean 0 and variance 1, the sum has variance d_k, so its typical size is √d_k (the paper says so in a footnote to
# section 3.2.1). Dividing by that root brings the typical size back to 1 at every width. Watch it:

# %%
sample_random = np.random.default_rng(7)
for width in (4, 16, 64, 256):
    some_q, some_k = sample_random.standard_normal((2, 500, width))
    spread = (some_q * some_k).sum(axis=1).std()
    print(f"d_k = {width:3d}   spread of dot products {spread:2.0f}   divided by the root {spread / width**0.5:.0f}")

# %% [markdown]
# **One number by hand.** The query [1, 2, 0, 2] meets the key [3, 1, 5, 0]. The dot product is 5, the width is 4, its
# root is 2, the score is 2.5:

# %%
print((1 * 3 + 2 * 1 + 0 * 5 + 2 * 0) / 4**0.5)


# %% exercise="attention_scores"
def attention_scores(Q, K):
    """Score every query against every key: Q Kᵀ / √d_k.

    Takes    Q (n_q, d_k); K (n_k, d_k), where n_q may differ from n_k
    Returns  scores (n_q, n_k); scores[i, j] says how well query i fits key j
    Numbers  floating point comes out; integers are computed in floating point
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: one number for each pair of a query and a key, at the scale the formula asks for.
    ### BEGIN SOLUTION
    Q, K = as_float(Q), as_float(K)
    d_k = Q.shape[-1]
    # A Python float keeps float32 as it is; np.sqrt(d_k) would turn it into float64 under NumPy 2.
    return Q @ K.T / d_k**0.5
    ### END SOLUTION


# %% check="attention_scores"
check(attention_scores)

# %% [markdown] title="stable_softmax"
# ## 3. The softmax that does not overflow
#
# {facts}
#
# Softmax turns a row of scores into weights: none negative, adding up to 1, the larger score getting the larger share.
#
# weight j = exp(score j) / (sum of exp(score k) over all k in the row)
#
# The row is the last axis, the keys. Each row is on its own, and the array may have one axis, two, or more.

# %% predict="stable_softmax"
# Predict first. A row of scores: [0, ln 3]. exp(0) is 1, and exp(ln 3) is 3.
# Which two weights come out? Put a number in place of each None, then run this cell.
predict("stable_softmax", [None, None])

# %% [markdown]
# **One row by hand.** Scores whose exp are 1, 2 and 5 get 1, 2 and 5 eighths:

# %%
eighths_scores = np.log([1, 2, 5])
print("scores ", np.round(eighths_scores, 3))
print("weights", [1 / 8, 2 / 8, 5 / 8])

# %% [markdown]
# **Where it breaks.** exp grows fast, and every kind of number has an end. The post warns: “因为np.exp(100)会溢出为inf”
# (*because np.exp(100) overflows to inf*). Is that so?

# %%
with np.errstate(over="ignore"):
    print("exp(100)  in float64:", f"{np.exp(np.float64(100)):.1e}")
    print("exp(100)  in float32:", np.exp(np.float32(100)))
    print("exp(1000) in float64:", np.exp(np.float64(1000)))
print("inf / inf:", np.inf / np.inf)

# %% [markdown]
# It depends on the kind of number: in float32 it does, in float64 it is 2.7e+43 and fits. But every kind has its limit,
# and beyond it stands inf / inf, which is nan.
#
# Yet the answer itself is harmless. Add 1000 to all three scores above: each exp grows by the same factor, above and
# below the line, so the weights are still 1, 2 and 5 eighths. Adding one number to a whole row never changes its
# weights.
#
# **The question of this exercise:** which number would you add to a row, so that no exp in it can overflow, and yet not
# all of them sink to 0?

# %% [markdown]
# **What must hold.** Right and finite
#
# - for scores of 10 000 and of −10 000;
# - when one row is very high and another very low;
# - when one score is 3000 above the rest of its row.
#
# A score of −inf means *never look here*: its weight is exactly 0, as long as its row has one finite score. Day 3 needs
# that.


# %% exercise="stable_softmax"
def stable_softmax(scores):
    """Turn scores into weights, row by row along the last axis.

    Takes    scores, an array with one axis or more: (..., n_k)
    Returns  weights of the same shape; along the last axis they are at least 0 and add up to 1
    Numbers  floating point comes out; integers are computed in floating point; a score of -inf gets exactly 0
    Raises   nothing, however large the scores are
    Leaves   its argument unchanged
    """
    # TODO: the weights of every row, finite and right for scores of any size and any number of axes.
    ### BEGIN SOLUTION
    scores = as_float(scores)
    powers = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return powers / np.sum(powers, axis=-1, keepdims=True)
    ### END SOLUTION


# %% check="stable_softmax"
check(stable_softmax)

# %% [markdown] title="weighted_sum"
# ## 4. A mixture of values
#
# {facts}
#
# Each query now takes home a mixture: of every value its share, all added up.
#
# `weights (n_q, n_k)` and `V (n_k, d_v)` give `output (n_q, d_v)`
#
# Take the weights as they are. If a row does not add up to 1, that is not repaired here.

# %% predict="weighted_sum"
# Predict first. The weights [1/2, 1/4] mix the values [4, 0] and [8, 4].
# What does the query take home? Put a number in place of each None, then run this cell.
predict("weighted_sum", [None, None])

# %% [markdown]
# **One row by hand.** A quarter of the value [4, 0] and three quarters of the value [8, 4] make [7, 3]. Each number
# lies between the smallest and the largest of its column, as in any mixture:

# %%
print([1 / 4 * 4 + 3 / 4 * 8, 1 / 4 * 0 + 3 / 4 * 4])


# %% exercise="weighted_sum"
def weighted_sum(weights, V):
    """Mix the values, for every query by its own weights.

    Takes    weights (n_q, n_k), used as they are; V (n_k, d_v)
    Returns  output (n_q, d_v)
    Numbers  floating point comes out; integers are computed in floating point
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: for every query, all values added up, each with its weight.
    ### BEGIN SOLUTION
    return as_float(weights) @ as_float(V)
    ### END SOLUTION


# %% check="weighted_sum"
check(weighted_sum)

# %% [markdown] title="self_attention"
# ## 5. All of it
#
# {facts}
#
# Now join the four. Call your own functions; this one needs no new arithmetic. It hands back the weights as well,
# because they are what people look at.
#
# This exercise is judged on the joining. A mistake that already cost points above does not cost them again here, as
# long as the four functions are there and mostly work.

# %% predict="self_attention"
# Predict first. Two tokens: queries 0 and ln 3, keys 0 and 1, values 4 and 8, all of width 1.
# What does each of the two take home? Put a number in place of each None, then run this cell.
predict("self_attention", [None, None])

# %% [markdown]
# **One case for the head.** Let W_q be all zeros. Then every query is zero, every score is 0, every weight is the same,
# and each token receives the plain average of all values. With the values [2, 4] and [6, 0] that is [4, 2], for both
# tokens:

# %%
print([(2 + 6) / 2, (4 + 0) / 2])


# %% exercise="self_attention"
def self_attention(x, W_q, W_k, W_v):
    """Attention of a sequence to itself: softmax(Q Kᵀ / √d_k) V.

    Takes    x (seq_len, d_model); W_q and W_k (d_model, d_k); W_v (d_model, d_v)
    Returns  the tuple (output, weights): output (seq_len, d_v), weights (seq_len, seq_len)
    Numbers  floating point comes out; integers are computed in floating point
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: join your four functions above, and return the output and the weights.
    ### BEGIN SOLUTION
    Q, K, V = project_qkv(x, W_q, W_k, W_v)
    weights = stable_softmax(attention_scores(Q, K))
    return weighted_sum(weights, V), weights
    ### END SOLUTION


# %% check="self_attention"
check(self_attention)

# %% [markdown]
# ## Look at it
#
# The other post, “5行核心代码”, takes the sentence `Thinking Machines <END>`, one random row per token, and looks at
# the weights as a picture. So do we. A row asks, a column answers, and brighter means more; the table below the
# picture says the same in numbers. Its rows have no meaning yet: the tokens are random, and nothing was trained.

# %%
# Run this once self_attention passes its check. Until then it only says so.
words = ["Thinking", "Machines", "<END>"]
word_random = np.random.default_rng(3)
word_x = word_random.standard_normal((3, 6))
word_matrices = [0.5 * word_random.standard_normal((6, width)) for width in (2, 2, 3)]
picture = None
try:
    picture = show.heatmap(self_attention(word_x, *word_matrices)[1], words)
except NotImplementedError:
    print("self_attention or one of its four parts is not written yet; come back to this cell when it is")
picture

# %% [markdown]
# **A bright diagonal?** The same post calls it typical that the diagonal is bright: each word looks at itself most.
# In a picture where nothing was trained, some rows do and some do not. **Predict first:** draw tokens and matrices a
# thousand times. In what share of the rows is the diagonal the largest of its three? And where keys are made with the
# matrix of the queries?

# %%
many_random = np.random.default_rng(6)
on_the_diagonal = {"W_q and W_k drawn apart:": 0, "W_k the same as W_q:    ": 0}
for _ in range(1000):
    tokens, matrices = many_random.standard_normal((3, 6)), many_random.standard_normal((2, 6, 2))
    for name, other in zip(on_the_diagonal, matrices[::-1], strict=True):
        table = np.inner(tokens @ matrices[0], tokens @ other)
        on_the_diagonal[name] += np.count_nonzero(table.argmax(1) == np.arange(3))
for name, rows in on_the_diagonal.items():
    print(name, f"{rows / 3000:.0%} of 3000 rows,", "chance would be", f"{1 / 3:.0%}")

# %% [markdown]
# Drawn apart, the diagonal is bright as often as chance has it. With one matrix for both, a token is held against
# itself, and a vector fits itself well. So a bright diagonal is a fact about the matrices; no sentence makes it.

# %% [markdown]
# **Step by step, for the same sentence.** “初见” advises to print every step: its shape, its first numbers, whether
# anything is wrong with it. That is good advice for any code that runs and still gives the wrong answer.

# %%
steps = None
try:
    word_Q, word_K, word_V = project_qkv(word_x, *word_matrices)
    word_scores = attention_scores(word_Q, word_K)
    word_weights = stable_softmax(word_scores)
    word_output = weighted_sum(word_weights, word_V)
    made = {"Q": word_Q, "K": word_K, "V": word_V, "scores": word_scores}
    steps = show.trace(words, **made, weights=word_weights, output=word_output)
except NotImplementedError:
    print("one of the four parts is not written yet; come back to this cell when it is")
steps

# %% [markdown]
# **The last step in slow motion.** What *Thinking* takes home is each value times its share, added up one after the
# other. Run it, and compare with the first row of your own output:

# %%
try:
    taken_home = np.zeros(3)
    for share, value, word in zip(word_weights[0], word_V, words, strict=True):
        taken_home = taken_home + share * value
        print(f"after {word:<9}", np.round(taken_home, 3))
    print("your output    ", np.round(word_output[0], 3))
except NameError:
    print("the cell above has not run to its end yet; come back to this cell when it has")

# %% [markdown]
# ## Two tests that need no answer
#
# You can test a function without knowing what comes out. **Predict first:** what happens to weights and output when the
# tokens come in another order? And what when 5 is added to all scores of a row?

# %%
try:
    order = [2, 0, 1]
    straight, shuffled = self_attention(word_x, *word_matrices), self_attention(word_x[order], *word_matrices)
    print("shuffled tokens, output is shuffled alike:", np.allclose(shuffled[0], straight[0][order]))
    print("shuffled tokens, weights too, both ways:  ", np.allclose(shuffled[1], straight[1][order][:, order]))
    print("5 added to every score, weights stay:     ", np.allclose(stable_softmax(word_scores + 5), word_weights))
except (NotImplementedError, NameError):
    print("a part is not written yet, or a cell above has not run to its end; come back to this cell when it has")

# %% [markdown]
# Attention does not know where a token stands: shuffle the tokens, and the answers are shuffled with them. Order must
# come from elsewhere, and day 4 says from where.
#
# And one number for a whole row changes nothing. So when the post calls a negative score “语义排斥” (*semantic
# repulsion*), the sign alone cannot mean it: add 5, and no score is negative, while every weight is the same.

# %% [markdown]
# ## An error worth reading
#
# The post says that an x of `(12, 8)` in place of `(8, 12)` runs at first and fails later, with “operands could not be
# broadcast together”. **Predict first:** which of these lines fails, and what does it say?

# %%
turned = np.ones((12, 8))
for sign, attempt in (("@", lambda: turned @ np.ones((12, 12))), ("*", lambda: turned * np.ones((12, 12)))):
    try:
        print(f"x {sign} W has the shape {attempt().shape}")
    except ValueError as error:
        print(f"x {sign} W says: {error}")

# %% [markdown]
# Both fail at once, and each in its own words. `matmul` names the two inner sizes that should be equal: 8 columns on
# the left, 12 rows on the right. *Broadcast* is the word of `*`, `+` and their kin, which want equal shapes. So the
# word says which kind of operation to look for, and the numbers say which axis.

# %% [markdown] title="xavier_std"
# ## 6. How large should weights begin? (stretch)
#
# {facts}
#
# Weights begin as random numbers of mean 0. How widely should they spread? Glorot and Bengio (2010) weigh what goes in,
# `fan_in`, against what comes out, `fan_out`, and arrive at a **variance** of 2 over the sum of both. What is asked for
# here is the **standard deviation**, its root.
#
# The rule carries Xavier Glorot's first name. The other post divides by √512 for a matrix `(512, 64)` and calls that
# Xavier, too; it leaves `fan_out` out. “初见” calls its 0.01 a simplified Xavier, and derives 0.289 two pages on.

# %% predict="xavier_std"
# Predict first. A matrix with 6 rows and 2 columns: 6 numbers go in, 2 come out.
# Which standard deviation? Put a number in place of None, then run this cell.
predict("xavier_std", [None])


# %% exercise="xavier_std"
def xavier_std(fan_in, fan_out):
    """Say how widely the weights of a matrix should spread when training begins.

    Takes    fan_in and fan_out, whole numbers from 1: the rows and the columns of the matrix
    Returns  one number, the standard deviation
    Numbers  a float comes out
    Raises   nothing
    """
    # TODO: the rule above, as a standard deviation.
    ### BEGIN SOLUTION
    return (2 / (fan_in + fan_out)) ** 0.5
    ### END SOLUTION


# %% check="xavier_std"
check(xavier_std)

# %% [markdown]
# ## The post's run, with your own function
#
# **Predict first.** Same seed, same draws, and the weight matrices times 0.01, times Xavier's 0.289 and times 1. When
# does token 0 start to choose, and when does it see nothing but one token?

# %%
# Run this once self_attention passes its check. Until then it only says so.
try:
    for size in (0.01, 0.289, 1.0):
        post_output, post_weights = self_attention(post_x, *(size * draw for draw in post_draws))
        print(f"times {size:<5}  token 0 shares out", " ".join(f"{weight:.3f}" for weight in post_weights[0]))
except NotImplementedError:
    print("self_attention or one of its four parts is not written yet; come back to this cell when it is")

# %% [markdown]
# The first row treats all alike, the second has preferences, the third has all but made up its mind. Same formula, same
# random draws: only the size of the weights changed. That is why people care how weights are initialised.

# %% [markdown]
# ## Three questions before you go
#
# For the head or a pencil, without scrolling up. They come back tomorrow morning with other numbers, because what is
# asked for twice stays longer.

# %% recall="attention_scores, evening"
# The query [1, 1, 2, 0] meets the keys [2, 0, 3, 5] and [0, 4, 1, 1]. Which two scores?
predict("attention_scores, evening", [None, None])

# %% recall="stable_softmax, evening"
# A row of scores: [0, ln 2, ln 2]. Which three weights?
predict("stable_softmax, evening", [None, None, None])

# %% recall="weighted_sum, evening"
# The weights [1/5, 3/5] mix the values [10, 5] and [5, 0]. What does the query take home?
predict("weighted_sum, evening", [None, None])

# %% [markdown]
# ## What you can now do
#
# - write self-attention from an empty page, with the shape beside each step;
# - read a table of weights: the row asks, the column answers;
# - say why the scores are divided by √d_k, and what would happen without it;
# - write a softmax that stays right for scores of any size;
# - test a function by what must not change, where no answer is known;
# - tell from an error's words which operation failed, and from its numbers which axis;
# - put a published number to the test before you pass it on.

# %% [markdown]
# ## Save and check
#
# Save, then run the last cell. It checks the file on disk in a fresh process, as `softmarks check FILE` does in a
# terminal, and says whether that file is what your kernel holds. What counts is the file: the kernel may still hold a
# helper that you have deleted. {handing_in}
#
# ---
# Text: CC BY 4.0. Code: MIT. Single sentences of the posts are quoted as sources.

# %% locked="ready_to_hand_in"
ready_to_hand_in()
