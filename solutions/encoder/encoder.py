# softmarks: attention-from-scratch/encoder

# %% [markdown]
# # Day 3. Masks, norms and many heads
#
# One head of attention is not yet a Transformer. Today you write three of the parts around it: the mask that hides the
# future, the normalisation that keeps numbers at a workable size, and the heads that let a token look in several ways
# at once.
#
# Planned: 120 minutes, half of them for the heads. That is a plan, not a measurement; take the time you need.

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
# | `seq_len` | tokens in the sequence |
# | `d_model` | numbers that describe one token |
# | `num_heads` | heads: attentions that run side by side |
# | `d_head` | numbers that one head works with: `d_model` divided by `num_heads` |
#
# A sequence is an array `(seq_len, d_model)`: one row per token.

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
# ## 1. Nobody looks ahead
#
# 4 points · planned 15 minutes · difficulty 1 of 5
#
# A model that learns to guess the next token must not see it. So token i may look at itself and at what came before,
# and at nothing later. For four tokens:
#
# | | key 0 | key 1 | key 2 | key 3 |
# |---|---|---|---|---|
# | **query 0** | yes | no | no | no |
# | **query 1** | yes | yes | no | no |
# | **query 2** | yes | yes | yes | no |
# | **query 3** | yes | yes | yes | yes |
#
# The mask is an array `(seq_len, seq_len)` of True (may look) and False (may not).

# %%
# Predict first. Three tokens. Which of them may the second one look at?
# Put True or False in place of each None, then run this cell.
predict("causal_mask", [None, None, None])

# %% [markdown]
# **Count them by hand.** Query 0 has one yes, query 1 two, and so on: 10 for four tokens, out of 16.

# %%
print(1 + 2 + 3 + 4, "of", 4 * 4)


# %% [markdown]
# **Mind the convention.** Libraries do not agree on what True means. In PyTorch, `scaled_dot_product_attention` reads
# it as *may look*, and `MultiheadAttention` reads it as *blocked*. Here it is *may look*. Whenever you borrow a mask,
# look this up first.

# %% exercise="causal_mask"
def causal_mask(seq_len):
    """Say which token may look at which, when nobody looks ahead.

    Takes    seq_len, the number of tokens
    Returns  a boolean array (seq_len, seq_len); entry [i, j] is True where query i may look at key j: j <= i
    Numbers  True and False (dtype bool), not ones and zeros
    Raises   nothing
    """
    # TODO: the table above, for any number of tokens.
    positions = np.arange(seq_len)
    return positions[None, :] <= positions[:, None]


# %% check="causal_mask"
check(causal_mask)

# %% [markdown]
# ## What a mask does to a row
#
# Section 3.2.3 of Vaswani et al. (2017), *Attention Is All You Need*, puts −∞ in the place of every forbidden score,
# *before* the softmax. exp(−∞) is 0, so the weight is exactly 0, and the rest still adds up to 1. **Predict first:**
# what comes out when a forbidden score is set to 0 instead?

# %%
print("forbidden = -inf:", np.round(softmax([1.0, 2.0, -np.inf]), 3))
print("forbidden = 0:   ", np.round(softmax([1.0, 2.0, 0.0]), 3))

# %% [markdown]
# A score of 0 is a score like any other: the future still receives 0.09. Only −∞ means *never*.

# %% [markdown]
# ## 2. Every token at the same size
#
# 6 points · planned 25 minutes · difficulty 2 of 5
#
# Layer after layer, numbers drift: up, down, apart. Layer normalisation (Ba, Kiros and Hinton 2016, *Layer
# Normalization*) pulls every token back. For one row x of d_model numbers:
#
# **y = γ · (x − μ) / √(σ² + ε) + β**
#
# | symbol | is | shape |
# |---|---|---|
# | μ, σ² | mean and variance of this one row | one number for each token |
# | ε | `eps`, a small number that keeps a constant row from 0 / 0 | one number |
# | γ, β | `gamma` and `beta`, learned: one stretch and one shift for each feature | `(d_model,)` |
#
# The variance is the plain mean of the squared distances (divided by d_model), and ε stands under the root.

# %%
# Predict first. The token [0, 8], with eps = 9, gamma all ones and beta all zeros.
# Which two numbers come out? Put a number in place of each None, then run this cell.
predict("layer_norm", [None, None])

# %% [markdown]
# **One row by hand.** The row [1, 1, 5, 5] has the mean 3, each number is 2 away, so the variance is 4. With ε = 0 the
# divisor is √4 = 2 and the row becomes [−1, −1, 1, 1]. With γ = 10 and β = 1 everywhere it ends as [−9, −9, 11, 11].
#
# With a large ε = 5 the divisor is √(4 + 5) = 3, whereas ε outside the root would make 2 + 5 = 7:

# %%
print("mean", (1 + 1 + 5 + 5) / 4, "  variance", (4 + 4 + 4 + 4) / 4)
print("gamma and beta applied:", [10 * -1 + 1, 10 * -1 + 1, 10 * 1 + 1, 10 * 1 + 1])
print("divisor with eps = 5, under the root:", (4 + 5) ** 0.5, "  outside:", 4**0.5 + 5)


# %% [markdown]
# **A token is on its own.** Its mean and variance come from its own row, so a change in one token never moves another.
# That is what sets layer normalisation apart from batch normalisation.

# %% exercise="layer_norm"
def layer_norm(x, gamma, beta, eps=1e-5):
    """Normalise every token to mean 0 and variance 1, then stretch by gamma and shift by beta.

    Takes    x (seq_len, d_model); gamma and beta (d_model,); eps, a number that may be as large as 0.1
    Returns  an array of the shape of x
    Numbers  floating point comes out; integers are computed in floating point
    Raises   nothing; a row of equal numbers is legal
    Leaves   its arguments unchanged
    """
    # TODO: the formula above, for every row by its own mean and variance.
    x, gamma, beta = (as_float(array) for array in (x, gamma, beta))
    mean = np.mean(x, axis=-1, keepdims=True)
    variance = np.var(x, axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


# %% check="layer_norm"
check(layer_norm)

# %% [markdown]
# ## 3. Many heads
#
# 10 points · planned 60 minutes · difficulty 4 of 5
#
# One row of weights is one way of looking. A token may want several: one head for the word before, one for the subject,
# one for the bracket that is still open. Section 3.2.2 of the paper runs `num_heads` attentions side by side, each on
# its own narrow part of Q, K and V, and lets W_o mix what they bring home.
#
# **head h = softmax(Q_h K_hᵀ / √d_head) V_h**
#
# **output = [head 0, head 1, …] W_o**, the heads side by side, in order

# %%
# Predict first. Tokens [1, 2, 3, 4] and [5, 6, 7, 8], two heads. W_q is all zeros, so that every weight
# is 1/2; W_v and W_o change nothing.
# Which four numbers come out for the first token? Put a number in place of each None, then run this cell.
predict("multi_head_attention", [None, None, None, None])

# %% [markdown]
# ## The way through, with shapes
#
# | step | shape |
# |---|---|
# | Q, K, V: x times W_q, W_k, W_v | `(seq_len, d_model)` each |
# | give every head its columns | `(num_heads, seq_len, d_head)` each |
# | scores of every head, divided by √d_head | `(num_heads, seq_len, seq_len)` |
# | weights: softmax over the keys | `(num_heads, seq_len, seq_len)` |
# | what every head brings home | `(num_heads, seq_len, d_head)` |
# | the heads side by side again | `(seq_len, d_model)` |
# | times W_o | `(seq_len, d_model)` |
#
# You may keep the heads in one array, or in a list and loop over them. Both are right.

# %% [markdown]
# **Which columns are whose?** Head h owns the columns h · d_head up to, not including, (h + 1) · d_head. With
# d_model = 6 and three heads, d_head is 2. Here are two tokens, a and b, each number with its name:
#
# | | columns 0, 1 | columns 2, 3 | columns 4, 5 |
# |---|---|---|---|
# | **token a** | a0 a1 | a2 a3 | a4 a5 |
# | **token b** | b0 b1 | b2 b3 | b4 b5 |
# | | head 0 | head 1 | head 2 |
#
# Every head sees both tokens: head 0 works on a0 a1 and b0 b1.

# %% [markdown]
# **The trap that most people meet once.** An array of the wanted shape need not hold the wanted numbers. Asking for
# `(num_heads, seq_len, d_head)` = `(3, 2, 2)` straight away gives this:

# %%
named = np.array([[f"{token}{column}" for column in range(6)] for token in "ab"])
for number, part in enumerate(named.reshape(3, 2, 2)):
    print(f"head {number} would see", " ".join(part[0]), "and", " ".join(part[1]))

# %% [markdown]
# Head 0 would get a0 a1 and a2 a3: two pieces of token a, and nothing of token b. No error is raised, and the shape is
# right. Print a small named array like this one whenever you regroup axes, on the way in and on the way back.

# %% [markdown]
# **When it does not divide.** The post “初见” (*First encounter*) tells how its author lost three days to this:
# “如果hidden_size=768，设num_attention_heads=10，则attention_head_size=76.8——这不可能！”
# (*with a hidden size of 768 and 10 heads, the head size is 76.8: impossible*). The arithmetic is right:

# %%
print("768 / 10 =", 768 / 10, "   768 / 12 =", 768 / 12)


# %% [markdown]
# Dropping the remainder would silently lose columns. Your function says no with a `ValueError`, and its text should
# name both numbers, for the person who reads it at midnight.

# %% exercise="multi_head_attention"
def multi_head_attention(x, W_q, W_k, W_v, W_o, num_heads):
    """Run num_heads attentions side by side and mix their results with W_o.

    Takes    x (seq_len, d_model); W_q, W_k, W_v and W_o (d_model, d_model); num_heads, at least 1
    Returns  the tuple (output, weights): output (seq_len, d_model), weights (num_heads, seq_len, seq_len)
    Numbers  floating point comes out; integers are computed in floating point; finite for scores of any size
    Raises   ValueError when d_model is not divisible by num_heads
    Leaves   its arguments unchanged
    """
    # TODO: refuse what does not divide.
    # TODO: project, give every head its columns, and let every head attend at its own scale.
    # TODO: put the heads side by side in order, mix them with W_o, and return the weights of all heads too.
    x = as_float(x)
    seq_len, d_model = x.shape
    if d_model % num_heads != 0:
        raise ValueError(f"d_model = {d_model} is not divisible by num_heads = {num_heads}")

    def heads_of(W):
        """(seq_len, d_model) seen as (num_heads, seq_len, d_head): one block of columns for each head."""
        return (x @ as_float(W)).reshape(seq_len, num_heads, d_model // num_heads).swapaxes(0, 1)

    Q, K, V = heads_of(W_q), heads_of(W_k), heads_of(W_v)
    d_head = Q.shape[-1]
    weights = softmax(Q @ K.swapaxes(-1, -2) / d_head**0.5, axis=-1)
    side_by_side = (weights @ V).swapaxes(0, 1).reshape(seq_len, d_model)
    return side_by_side @ as_float(W_o), weights


# %% check="multi_head_attention"
check(multi_head_attention)

# %% [markdown]
# ## Three heads at work
#
# Five tokens of 12 random numbers, three heads, weights of a size at which attention chooses. **Predict first:** will
# the heads look at the same tokens?

# %%
# Run this once multi_head_attention passes its check. Until then it only says so.
head_random = np.random.default_rng(4)
five_tokens = head_random.standard_normal((5, 12))
four_matrices = 0.3 * head_random.standard_normal((4, 12, 12))
try:
    _, head_weights = multi_head_attention(five_tokens, *four_matrices, 3)
    for number, table in enumerate(head_weights):
        print(f"head {number}, token 0 shares out", " ".join(f"{weight:.2f}" for weight in table[0]))
except NotImplementedError:
    print("multi_head_attention is not written yet; come back to this cell when it is")

# %% [markdown]
# Same token, same input, three opinions: each head has its own columns of W_q and W_k. Nobody told them apart but the
# random draw; training goes on from there.

# %% [markdown]
# ## What you can now do
#
# - write the mask that hides the future, and say why −∞ and not 0 stands for *never*;
# - normalise a token by its own mean and variance, with ε where it belongs;
# - cut Q, K and V into heads and put them together again without mixing tokens;
# - refuse a number of heads that does not fit, in words that help;
# - look up which of two conventions a library follows before you borrow its mask.

# %% [markdown]
# ## Save and check
#
# Save, then run the last cell. It checks the file on disk in a fresh process, as `softmarks check FILE` does in a
# terminal, and says whether that file is what your kernel holds. What counts is the file: the kernel may still hold a
# helper that you have deleted. Then hand in the file that the cell names.
#
# ---
# Text: CC BY 4.0. Code: MIT. Single sentences of the post are quoted as a source.

# %%
ready_to_hand_in()
