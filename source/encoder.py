# %% [markdown]
# # Day 3. Masks, norms and many heads
#
# One head of attention is not yet a Transformer. Today you write the parts around it and put them together: the mask
# that hides the future, the normalisation that keeps numbers at a workable size, the residual that keeps the old
# signal, the heads that let a token look in several ways at once, and a whole layer of the encoder, in either of the
# two orders that people use.
#
# On the way you put sentences of two Chinese posts to the test, by running them. They are good posts; even careful
# people publish numbers that they did not run.
#
# Planned: 240 minutes. Exercise 11 is stretch: it brings no points and is not counted. A plan is not a measurement;
# take the time you need, and a break after exercise 6.

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
# - **Checking.** After each exercise stands a `check(...)` cell. {checking}
#   Where a check fails, run the cell again without a change: it adds a hint. `hint(FUNCTION)` in a cell does the same.
# - **People and assistants.** {ai_policy}
# - **Handing in again.** {resubmission}

# %% [markdown]
# ## Names for shapes
#
# | name | counts |
# |---|---|
# | `seq_len` | tokens in the sequence |
# | `d_model` | numbers that describe one token |
# | `num_heads` | heads: attentions that run side by side |
# | `d_head` | numbers that one head works with: `d_model` divided by `num_heads` |
# | `d_ff` | numbers in the middle of the feed-forward part |
# | `n_q`, `n_k` | queries and keys; both are `seq_len` where a sequence looks at itself |
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
# ## Still known from yesterday?
#
# Three questions for the head, with new numbers. They are not marked.

# %% recall="normalized_entropy, morning"
# 64 keys, of which four have 1/4 each. log 64 is three times log 4. What share of the largest entropy is that?
predict("normalized_entropy, morning", [None])

# %% recall="overflow_risk, morning"
# Does exp overflow? 600 in float64, -90 in float32, 84 in float32, 120 in float32, 17 in float16: True or False.
predict("overflow_risk, morning", [None, None, None, None, None])

# %% recall="diagnose, morning"
# 1 not finite, 2 not weights, 3 uniform, 4 peaked, 5 healthy. Three tables: a row with a single 1 beside an even one
# over five keys; the row [1, 0], whose scores are infinity and 1; even rows over six keys.
predict("diagnose, morning", [None, None, None])

# %% [markdown] title="causal_mask"
# ## 1. Nobody looks ahead
#
# {facts}
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

# %% predict="causal_mask"
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
    ### BEGIN SOLUTION
    positions = np.arange(seq_len)
    return positions[None, :] <= positions[:, None]
    ### END SOLUTION


# %% check="causal_mask"
check(causal_mask)

# %% [markdown]
# **The post's mask.** The post “初见” (*First encounter*) writes `np.tril(np.ones((8,8)))` and calls that “直观易懂”
# (*easy to see and to understand*). It is. Only, the numbers are floats, so that nothing can be chosen by them, and the
# 8 is fixed; yours says yes and no, and is as long as the sequence.

# %%
print("the post's mask holds", np.tril(np.ones((8, 8))).dtype, "and a comparison holds", (np.arange(3) < 2).dtype)

# %% [markdown] title="masked_weights"
# ## 2. Never means never
#
# {facts}
#
# A mask says who may look. Now the weights have to obey it: a forbidden key gets nothing, and the allowed ones share
# out the whole of 1 among themselves.
#
# Section 3.2.3 of Vaswani et al. (2017), *Attention Is All You Need*, puts −∞ in the place of every forbidden score,
# *before* the softmax. exp(−∞) is 0, so the weight is exactly 0, and the rest still adds up to 1.
#
# scores and mask `(n_q, n_k)` → weights `(n_q, n_k)`

# %% predict="masked_weights"
# Predict first. One query, three keys with the score 2 each, and the one in the middle is forbidden.
# Which three weights come out? Put a number in place of each None, then run this cell.
predict("masked_weights", [None, None, None])

# %% [markdown]
# **One row by hand.** The scores are [0, 1, 2], and the last key is forbidden. What is left are the powers 1 and 2.718,
# which add up to 3.718. So the weights are 0.269, 0.731 and 0. What comes out when the forbidden score is set to 0
# instead?

# %%
print("powers:", np.round(np.exp([0.0, 1.0, 2.0])[:2], 3), "  sum:", round(1 + 2.718, 3))
print("forbidden = -inf:", np.round(softmax([0.0, 1.0, -np.inf]), 3))
print("forbidden = 0:   ", np.round(softmax([0.0, 1.0, 0.0]), 3))

# %% [markdown]
# A score of 0 is a score like any other: the forbidden key still receives 0.212. A large negative number does better,
# until the allowed scores are lower still. Only −∞ means *never*.
#
# **Finish this one.** Four equal scores, and keys 1 and 2 are forbidden. Two equal powers are left, so the weights are
# 1/2, 0, 0 and … ? And when key 3 is forbidden as well?

# %% [markdown]
# **A query that may look nowhere.** Padding can leave a row without any allowed key. Every score is −∞ then, and so is
# their maximum. What should come out is a decision, and it has been made in three ways:
#
# | policy | what comes of it |
# |---|---|
# | nan | one empty row spoils everything after it |
# | an even row, from a filler such as minus a billion | the query looks at everything that it must not see |
# | **zeros** | the query brings nothing home |
#
# Here it is zeros. PyTorch's attention used to answer nan and was changed to zeros, too (its pull request 131060).

# %%
with np.errstate(all="ignore"):
    print("only -inf:", softmax([-np.inf, -np.inf, -np.inf]))
print("only -1e9:", np.round(softmax([-1e9, -1e9, -1e9]), 3))


# %% exercise="masked_weights"
def masked_weights(scores, mask):
    """Turn every row of scores into weights over the keys that its query may see.

    Takes    scores (n_q, n_k), finite; mask, a boolean array (n_q, n_k), True where query i may look at key j
    Returns  an array of the shape of scores: exactly 0 where mask is False; elsewhere the softmax over the allowed
             keys of the row; a row without an allowed key is all 0
    Numbers  floating point comes out; integers are computed in floating point; exact for scores of any size
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: hide what is forbidden, share out what is left, and see to the rows that are left with nothing.
    ### BEGIN SOLUTION
    with np.errstate(invalid="ignore"):  # a row of nothing but -inf, all of which is replaced
        weights = softmax(np.where(mask, as_float(scores), -np.inf), axis=-1)
    return np.where(mask, weights, 0)
    ### END SOLUTION


# %% check="masked_weights"
check(masked_weights)

# %% [markdown]
# ## What a token may know
#
# A mask keeps a promise: whatever happens later, an earlier token does not notice. **Predict first:** four tokens under
# the causal mask; now every score of the last key is raised by 100. Which rows of weights change?

# %%
# Run this once both functions above pass their checks. Until then it only says so.
from autograder import show

view = None
four_by_four = np.random.default_rng(3).standard_normal((4, 4))
raised = four_by_four + 100 * (np.arange(4) == 3)
try:
    before, after = (masked_weights(table, causal_mask(4)) for table in (four_by_four, raised))
    print("rows that change:", np.flatnonzero(np.abs(after - before).max(axis=1)))
    view = show.heatmap(before, ["the", "cat", "sat", "down"])
except NotImplementedError:
    print("causal_mask or masked_weights is not written yet; come back to this cell when both are")
view

# %% [markdown]
# **When another sequence answers.** Queries need not come from the tokens that they look at. In a translator, each
# token of the answer asks the tokens of the question: *cross-attention*. Here two tokens ask five, of which the last
# two are padding. Their −∞ can be added just as well, since a number plus −∞ is −∞:

# %%
cross_random = np.random.default_rng(7)
two_ask, five_answer = cross_random.standard_normal((2, 4)), cross_random.standard_normal((5, 4))
five_give = cross_random.standard_normal((5, 3))
padding = np.array([0, 0, 0, -np.inf, -np.inf])
crossing = softmax(np.inner(two_ask, five_answer) / 2 + padding, axis=1)
print(np.round(crossing, 2))
print("weights", crossing.shape, "  what the two take home", (crossing @ five_give).shape)

# %% [markdown]
# One row for each that asks, one column for each that may answer; nothing else is new. The table is not square, so a
# causal mask would make no sense here, and padding is all there is to hide.

# %% [markdown] title="layer_norm"
# ## 3. Every token at the same size
#
# {facts}
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

# %% predict="layer_norm"
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
# That is what sets layer normalisation apart from batch normalisation. (The post gives “手写版本无BatchNorm”, *the
# version by hand has no BatchNorm*, as a reason for its small weights. No Transformer has one; this is the norm that it
# has.)


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
    ### BEGIN SOLUTION
    x, gamma, beta = (as_float(array) for array in (x, gamma, beta))
    mean = np.mean(x, axis=-1, keepdims=True)
    variance = np.var(x, axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta
    ### END SOLUTION


# %% check="layer_norm"
check(layer_norm)

# %% [markdown]
# ## Mean 0, variance 1, always?
#
# The post says of its four lines: “ln_output[0]的均值≈0，方差≈1” (*the mean of ln_output[0] is about 0, its variance
# about 1*), and that its 1e-5 is there for “防除零” (*protection from division by zero*). **Predict first:** for which
# tokens is the variance another?

# %%
# Run this once layer_norm passes its check. Until then it only says so.
one_token = np.random.default_rng(5).standard_normal((1, 12))
try:
    for size in (1.0, 0.01, 0.001, 0.0):
        came = layer_norm(size * one_token, np.ones(12), np.zeros(12), 1e-5)
        print(f"a token times {size}: mean {abs(came.mean()):.3f}, variance {came.var():.3f}")
except NotImplementedError:
    print("layer_norm is not written yet; come back to this cell when it is")

# %% [markdown]
# For tokens of ordinary size the sentence holds. Once a token's variance comes near ε, ε decides, and a token of equal
# numbers stays at β, since there is nothing to stretch. So ε does more than guard a division: it says below which size
# a difference counts as noise.

# %% [markdown]
# **A norm without a mean.** Many newer models take nothing off and only divide, by the root of the mean *square*
# (Zhang and Sennrich 2019, *Root Mean Square Layer Normalization*). Both beside each other, without γ and β, for a
# token whose mean is 5:

# %%
around_5 = np.array([4.0, 5.0, 5.0, 6.0])
mean_square = np.square(around_5).sum() / 4
print("RMSNorm:   ", np.round(around_5 / mean_square**0.5, 2))
print("layer norm:", np.round((around_5 - 5) / ((1 + 0 + 0 + 1) / 4) ** 0.5, 2))

# %% [markdown]
# With RMSNorm the 5 that all share fills the token and leaves little room for what tells its numbers apart. Layer norm
# takes it off first. RMSNorm is cheaper, and it works where means stay small.

# %% [markdown] title="output_drift"
# ## 4. What a layer adds
#
# {facts}
#
# A layer of the encoder does not replace a token, it adds to it: **x + output**. This is the residual (He, Zhang, Ren
# and Sun 2015, *Deep Residual Learning for Image Recognition*). The old signal stays, what attention brings home comes
# on top, and if attention has nothing to say, nothing is lost.
#
# How far does a layer move its tokens? For each token, measure the Euclidean length of output − x.
#
# output and x `(seq_len, d_model)` → drift `(seq_len,)`

# %% predict="output_drift"
# Predict first. A token goes in as [1, 1, 1] and comes out as [4, 5, 1].
# How far has it moved? Put a number in place of None, then run this cell.
predict("output_drift", [None])

# %% [markdown]
# **One token by hand.** From [2, 0, 1] to [3, 2, 3] the differences are [1, 2, 2], their squares add up to 9, and the
# length is 3. **Finish this one:** from [0, 5] to [8, −1] the differences are [8, −6], their squares add up to … ?

# %%
print("differences", [3 - 2, 2 - 0, 3 - 1], "  squares add up to", 1 + 4 + 4, "  length", (1 + 4 + 4) ** 0.5)
print("from", [0, 5], "to", [8, -1], "the differences are", [8 - 0, -1 - 5])


# %% exercise="output_drift"
def output_drift(output, x):
    """Measure how far each token was moved.

    Takes    output and x (seq_len, d_model)
    Returns  an array (seq_len,): the Euclidean length of output - x for each token
    Numbers  floating point comes out; integers are computed in floating point
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: one length for each token.
    ### BEGIN SOLUTION
    moved = as_float(output) - as_float(x)
    return np.sqrt(np.sum(moved * moved, axis=-1))
    ### END SOLUTION


# %% check="output_drift"
check(output_drift)

# %% [markdown]
# ## A warning light, put to the test
#
# Section 5.4 of the post knows an early sign of vanishing gradients: “output[0]与x[0]的L2距离小于1e-5”
# (*the L2 distance between output[0] and x[0] is below 1e-5*). It names the cause, too:
# “注意力权重weights[i]过于平滑” (*the attention weights are too smooth*).
#
# The post's own run, from its seed, has the smoothest weights there are. **Predict first:** does the light go on there?
# For which weights would it?

# %%
# Run this once output_drift passes its check. Until then it only says so.
draw = np.random.RandomState(42)
post_x = draw.randn(8, 12)
to_query, to_key, to_value = (0.01 * draw.randn(12, 12) for _ in "qkv")
post_scores = post_x @ to_query @ (post_x @ to_key).T
post_weights = softmax(post_scores / 12**0.5, axis=1)
post_output = post_weights @ (post_x @ to_value)
try:
    print(f"the post's weights lie between {post_weights.min():.4f} and {post_weights.max():.4f}")
    print(f"its output is at         {output_drift(post_output, post_x)[0]:.2f} from x[0]")
    print(f"with the residual, at    {output_drift(post_x + post_output, post_x)[0]:.3f}")
    print(f"even weights, W_v = 1:   {output_drift(np.full((8, 8), 1 / 8) @ post_x, post_x)[0]:.2f}")
    print(f"one-hot weights, W_v = 1: {output_drift(np.eye(8) @ post_x, post_x)[0]:.2f}")
except NotImplementedError:
    print("output_drift is not written yet; come back to this cell when it is")

# %% [markdown]
# With even weights every output is the mean of the values, far from x. The light goes on only where each token looks at
# nobody but itself and W_v changes nothing: weights as *sharp* as they can be, the opposite of the cause that is named.

# %% [markdown]
# **And gradients?** The distance is computed on the way forward; nothing in it knows a gradient. So take a layer whose
# slope can be worked out with a pencil. One token [1, 2]; its head brings home 3; W_o is all zeros as yet; the loss is
# half the squared length of x + head W_o. **Predict first:** the drift is exactly 0. Is the slope along W_o, too?

# %%
token, brought_home = [1, 2], 3


def loss(entry):
    """Half the squared length of the result when the first entry of W_o is `entry` and the second 0."""
    return ((token[0] + brought_home * entry) ** 2 + token[1] ** 2) / 2


print("drift", brought_home * 0.0, "  slope", round((loss(1e-6) - loss(-1e-6)) / 2e-6, 6))

# %% [markdown]
# The light is on, and the gradient is in good health. Some people even *start* their residual layers like this, with
# zeros at the end. A distance says what a layer does now. Whether it learns is a question to the gradient, and tomorrow
# you will ask it.

# %% [markdown] title="split_heads"
# ## 5. Cutting into heads
#
# {facts}
#
# One row of weights is one way of looking. A token may want several: one head for the word before, one for the subject,
# one for the bracket that is still open. Each head works on its own narrow part of Q, K and V. This exercise cuts the
# parts; the next one puts them together again.
#
# x `(seq_len, d_model)` → heads `(num_heads, seq_len, d_head)`, with d_head = d_model / num_heads

# %% predict="split_heads"
# Predict first. Two tokens, [1, 2, 3, 4] and [5, 6, 7, 8], and two heads. Which four numbers does head 1 hold,
# the second one? The first token's first. Put a number in place of each None, then run this cell.
predict("split_heads", [None, None, None, None])

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
# Every head sees both tokens: head 0 works on a0 a1 and b0 b1. **Finish it:** with two heads instead of three, head 1
# works on a3 a4 a5 and … ?

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
# **When it does not divide.** The post tells how its author lost three days to this:
# “如果hidden_size=768，设num_attention_heads=10，则attention_head_size=76.8——这不可能！” (*with a hidden size of 768
# and 10 heads, the head size is 76.8: impossible*). The arithmetic is right. The next sentence is
# “框架会静默报错，但没提示” (*the framework fails silently, without a hint*). **Predict first:** what does NumPy do
# when 768 columns are to become 10 heads?

# %%
print("768 / 10 =", 768 / 10, "   768 / 12 =", 768 / 12, "   76 * 10 =", 76 * 10)
wide = np.zeros((2, 768))
for name, cut in (("split", lambda: np.split(wide, 10, axis=1)), ("reshape", lambda: wide.reshape(2, 10, 76))):
    try:
        print(name, "gives", np.shape(cut()))
    except ValueError as error:
        print(name, "raises ValueError:", error)

# %% [markdown]
# NumPy says no aloud, and so does the framework: `BertSelfAttention` in `modeling_bert.py` raises a ValueError, *The
# hidden size (768) is not a multiple of the number of attention heads (10)*. (The post also names a line of that file,
# 327. Lines move from version to version; a name is found again.) What *is* silent is division to a whole number: 76
# times 10 is 760, and 8 columns are gone without a word.
#
# Why more heads made that experiment worse cannot be told from here: the post gives no code and no numbers for it.
# Your function, at least, says no with a `ValueError` whose text names both numbers, for the person who reads it at
# midnight.


# %% exercise="split_heads"
def split_heads(x, num_heads):
    """Give every head its own block of columns.

    Takes    x (seq_len, d_model); num_heads, at least 1
    Returns  an array (num_heads, seq_len, d_head), d_head = d_model / num_heads; head h holds the columns
             h * d_head up to, not including, (h + 1) * d_head of every token
    Numbers  those of x, none is changed
    Raises   ValueError when d_model is not divisible by num_heads
    Leaves   its arguments unchanged
    """
    # TODO: refuse what does not divide, then cut.
    ### BEGIN SOLUTION
    seq_len, d_model = x.shape
    if d_model % num_heads != 0:
        raise ValueError(f"d_model = {d_model} is not divisible by num_heads = {num_heads}")
    return x.reshape(seq_len, num_heads, d_model // num_heads).swapaxes(0, 1)
    ### END SOLUTION


# %% check="split_heads"
check(split_heads)

# %% [markdown] title="merge_heads"
# ## 6. Side by side again
#
# {facts}
#
# Every head has brought something home for every token. Now each token's pieces go side by side, head 0 first, so that
# a token is one row of d_model numbers again.
#
# heads `(num_heads, seq_len, d_head)` → `(seq_len, num_heads · d_head)`

# %% predict="merge_heads"
# Predict first. Head 0 holds [1, 2] for the first token and [3, 4] for the second; head 1 holds [5, 6] and [7, 8].
# Which four numbers are the row of the first token? Put a number in place of each None, then run this cell.
predict("merge_heads", [None, None, None, None])

# %% [markdown]
# **The trap on the way back.** Three heads p, q and r, two tokens a and b, and each number with its name: pa0 is what
# head p holds first for token a. Asking for two rows straight away mixes tokens:

# %%
homes = np.array([[[f"{head}{token}{column}" for column in range(2)] for token in "ab"] for head in "pqr"])
for token, row in zip("ab", homes.reshape(2, 6), strict=True):
    print(f"token {token} would be", " ".join(row))

# %% [markdown]
# Token a should be pa0 pa1 qa0 qa1 ra0 ra1, and it would get pieces of token b. Again no error, and the right shape.
# A network with this bug still learns something, which is why it can live in a repository for years.
# **Finish it:** token b should be pb0 pb1 … ?


# %% exercise="merge_heads"
def merge_heads(heads):
    """Put the heads side by side again: the reverse of split_heads.

    Takes    heads (num_heads, seq_len, d_head)
    Returns  an array (seq_len, num_heads * d_head); row i holds head 0's numbers of token i, then head 1's, and so on
    Numbers  those of heads, none is changed
    Raises   nothing
    Leaves   its argument unchanged
    """
    # TODO: one row for each token.
    ### BEGIN SOLUTION
    num_heads, seq_len, d_head = heads.shape
    return heads.swapaxes(0, 1).reshape(seq_len, num_heads * d_head)
    ### END SOLUTION


# %% check="merge_heads"
check(merge_heads)

# %% [markdown] title="multi_head_attention"
# ## 7. Many heads
#
# {facts}
#
# Section 3.2.2 of the paper runs `num_heads` attentions side by side, each on its own columns of Q, K and V, and lets
# W_o mix what they bring home.
#
# **head h = softmax(Q_h K_hᵀ / √d_head) V_h**
#
# **output = [head 0, head 1, …] W_o**, the heads side by side, in order

# %% predict="multi_head_attention"
# Predict first. Tokens [1, 2, 3, 4] and [5, 6, 7, 8], two heads. W_q is all zeros, so that every weight
# is 1/2; W_v and W_o change nothing.
# Which four numbers come out for the first token? Put a number in place of each None, then run this cell.
predict("multi_head_attention", [None, None, None, None])

# %% [markdown]
# **The way through, with shapes.**
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
# The second step and the last but one are your own functions. Call them, or loop over the heads and slice; both are
# right. A mistake in one of them costs points there and not a second time here.
#
# All heads read the same x, and no head hears another before W_o. The post says so, and well:
# “头与头之间无信息交互，直到拼接（concat）后做一次线性变换” (*the heads exchange nothing until, after the
# concatenation, one linear map is made*).


# %% exercise="multi_head_attention"
def multi_head_attention(x, W_q, W_k, W_v, W_o, num_heads):
    """Run num_heads attentions side by side and mix their results with W_o.

    Takes    x (seq_len, d_model); W_q, W_k, W_v and W_o (d_model, d_model); num_heads, at least 1
    Returns  the tuple (output, weights): output (seq_len, d_model), weights (num_heads, seq_len, seq_len)
    Numbers  floating point comes out; integers are computed in floating point; finite for scores of any size
    Raises   ValueError when d_model is not divisible by num_heads
    Leaves   its arguments unchanged
    """
    # TODO: project, give every head its columns, and let every head attend at its own scale.
    # TODO: put the heads side by side in order, mix them with W_o, and return the weights of all heads too.
    ### BEGIN SOLUTION
    x = as_float(x)
    Q, K, V = (split_heads(x @ as_float(W), num_heads) for W in (W_q, W_k, W_v))
    d_head = Q.shape[-1]
    weights = softmax(Q @ K.swapaxes(-1, -2) / d_head**0.5, axis=-1)
    return merge_heads(weights @ V) @ as_float(W_o), weights
    ### END SOLUTION


# %% check="multi_head_attention"
check(multi_head_attention)

# %% [markdown]
# ## Three heads at work
#
# Five tokens of 12 random numbers, three heads, weights of a size at which attention chooses. **Predict first:** will
# the heads look at the same tokens?

# %%
# Run this once multi_head_attention passes its check. Until then it only says so.
view = None
head_random = np.random.default_rng(4)
five_tokens = head_random.standard_normal((5, 12))
four_matrices = 0.3 * head_random.standard_normal((4, 12, 12))
try:
    _, head_weights = multi_head_attention(five_tokens, *four_matrices, 3)
    for number, table in enumerate(head_weights):
        print(f"head {number}, token 0 shares out", " ".join(f"{weight:.2f}" for weight in table[0]))
    view = show.heads(head_weights, ["A", "B", "C", "D", "E"])
except NotImplementedError:
    print("multi_head_attention is not written yet; come back to this cell when it is")
view

# %% [markdown]
# Same token, same input, three opinions: each head has its own columns of W_q and W_k. Nobody told them apart but the
# random draw; training goes on from there. Twelve numbers were a good choice of the post's: they go to 2, 3, 4 or 6
# heads.

# %% [markdown]
# **Eight heads of eight.** The other post, “用Python从零实现Self-Attention” (*Self-attention from scratch in Python*),
# has a multi-head loop, too. Its heads are 64 // 8 wide, its weights are drawn inside the loop, and it stops at the
# concatenation. Beside the paper:

# %%
for name, d_head in (("paper", 512 // 8), ("post ", 64 // 8)):
    print(f"{name}: a token of 512 numbers, 8 heads of {d_head}, side by side {8 * d_head}")

# %% [markdown]
# In the paper 64 is the width of *one* head, and all heads together are as wide as the token. In the post they are
# narrower, so that x cannot be added to the result; and with no W_o the heads never meet. Weights that are drawn inside
# a function give another answer with every call, and no test can hold that.

# %% [markdown] title="head_diversity"
# ## 8. Do the heads differ?
#
# {facts}
#
# Eight heads that look alike are one head at the price of eight. Here is a number for it. Two rows of weights differ by
# half the sum of their absolute differences: 0 when they are equal, 1 when they look at different keys altogether. For
# all heads together, take the mean over every *pair* of heads and over all queries.
#
# weights `(num_heads, n_q, n_k)` → one number

# %% predict="head_diversity"
# Predict first. Two heads, one query, three keys. Head 0 has the weights [1, 0, 0], head 1 has [0.4, 0.6, 0].
# How diverse are they? Put a number in place of None, then run this cell.
predict("head_diversity", [None])

# %% [markdown]
# **One pair by hand.** The rows [0.5, 0.5, 0] and [0, 0.5, 0.5] differ by 0.5, 0 and 0.5. That adds up to 1, and half
# of it is 0.5. Three heads make 3 pairs, four make 6. **Finish it:** eight heads make … ?

# %%
print("one pair:", (abs(0.5 - 0) + abs(0.5 - 0.5) + abs(0 - 0.5)) / 2)
print("pairs of three heads:", 3 * 2 // 2, "  of four:", 4 * 3 // 2)


# %% exercise="head_diversity"
def head_diversity(weights):
    """Say with one number how differently the heads look.

    Takes    weights (num_heads, n_q, n_k), two heads or more; rows sum to one
    Returns  one float from 0 to 1: the mean, over all pairs of heads and all queries, of half the sum over the keys
             of the absolute differences
    Numbers  a float; integers are computed in floating point
    Raises   nothing
    Leaves   its argument unchanged
    """
    # TODO: compare every pair of heads once, query by query.
    ### BEGIN SOLUTION
    weights = as_float(weights)
    found = []
    for first in range(len(weights)):
        for second in range(first):
            found.append(np.abs(weights[first] - weights[second]).sum(axis=-1) / 2)
    return float(np.mean(found))
    ### END SOLUTION


# %% check="head_diversity"
check(head_diversity)

# %% [markdown]
# ## A false alarm
#
# Section 5.5 of the post: “若8个头的权重图完全一致，说明W_q^h初始化未做独立随机” (*if the maps of 8 heads are
# completely the same, their W_q were not initialised independently*). Its advice is to print the first row of each head
# and look. Here are 8 heads with independent matrices of the post's own size, 0.01, and 8 heads that share one.
# **Predict first:** can you tell them apart in print?

# %%
# Run this once multi_head_attention and head_diversity pass their checks. Until then it only says so.
eight_random = np.random.default_rng(11)
eight_tokens, independent = eight_random.standard_normal((8, 16)), eight_random.standard_normal((4, 16, 16))
shared = np.tile(independent[:, :, :2], 8)
try:
    for name, size, matrices in (
        ("independent", 0.01, independent),
        ("shared", 0.3, shared),
        ("independent", 0.3, independent),
    ):
        _, maps = multi_head_attention(eight_tokens, *(size * matrices), 8)
        print(f"{name}, {size}: diversity {head_diversity(maps):.6f}")
        for number in (0, 7):
            print(f"  head {number}:", " ".join(f"{weight:.3f}" for weight in maps[number, 0]))
except NotImplementedError:
    print("multi_head_attention or head_diversity is not written yet; come back to this cell when both are")

# %% [markdown]
# At 0.01 all printed rows are the same, though the heads are independent: a false alarm. What gives shared matrices
# away is a diversity of *exactly* 0, or the same heads at a size where attention chooses. An alarm is worth as much as
# the cases in which it keeps quiet.

# %% [markdown] title="feed_forward"
# ## 9. Each token by itself
#
# {facts}
#
# Attention mixes tokens; this part works on each token alone. Section 3.3 of the paper: two linear maps, with a cut at
# zero between them.
#
# **max(0, x W₁ + b₁) W₂ + b₂**
#
# | what | shape |
# |---|---|
# | x | `(seq_len, d_model)` |
# | W_1 and b_1 | `(d_model, d_ff)` and `(d_ff,)` |
# | what passes the cut | `(seq_len, d_ff)` |
# | W_2 and b_2 | `(d_ff, d_model)` and `(d_model,)` |
# | the result | `(seq_len, d_model)` |
#
# Without the cut, the two maps would be one.

# %% predict="feed_forward"
# Predict first. The token [1, 2]; W_1 changes nothing, b_1 = [1, -5]; W_2 has the rows [1, 2] and [1, 1],
# b_2 = [10, 0]. Which two numbers come out? Put a number in place of each None, then run this cell.
predict("feed_forward", [None, None])

# %% [markdown]
# **One token by hand.** The hidden numbers of some token are [3, −2, 1], b₁ included. Past the cut they are [3, 0, 1].
# W₂ has the rows [1, 0], [5, 5] and [2, 1]; the row in the middle is never heard. 3 · 1 + 1 · 2 = 5 and
# 3 · 0 + 1 · 1 = 1. With b₂ = [0, 4] the token ends as [5, 5].

# %%
print("before the cut:", [3, -2, 1], "  past it:", [max(0, number) for number in (3, -2, 1)])
print("the rows", [1, 0], [5, 5], [2, 1], "make", [3 * 1 + 1 * 2, 3 * 0 + 1 * 1], "  with b_2:", [5 + 0, 1 + 4])


# %% exercise="feed_forward"
def feed_forward(x, W_1, b_1, W_2, b_2):
    """Send every token through two linear maps with a cut at zero between them.

    Takes    x (seq_len, d_model); W_1 (d_model, d_ff); b_1 (d_ff,); W_2 (d_ff, d_model); b_2 (d_model,)
    Returns  an array of the shape of x: max(0, x W_1 + b_1) W_2 + b_2
    Numbers  floating point comes out; integers are computed in floating point
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: the formula above.
    ### BEGIN SOLUTION
    hidden = np.maximum(as_float(x) @ as_float(W_1) + b_1, 0)
    return hidden @ as_float(W_2) + b_2
    ### END SOLUTION


# %% check="feed_forward"
check(feed_forward)

# %% [markdown] title="encoder_layer"
# ## 10. A layer of the encoder
#
# {facts}
#
# Everything is there. A layer has two parts, attention and then feed-forward, and each part has a residual and a norm
# of its own. In which order, people do not agree:
#
# | | a part f becomes | used by |
# |---|---|---|
# | **post-norm** | norm(x + f(x)) | Vaswani et al. 2017; BERT |
# | **pre-norm** | x + f(norm(x)) | Xiong et al. 2020, *On Layer Normalization in the Transformer Architecture*; GPT-2 |
#
# In post-norm the last thing that happens is a norm. In pre-norm, x itself runs through the whole layer untouched, and
# every part only adds to it.

# %% predict="encoder_layer"
# Predict first. One token [1, 3]. W_o, W_2 and b_2 are all zeros, so that neither part says anything. The first norm
# has gamma 1, the second gamma 2, both have beta 0; eps is too small to be seen.
# Which two numbers come out post-norm, and which two pre-norm? Put a number in place of each None.
predict("encoder_layer", [None, None, None, None])

# %% [markdown]
# **A layer by hand, post-norm.** The token is [1, 3]. Attention brings home [4, 0]: the sum is [5, 3], its norm [1,
# −1]. The feed-forward part makes [0, 4] of that: the sum is [1, 3], its norm [−1, 1].
#
# **Finish it, pre-norm,** with parts that bring home the same: [1, 3] and [4, 0] make [5, 3], and then … ?

# %%
print("attention:   ", [1, 3], "and", [4, 0], "make", [1 + 4, 3 + 0], "  norm", [1, -1])
print("feed-forward:", [1, -1], "and", [0, 4], "make", [1 + 0, -1 + 4], "  norm", [-1, 1])

# %% [markdown]
# **What the post has.** Its section 4.4 announces “15行代码” (*15 lines of code*) for a “标准Encoder Layer” (*standard
# encoder layer*). Counted, there are four: residual, mean, variance, division. Beside your layer γ and β are missing,
# the feed-forward part, the second residual, the second norm, and W_o. And the “Softmax的1e-10” (*the 1e-10 of the
# softmax*) that it sets its ε apart from occurs in no softmax of the post. These are words; what they leave out, you
# write.


# %% exercise="encoder_layer"
def encoder_layer(x, attention, ffn, norms, num_heads, pre_norm):
    """Run one layer of the encoder: attention, then feed-forward, each with its residual and its norm.

    Takes    x (seq_len, d_model); attention, the tuple (W_q, W_k, W_v, W_o); ffn, the tuple (W_1, b_1, W_2, b_2);
             norms, the tuple (gamma_1, beta_1, gamma_2, beta_2); num_heads, which divides d_model;
             pre_norm, True for x + f(norm(x)), False for norm(x + f(x))
    Returns  an array of the shape of x
    Numbers  floating point comes out; integers are computed in floating point; eps is 1e-5 in both norms
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: two parts, in the order that pre_norm asks for. Your own functions are there to be called.
    ### BEGIN SOLUTION
    x = as_float(x)
    parts = (
        (lambda tokens: multi_head_attention(tokens, *attention, num_heads)[0], *norms[:2]),
        (lambda tokens: feed_forward(tokens, *ffn), *norms[2:]),
    )
    for part, gamma, beta in parts:
        if pre_norm:
            x = x + part(layer_norm(x, gamma, beta))
        else:
            x = layer_norm(x + part(x), gamma, beta)
    return x
    ### END SOLUTION


# %% check="encoder_layer"
check(encoder_layer)

# %% [markdown]
# ## Twelve layers deep
#
# BERT stacks twelve of these. **Predict first:** how large are the numbers after twelve layers, in either order?

# %%
# Run this once encoder_layer passes its check. Until then it only says so.
deep = np.random.default_rng(12)
deep_tokens, mixing = deep.standard_normal((6, 16)), tuple(deep.standard_normal((4, 16, 16)) / 4)
widening, narrowing = deep.standard_normal((16, 64)) / 4, deep.standard_normal((64, 16)) / 8
one_by_one, plain = (widening, np.zeros(64), narrowing, np.zeros(16)), (np.ones(16), np.zeros(16)) * 2
try:
    for name, pre_norm in (("post-norm", False), ("pre-norm ", True)):
        state, spreads = deep_tokens, []
        for _ in range(12):
            state = encoder_layer(state, mixing, one_by_one, plain, 4, pre_norm)
            spreads.append(state.std())
        print(
            f"{name}: std {spreads[0]:.2f} after one layer, {spreads[5]:.2f} after six, {spreads[11]:.2f} after twelve"
        )
except NotImplementedError:
    print("encoder_layer is not written yet; come back to this cell when it is")

# %% [markdown]
# Post-norm brings every token back to the same size, layer by layer. Pre-norm lets the sum grow, and so such models end
# with one more norm after the last layer. Neither is a mistake; taking one for the other is.

# %% [markdown]
# ## Snapshots, taken again
#
# Section 4 of the post prints numbers of its run, step by step; you ran its lines in exercise 4. **Predict first:**
# which of these hold?
#
# - Q has the standard deviation 0.01.
# - QK_T has the variance 0.0012, from 0.01² · 12.
# - x[0] has “均值≈0，std≈1” (*mean about 0, std about 1*).

# %%
queries = post_x @ to_query
print(f"Q: standard deviation {queries.std():.4f}, variance {queries.var():.4f}")
print(f"QK_T: variance {post_scores.var():.7f};   0.01 squared times 12 is {0.01**2 * 12:.4f}")
print(f"x[0]: mean {post_x[0].mean():.2f}, std {post_x[0].std():.2f}; it begins with", np.round(post_x[0, :3], 3))

# %% [markdown]
# Q sums 12 products, so its variance is 12 times that of one weight. That is the 0.0012, and it belongs to Q, not to
# QK_T, whose entries sum products of *two* such numbers. And twelve draws have mean 0 and std 1 only on average.

# %% [markdown]
# **Sizes.** Three more sentences: the framework's usual 0.02 makes exp overflow here; with d_model = 768 and the same
# 0.01, dot products may reach “±100”; an attention matrix of 64 entries is “无溢出风险” (*without a risk of overflow*).
# exp overflows from 88.72 on in float32 and from 709.78 on in float64.

# %%
sizes = np.random.default_rng(1)
for d_model, weight in ((12, 0.02), (768, 0.01), (12, 1.0)):
    some_x, first, second = (sizes.standard_normal(shape) for shape in ((8, d_model), *[(d_model, d_model)] * 2))
    table = some_x @ (weight * first) @ (weight * second).T @ some_x.T
    print(f"d_model {d_model}, weights {weight}: {table.size} scores, the largest {np.abs(table).max():.2f}")
print("the limits of exp:", np.round(np.log([float(np.finfo(kind).max) for kind in (np.float32, np.float64)]), 2))

# %% [markdown]
# What overflows is a large *score*. How many scores there are does not matter, and neither 0.02 nor a width of 768
# brings them anywhere near.

# %% [markdown]
# **Sums and means.** The last three: the weights of a row sum to “严格等于1” (*strictly equal to 1*), the output is
# smaller than x because averaging smooths noise, and its changed signs show that information was recombined.

# %%
rows = softmax(np.random.default_rng(2).standard_normal((1000, 8)), axis=1).sum(axis=1)
print(f"rows that sum to exactly 1: {np.mean(rows == 1):.0%}; furthest away: {np.abs(rows - 1).max():.0e}")
means = [np.abs(array[0]).mean() for array in (post_x, post_x @ to_value, post_output)]
print(f"x[0] to V[0]: {means[0] / means[1]:.0f} times smaller;  V[0] to output[0]: {means[1] / means[2]:.1f} times")
signs = [np.sign(array) for array in (post_x, post_x @ to_value, post_output)]
for name, other in (("V", signs[1]), ("output", signs[2])):
    print(f"signs that change from x to {name}: {np.count_nonzero(other - signs[0])} of {other.size}")

# %% [markdown]
# Most rows hit 1 exactly, the others miss by the last digit; so test sums with a tolerance, never with `==`. And nearly
# all of the shrinking is done by the small W_v, before anything is averaged. The signs change there, too, where no
# token has met another yet: not far from half of them, as with any random matrix. They prove nothing about mixing.

# %% [markdown] title="batched_attention"
# ## 11. Stretch: many sequences at once
#
# {facts}
#
# Libraries work on batches: x is `(batch, seq_len, d_model)`. Nothing in the mathematics changes, no sequence sees
# another, and the first axis only counts. So this is the one-head attention of day 1, *lifted* to three axes:
#
# **softmax(Q Kᵀ / √d_k) V**, for every sequence by itself
#
# | what | shape |
# |---|---|
# | x | `(batch, seq_len, d_model)` |
# | W_q and W_k; W_v | `(d_model, d_k)`; `(d_model, d_v)` |
# | output | `(batch, seq_len, d_v)` |
# | weights | `(batch, seq_len, seq_len)` |

# %% predict="batched_attention"
# Predict first. Two sequences of two tokens of one number each: [2], [4] and [10], [20]. W_q is 0, W_v is 1.
# Which four outputs come out, sequence by sequence? Put a number in place of each None, then run this cell.
predict("batched_attention", [None, None, None, None])

# %% [markdown]
# **Two of three axes.** `@` multiplies along the last two axes and lines up the ones before them. `.T` does not know of
# that: it turns *all* axes round. And axis 1, where one sequence had its keys, is another axis now.

# %%
some_keys = np.ones((5, 3, 2))
print("K is", some_keys.shape, "  K.T is", some_keys.T.shape, "  wanted is", (5, 2, 3))

# %% [markdown]
# **A rule and an error message.** Section 5.2 of the post says “永远不要把batch维混入” (*never let a batch axis in*);
# its section 2.3 says that real models have just that axis. The rule is one for debugging by hand. The same section
# warns of an x that is handed in as `(12, 8)`: it would slip through W_q and fail late, with “operands could not be
# broadcast together”. **Predict first:** where does it fail, and with which words?

# %%
try:
    np.zeros((12, 8)) @ np.zeros((12, 12))
except ValueError as error:
    print("the first product already says:", error)
try:
    np.zeros((12, 8)) + np.zeros((12, 12))
except ValueError as error:
    print("a sum says:", error)


# %% exercise="batched_attention"
def batched_attention(x, W_q, W_k, W_v):
    """One head of attention, for several sequences at once.

    Takes    x (batch, seq_len, d_model); W_q and W_k (d_model, d_k); W_v (d_model, d_v)
    Returns  the tuple (output, weights): output (batch, seq_len, d_v), weights (batch, seq_len, seq_len)
    Numbers  floating point comes out; integers are computed in floating point; finite for scores of any size
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: the formula above, for every sequence by itself.
    ### BEGIN SOLUTION
    x = as_float(x)
    Q, K, V = (x @ as_float(W) for W in (W_q, W_k, W_v))
    weights = softmax(Q @ K.swapaxes(-1, -2) / K.shape[-1] ** 0.5, axis=-1)
    return weights @ V, weights
    ### END SOLUTION


# %% check="batched_attention"
check(batched_attention)

# %% [markdown]
# ## Before you go
#
# Three questions for the head. They come back tomorrow, with other numbers.

# %% recall="masked_weights, evening"
# One query with the scores 0, ln 3 and 5; the last key is forbidden. Which three weights come out?
predict("masked_weights, evening", [None, None, None])

# %% recall="layer_norm, evening"
# The token [0, 6], with eps = 16, gamma all ones and beta all zeros. Which two numbers come out?
predict("layer_norm, evening", [None, None])

# %% recall="multi_head_attention, evening"
# Tokens [1, 5] and [3, 9], two heads; W_q is all zeros, W_v and W_o change nothing.
# Which two numbers come out for the first token?
predict("multi_head_attention, evening", [None, None])

# %% [markdown]
# ## What you can now do
#
# - write the mask that hides the future, and say why −∞ and not 0 stands for *never*;
# - say what comes out for a query that may look nowhere, and that this is a decision;
# - normalise a token by its own mean and variance, with ε where it belongs;
# - cut Q, K and V into heads and put them together again without mixing tokens;
# - refuse a number of heads that does not fit, in words that help;
# - put attention and feed-forward together with residuals and norms, in either order, and tell the orders apart;
# - test a warning light both ways: is it on where it should be, and off where it should not?
# - look up which of two conventions a library follows before you borrow its mask.

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
