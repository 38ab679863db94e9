# softmarks: attention-from-scratch/diagnostics

# %% [markdown]
# # Day 2. Is it healthy?
#
# A table of attention weights can look fine and be useless. Today you write small instruments that look at such a
# table and say what is wrong with it, and you find out where an instrument may be trusted. Then you use them: on eight
# sick attentions, on twelve published numbers, and on softmaxes of which some are wrong.
#
# Planned: 240 minutes. That is a plan, not a measurement; take the time you need. Exercises 1 to 6 are one half of the
# day, the clinic, the documents and the test the other.

# %% [markdown]
# ## Before you start
#
# - **You need** Python 3.11 or newer, NumPy, and the `autograder` package that came with this notebook. Nothing is
#   downloaded, and nothing from day 1 is needed: the tables of weights are given. If something is missing, the first
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
# | `n_q` | queries: the rows of the table, one for each token that asks |
# | `n_k` | keys: the columns, one for each token that can be looked at |
#
# `scores` is an array `(n_q, n_k)` of any numbers: how well query i and key j go together, before the softmax.
# `weights` is an array `(n_q, n_k)` of shares: every row is at least 0 and adds up to 1. The tables need not be square,
# and both sizes may change from call to call.

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

    from autograder import check, hint, predict, ready_to_hand_in
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
# ## Still known from yesterday?
#
# Three questions for the head, with new numbers. They are not marked.

# %%
# The query [2, 1, 0, 1] meets the keys [1, 2, 3, 0] and [4, 0, 1, 2]. Which two scores?
predict("attention_scores, morning", [None, None])

# %%
# A row of scores: [ln 3, ln 6, 0]. Which three weights?
predict("stable_softmax, morning", [None, None, None])

# %%
# The weights [1/2, 1] mix the values [2, 4] and [1, 3]. What does the query take home?
predict("weighted_sum, morning", [None, None])


# %% [markdown]
# ## Rules of thumb, at their word
#
# The post “初见” (*First encounter*), which day 1 ran, also says how to tell a healthy run from a sick one. These are
# its rules; take them at their word for now:
#
# | in the post | in English |
# |---|---|
# | “健康值：mean≈0, std≈0.1~0.5, range≈1~3” | healthy scores: mean near 0, std 0.1 to 0.5, range 1 to 3 |
# | “若std < 0.01，立即检查W_q、W_k是否被意外赋值为0” | below 0.01, look whether the weight matrices were set to 0 |
# | “if np.max(x) > 80: raise ValueError” | above 80, stop with an error |
# | “若entropy > 1.8，说明过度均匀；< 0.5说明过度聚焦” | entropy above 1.8 is too even, below 0.5 too focused |
# | “健康值应在0.8~1.5之间” | a healthy entropy lies between 0.8 and 1.5 |
#
# They are good questions: how large, how spread, how even. By tonight you will know which of the answers to keep.
#
# First the patient: the post's own run, with its seed and its order of drawing. `scale` is the number that the weight
# matrices are multiplied by; the post takes 0.01.

# %%
def post_run(scale):
    """Given: queries, keys and raw scores of the post's run, with weight matrices of this standard deviation."""
    draw = np.random.RandomState(42)
    x = draw.randn(8, 12).astype(np.float32)
    ask_with = draw.randn(12, 12).astype(np.float32) * scale
    answer_with = draw.randn(12, 12).astype(np.float32) * scale
    asked, offered = x @ ask_with, x @ answer_with
    return asked, offered, asked @ offered.T


print("first three raw scores of token 0:", np.round(post_run(0.01)[2][0, :3], 4))

# %% [markdown]
# ## 1. Four numbers for a table of scores
#
# 3 points · planned 15 minutes · difficulty 1 of 5
#
# The post prints four numbers before it goes on, and that is a habit to keep:
#
# **mean · std · range · max**
#
# all over **all** entries of `scores (n_q, n_k)`. std is the root of the mean squared distance from the mean. range is
# the largest entry minus the smallest. max is the largest entry, not the one of largest magnitude: exp only fears what
# is large and positive.

# %%
# Predict first. Scores with the rows [1, 1] and [5, 5].
# Mean, std, range, max? Put a number in place of each None, then run this cell.
predict("score_stats", [None, None, None, None])

# %% [markdown]
# **One table by hand.** The rows [0, 4] and [2, -6]. They add up to 0, so the mean is 0. The squared distances are
# 0, 16, 4 and 36; their mean is 14, and std is its root. The range is 4 - (-6) = 10, and max is 4, though -6 is farther
# from 0:

# %%
table = np.array([[0, 4], [2, -6]])
print("mean", table.sum() / 4, "   std", round((56 / 4) ** 0.5, 2), "   range", 4 - -6, "   max", 4)

# %% [markdown]
# **One to complete.** The rows [3, 3] and [3, 7]: the mean is 4. Which are the other three? Write them in, run, and
# compare.

# %%
my_std, my_range, my_max = None, None, None
print("yours:", my_std, my_range, my_max)
print("squared distances from 4:", [(3 - 4) ** 2, (3 - 4) ** 2, (3 - 4) ** 2, (7 - 4) ** 2])


# %% [markdown]
# **Two things to beware of.** Scores may be whole numbers of eight bits, and 120 - (-120) does not fit into those. And
# a small spread far from zero keeps its digits only if the mean is taken off before squaring.

# %% exercise="score_stats"
def score_stats(scores):
    """Four numbers for a whole table of scores.

    Takes    scores (n_q, n_k), finite
    Returns  (mean, std, range, max), four numbers over all entries; std divides by the count
    Numbers  floats of Python or NumPy; integers are computed in floating point
    Raises   nothing
    Leaves   its argument unchanged
    """
    # TODO: four numbers, each over all entries at once.
    raise NotImplementedError


# %% check="score_stats"
check(score_stats)

# %% [markdown]
# ## The first alarm
#
# What do the rules say about the post's own run? **Predict first:** is it healthy by the band for scores, std 0.1 to
# 0.5 and range 1 to 3?

# %%
# Run this once score_stats passes its check. Until then it only says so.
try:
    for scale in (0.01, 0.1, 1.0):
        numbers = [round(float(number), 4) + 0.0 for number in score_stats(post_run(scale)[2])]  # + 0.0: no -0.0
        print(f"weights times {scale}: mean, std, range, max =", numbers)
except NotImplementedError:
    print("score_stats is not written yet; come back to this cell when it is")

# %% [markdown]
# At the post's own 0.01 the spread is 0.0035. That is below 0.01, so its rule sends us to look for weight matrices that
# were set to 0. They were not: they are as the post draws them, and the run is its example. An alarm that rings at the
# example, and names a cause that is not there, is no help. Even careful people publish rules they did not run.

# %% [markdown]
# ## Three rows to keep in mind
#
# Four keys, three queries. The first looks at everyone alike, the second leans towards one key, the third sees nothing
# else. One `#` stands for 0.05:

# %%
three_rows = np.array([[0.25, 0.25, 0.25, 0.25], [0.7, 0.1, 0.1, 0.1], [1.0, 0.0, 0.0, 0.0]])
for name, row in zip(("even", "leaning", "one-hot"), three_rows, strict=True):
    print(f"{name:8}", "  ".join(f"{weight:.2f} {'#' * round(weight / 0.05):20}" for weight in row))

# %% [markdown]
# None of the three is an error: every row adds up to 1. But a head whose rows are *all* even has not learnt to choose,
# and one whose rows are all one-hot can hardly change its mind any more. To tell them apart without looking at
# pictures, we need a number.

# %% [markdown]
# ## 2. How undecided is a row?
#
# 5 points · planned 25 minutes · difficulty 2 of 5
#
# Shannon's entropy (*A Mathematical Theory of Communication*, 1948) measures how undecided a distribution is:
#
# **H(row) = − Σ w · log w**, added up over the keys of the row
#
# log is the natural logarithm, so the unit is the nat. Row by row: `weights (n_q, n_k)` gives `entropy (n_q,)`.
#
# A one-hot row has entropy 0. The most undecided row, with n_k equal weights, has log n_k, and no row has more.

# %%
# Predict first. Two rows: [1/2, 1/2, 0, 0] and [0, 1, 0, 0]. log 2 is about 0.69.
# What is the entropy of each, in nats? Put a number in place of each None, then run this cell.
predict("attention_entropy", [None, None])

# %% [markdown]
# **One number by hand.** The row [1/8, 1/8, 3/4]. Since −log(1/8) is log 8, each small weight adds 1/8 · log 8, and the
# large one adds 3/4 · log(4/3). Together: 0.736 nats. An even row of three has log 3 = 1.099:

# %%
small, large = 1 / 8 * np.log(8), 3 / 4 * np.log(4 / 3)
print("1/8 gives", round(small, 3), "   3/4 gives", round(large, 3))
print("the row has", round(small + small + large, 3), "   log 3 =", round(np.log(3), 3))

# %% [markdown]
# **The catch.** A one-hot row contains 0 · log 0. What is that? The computer and the limit disagree:

# %%
with np.errstate(divide="ignore", invalid="ignore"):
    print("0 * log 0 in NumPy:", 0 * np.log(0.0))
for tiny in (1e-2, 1e-4, 1e-8, 1e-16):
    print(f"w = {tiny:.0e}   w * log w = {tiny * np.log(tiny):.1e}")
print("with 1e-8 added inside the log, a weight of 1 gives", f"{-np.log(1 + 1e-8):.0e}")


# %% [markdown]
# The products run to 0, so 0 · log 0 counts as 0: a key that nobody looks at adds no doubt. Your function has to see to
# that, for rows with one zero and for rows with many.
#
# The post adds 1e-8 inside the log. That keeps nan away, and a one-hot row then has an entropy of -1e-08: a hair below
# the 0 that it gives as the smallest.

# %% exercise="attention_entropy"
def attention_entropy(weights):
    """The entropy of every row of weights, in nats.

    Takes    weights (n_q, n_k); every row is at least 0 and adds up to 1
    Returns  entropy (n_q,), between 0 and log n_k; 0 * log 0 counts as 0, so one-hot rows have entropy 0
    Numbers  floating point comes out; integers (one-hot rows) are computed in floating point
    Raises   nothing
    Leaves   its argument unchanged
    """
    # TODO: one finite number for every row, also where a weight is exactly 0.
    raise NotImplementedError


# %% check="attention_entropy"
check(attention_entropy)

# %% [markdown]
# ## A rule of thumb, held against itself
#
# The post “初见” (*First encounter*) gives a rule for its run of 8 tokens:
#
# | in the post | in English |
# |---|---|
# | “若entropy > 1.8，说明过度均匀；< 0.5说明过度聚焦” | above 1.8 is too even, below 0.5 too focused |
# | “健康值应在0.8~1.5之间” | a healthy value lies between 0.8 and 1.5 |
#
# The formula beside it is right, and so is its maximum, log 8 = 2.08. **Predict first:** what does the rule say about a
# perfectly even row over 3, 4 or 16 keys?

# %%
for n_keys in (3, 4, 6, 8, 16):
    print(f"an even row over {n_keys:2d} keys has entropy log {n_keys} = {np.log(n_keys):.2f}")

# %% [markdown]
# Over 4 keys the most undecided row there is has 1.39 and passes as healthy. Up to 6 keys, where the maximum is 1.79,
# the alarm at 1.8 cannot ring at all. The rule was made for one length. Which number would you divide by, so that it
# speaks for every length?
#
# One more row to try: the post prints eight weights as its example. Your function says how healthy they are.

# %%
# Run this once attention_entropy passes its check. Until then it only says so.
published_row = np.array([[0.112, 0.423, 0.087, 0.052, 0.098, 0.076, 0.081, 0.071]])
try:
    print("entropy of the post's own example:", np.round(attention_entropy(published_row), 2))
except NotImplementedError:
    print("attention_entropy is not written yet; come back to this cell when it is")

# %% [markdown]
# 1.79: not healthy, for it is above 1.5, and not too even, for it is below 1.8. Between the two the rule is silent. A
# rule that people rely on should have an answer for every value.

# %% [markdown]
# ## 3. A scale that fits every length
#
# 3 points · planned 15 minutes · difficulty 1 of 5
#
# A rule is wanted that speaks for 3 keys as for 300. What changes with the length is the largest entropy there is,
# log n_k. So take the share of it:
#
# **share(row) = H(row) / log n_k**
#
# One number for each row, `(n_q,)`, from 0, one key has it all, to 1, all keys have the same. It is also called
# Pielou's evenness (1966), who counted species and not tokens.

# %%
# Predict first. Nine keys, of which three have 1/3 each; then four keys with 1/4 each. log 9 is twice log 3.
# What share of the largest entropy has each row? Put a number in place of each None, then run this cell.
predict("normalized_entropy", [None, None])

# %% [markdown]
# **One row by hand.** Four keys, [1/2, 1/2, 0, 0]. The entropy is log 2, the largest one log 4, which is twice log 2:
# the share is 1/2. The same two halves among 16 keys have the share 1/4, since log 16 is four times log 2:

# %%
print("among 4 keys:", round(np.log(2) / np.log(4), 2), "   among 16 keys:", round(np.log(2) / np.log(16), 2))


# %% [markdown]
# **The catch.** With a single key there is nothing to choose. The entropy is 0 and log 1 is 0, and 0 / 0 is nan. Here
# such a row counts as decided: its share is 0.

# %% exercise="normalized_entropy"
def normalized_entropy(weights):
    """The entropy of every row as a share of the largest one possible.

    Takes    weights (n_q, n_k); every row is at least 0 and adds up to 1
    Returns  shares (n_q,), from 0 to 1; 0 where there is one key only
    Numbers  floating point comes out; integers (one-hot rows) are computed in floating point
    Raises   nothing
    Leaves   its argument unchanged
    """
    # TODO: the entropy that you have, on the new scale.
    raise NotImplementedError


# %% check="normalized_entropy"
check(normalized_entropy)

# %% [markdown]
# ## Two bands that never meet
#
# The post has a band for scores (std 0.1 to 0.5, range 1 to 3) and one for entropies (0.8 to 1.5), and both are to mean
# the same health. Then some run should be in both. **Predict first:** if weight matrices are drawn with scales from
# 0.01 to 1, how many runs of a hundred are in both bands?
#
# `healthy(Q, K, V)` below is an attention of the kit's own, day 1's formula. With the unit matrix for V it gives the
# weights themselves.

# %%
from autograder.clinic import healthy


# Run this once attention_entropy passes its check. Until then it only says so.
def both_bands(scale, seed):
    """Whether one run of the post's size is in the band for scores, and whether in that for entropies."""
    random = np.random.default_rng(seed)
    x, ask_with, answer_with = (random.normal(size=shape) for shape in ((8, 12), (12, 12), (12, 12)))
    asked, offered = scale * x @ ask_with, scale * x @ answer_with
    raw, undecided = asked @ offered.T, attention_entropy(healthy(asked, offered, np.eye(8))).mean()
    return 0.1 <= raw.std() <= 0.5 and 1 <= np.ptp(raw) <= 3, 0.8 <= undecided <= 1.5, undecided


try:
    for scale in (0.01, 0.05, 0.09, 0.2, 0.3, 0.5, 1.0):
        runs = [both_bands(scale, seed) for seed in range(100)]
        in_scores, in_entropy = sum(run[0] for run in runs), sum(run[1] for run in runs)
        both, middle = sum(run[0] and run[1] for run in runs), np.median([run[2] for run in runs])
        print(f"times {scale:4}: scores {in_scores:3}, entropy {in_entropy:3}, both {both};  entropy {middle:.2f}")
except NotImplementedError:
    print("attention_entropy is not written yet; come back to this cell when it is")

# %% [markdown]
# None. Where the scores are in their band the weights are nearly even, and where the weights are in theirs the scores
# are far wider spread. So the two rules cannot both describe health, for this size at least. Each of them alone may
# sound right; only a run shows that they exclude each other.

# %% [markdown]
# ## 4. Is a row even?
#
# 5 points · planned 20 minutes · difficulty 2 of 5
#
# Sometimes one question is enough: does this query choose at all? A row is even, or uniform, when every weight is
# 1/n_k, give or take a tolerance:
#
# **every entry of the row within `atol` of 1/n_k**
#
# One answer for each row, `(n_q,)`, True or False: a single lost query among focused ones must be seen.

# %%
# Predict first. Two rows: [0.2, 0.2, 0.2, 0.2, 0.2] and [0.4, 0.3, 0.1, 0.1, 0.1].
# Is the first even, and the second? Put True or False in place of each None, then run this cell.
predict("is_uniform", [None, None])

# %% [markdown]
# **Two rows by hand.** Over 4 keys the even weight is 1/4. In the row [0.2503, 0.2497, 0.25, 0.25] the farthest entry
# is 0.0003 away: even, at the tolerance of 0.001. In [0.26, 0.24, 0.25, 0.25] it is 0.01 away: not even.

# %%
print("first row: ", [round(0.2503 - 1 / 4, 4), round(0.2497 - 1 / 4, 4), 0.25 - 1 / 4, 0.25 - 1 / 4])
print("second row:", [round(0.26 - 1 / 4, 4), round(0.24 - 1 / 4, 4), 0.25 - 1 / 4, 0.25 - 1 / 4])
print("tolerance: ", 1e-3)

# %% [markdown]
# **Two things to beware of.** The post's warning sign is “8个0.125” (*eight times 0.125*); that is the even row over 8
# keys and over no other number. Its map that is almost all 0.5 can only be one over two keys: three weights of 0.5
# are no row any more. And a row that adds up to 1 has the mean 1/n_k whatever it looks like, so its mean tells nothing:

# %%
print("means of the three rows above:", " ".join(f"{row.mean():.2f}" for row in three_rows))


# %% exercise="is_uniform"
def is_uniform(weights, atol=1e-3):
    """Say for every row whether it is even.

    Takes    weights (n_q, n_k); every row is at least 0 and adds up to 1; atol, the tolerance
    Returns  a boolean array (n_q,): True where every entry of the row is within atol of 1/n_k
    Numbers  integers (one-hot rows) are computed in floating point
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: one True or False for every row, at any number of keys.
    raise NotImplementedError


# %% check="is_uniform"
check(is_uniform)

# %% [markdown]
# ## And where does ours fail?
#
# Take 2000 keys and let a row ignore every second one: half the weights are 0.001, half are 0. It chooses as sharply as
# one can between two groups. What does our detector say?

# %%
print("even weight:", 1 / 2000, "   a large entry is off by", 0.001 - 1 / 2000, "   an empty one by", 1 / 2000 - 0)

# %% [markdown]
# Even, it says: 0.0005 is within 0.001. A fixed tolerance is fine while 1/n_k is much larger than it, for some dozens
# of keys, and blind far beyond. Every instrument has a range. Write it beside the instrument.

# %% [markdown]
# ## 5. Which score is too large?
#
# 3 points · planned 15 minutes · difficulty 2 of 5
#
# The post stops with an error when a score is above 80: “np.exp(80)≈5.5e34，接近float64上限1.8e308的1/10”, *near a
# tenth of float64's limit 1.8e308*. How large a score may be before exp of it is inf depends on the dtype alone:
#
# **exp(score) > largest number of the dtype**
#
# The largest numbers are 65504 in float16, about 3.4e38 in float32 and about 1.8e308 in float64; `np.finfo` knows them.
# One verdict for the whole table: True when at least one score is too large.

# %%
# Predict first. One score at a time: 100 in float64, 85 in float32, 100 in float32, 20 in float16, -100 in float32.
# Does exp overflow? Put True or False in place of each None, then run this cell.
predict("overflow_risk", [None, None, None, None, None])

# %% [markdown]
# **One limit by hand.** float16 ends at 65504. Since exp(11) is about 59874 and exp(11.1) about 66171, the limit lies
# between 11 and 11.1. And how near is exp(80) to the end of float64?

# %%
print("exp(11) =", round(np.exp(11.0)), "  exp(11.1) =", round(np.exp(11.1)), "  float16 ends at", 65504)
print(f"exp(80) = {np.exp(80.0):.1e}, float32 ends at {np.finfo('float32').max:.1e}")
print(f"exp(80) = {np.exp(80.0):.1e}, float64 ends at {np.finfo('float64').max:.1e}:", end=" ")
print("that is", round(np.log10(np.finfo("float64").max) - np.log10(np.exp(80.0))), "powers of ten away")


# %% [markdown]
# Not a tenth away, but 274 powers of ten. 80 would be a fair warning for float32, and is far too late for float16.
#
# **Two things to beware of.** A score far below zero is no risk: exp makes 0 of it, and that is what masks are for. And
# the dtype that is asked for decides, whatever dtype the array happens to have.

# %% exercise="overflow_risk"
def overflow_risk(scores, dtype):
    """Say whether exp of some score, as it stands, leaves the range of a dtype.

    Takes    scores (n_q, n_k), without nan; minus infinity is allowed; dtype, "float16", "float32" or "float64"
    Returns  one True or False
    Numbers  scores of any dtype, integers too; scores within a hundredth of a limit are not asked
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: one verdict, by the limit of the dtype that is asked for.
    raise NotImplementedError


# %% check="overflow_risk"
check(overflow_risk)

# %% [markdown]
# And what should one do about a risk? Not stop. A row of 1000 and 0 is legal, and its weights are 1 and 0: whoever
# takes the largest score off every row first never meets the limit, in any dtype. The check on 80 rejects good input
# and guards nothing. Measure, then repair; an error is for what cannot be repaired.

# %% [markdown]
# ## 6. One verdict, for every input
#
# 5 points · planned 25 minutes · difficulty 3 of 5
#
# Now put the instruments together. A verdict that people rely on has an answer for everything, and only one. So the
# five verdicts stand in an order, and **the first that fits is it**:
#
# | verdict | when |
# |---|---|
# | `"not finite"` | nan or an infinity among the weights; nan or plus infinity among the scores |
# | `"not weights"` | a negative weight, or a row whose sum is off from 1 by more than 0.001 |
# | `"uniform"` | the mean share (exercise 3) over all queries is above 0.95 |
# | `"peaked"` | that mean is below 0.25 |
# | `"healthy"` | everything else |
#
# Minus infinity among the scores is no illness: it is a mask. The limits 0.95 and 0.25 are a choice, like the post's;
# but they hold for every length, leave no gap, and cannot contradict each other.

# %%
# Predict first. 1 not finite, 2 not weights, 3 uniform, 4 peaked, 5 healthy. Three tables:
# even rows over three keys, whose scores are all 5 in one row and all -4 in the other;
# the rows [1, 0] and [1/2, 1/2], whose scores are a causal mask's; and the rows [0.9, 0.7] and [0.1, 0.3].
# Put the verdict's number in place of each None, then run this cell.
predict("diagnose", [None, None, None])

# %% [markdown]
# **One table by hand.** The rows [1, 0, 0] and [1/3, 1/3, 1/3]. All is finite, no weight is negative, both rows add up
# to 1. The shares are 0 and 1, their mean is 0.5: healthy, though neither row is. The verdict is about the table.
#
# **Two to complete.** Which verdict have these? Write it in, and check it when your function is written.

# %%
print("mean share of the table above:", (0 + 1) / 2, "   healthy from", 0.25, "to", 0.95)
my_verdict_on_rounded = None  # [0.3331, 0.3331, 0.3331] in every row: what does rounding to four digits cost a row?
my_verdict_on_one_key = None  # every row is [1.0], since there is one key only
print("a rounded row adds up to", round(3 * 0.3331, 4))


# %% exercise="diagnose"
def diagnose(scores, weights):
    """The first of five verdicts that fits a table of scores and its weights.

    Takes    scores and weights (n_q, n_k), of any kind: sick ones, too
    Returns  "not finite", "not weights", "uniform", "peaked" or "healthy"
    Numbers  integers are legal; means within a fiftieth of a limit are not asked
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: the five verdicts in their order, one answer for every input.
    raise NotImplementedError


# %% check="diagnose"
check(diagnose)

# %% [markdown]
# Back to the post's run, at four scales of its weight matrices. 0.289 is the one that its section on Xavier's rule
# computes:

# %%
# Run this once diagnose passes its check. Until then it only says so.
try:
    for scale in (0.01, 0.1, 0.289, 1.0):
        asked, offered, raw = post_run(scale)
        print(f"weights times {scale}:", diagnose(raw, healthy(asked, offered, np.eye(8))))
except NotImplementedError:
    print("diagnose is not written yet; come back to this cell when it is")

# %% [markdown]
# ## 7. The clinic
#
# 8 points · planned 40 minutes · difficulty 4 of 5
#
# Eight attentions are ill, each in one way:
#
# | label | what it does |
# |---|---|
# | `"no scale"` | softmax of Q Kᵀ, divided by nothing |
# | `"divides by d_k"` | softmax of Q Kᵀ / d_k instead of the root |
# | `"softmax over the queries"` | the shares of one key add up to 1, not those of one query |
# | `"hides later keys"` | a query sees no key behind its own place |
# | `"swaps queries and keys"` | softmax of K Qᵀ / √d_k |
# | `"ignores the scores"` | the same weights for every query, whatever Q and K are; not always even ones |
# | `"picks one key"` | all weight on a single key of each query: that of the largest score, or of the smallest |
# | `"transposes the weights"` | right weights, used the wrong way round: wᵀ V |
#
# You do not see their code, you call them: `attend(Q, K, V)` gives the output `(n_q, d_v)`. Write `triage(attend)`,
# which finds the label by experiment, with at most 12 calls. It is graded on fresh patients. Two of the illnesses need
# as many queries as keys; handed anything else they say so. Over every answer lies noise of a few millionths.

# %%
from autograder.clinic import LABELS, practice

for number, label in enumerate(LABELS, start=1):
    print(number, label)

# %% [markdown]
# **A trick first.** The output is weights @ V. If V is the unit matrix, the output *is* the weights. You choose Q, K
# and V, so you see everything that there is to see.
#
# **One case worked.** Three tokens of width 2, and V = 1:

# %%
Q = np.array([[2, 0], [0, 1], [1, 1]])
K = np.array([[1.0, 0], [0, 2], [2, -1]])
seen = practice("softmax over the queries")(Q, K, np.eye(3))
print(np.round(seen, 3))
print("sums of the rows:   ", np.round(seen.sum(1), 3))
print("sums of the columns:", np.round(seen.sum(0), 3))

# %% [markdown]
# The columns add up to 1 and the rows do not. That leaves two suspects: a softmax over the queries, and weights that
# are transposed. In the first, two entries of **column** 0 are to each other as exp of S[0, 0] and S[1, 0]; in the
# second, as exp of S[0, 0] and S[0, 1], because column 0 then holds query 0's weights. The logarithm of the ratio
# tells:

# %%
S = Q @ K.T / 2**0.5
print("log of seen[0, 0] / seen[1, 0]:", round(float(np.log(seen[0, 0] / seen[1, 0])), 3))
print("S[0, 0] - S[1, 0]:", round(S[0, 0] - S[1, 0], 3), "    S[0, 0] - S[0, 1]:", round(S[0, 0] - S[0, 1], 3))

# %% [markdown]
# Hm: here both differences are 1.414, so this Q and K cannot tell. An experiment has to be able to come out in two
# ways. Another pair can, row 2 instead of row 1:

# %%
print("log of seen[0, 0] / seen[2, 0]:", round(float(np.log(seen[0, 0] / seen[2, 0])), 3))
print("S[0, 0] - S[2, 0]:", round(S[0, 0] - S[2, 0], 3), "    S[0, 0] - S[0, 2]:", round(S[0, 0] - S[0, 2], 3))

# %% [markdown]
# 0.707, as the first says and not the second: this one has its softmax over the queries.
#
# **Half a case.** Width 4, one query [2, 0, 0, 0] and the keys [2, 0, 0, 0] and [0, 0, 0, 0]. The products are 4 and 0,
# so a healthy attention, which divides by √4 = 2, gives weights whose log ratio is 2. What are these two?

# %%
one_query, two_keys = np.array([[2.0, 0, 0, 0]]), np.array([[2.0, 0, 0, 0], [0, 0, 0, 0]])
for patient in (practice("divides by d_k"), practice("no scale")):
    first, second = patient(one_query, two_keys, np.eye(2))[0]
    print("log ratio:", round(float(np.log(first / second)), 2))
my_reading = (None, None)  # which of the two divides too much, and by how much do the log ratios show it?

# %%
# Predict first. Two patients, V is the unit matrix; the first table is for some Q, the second for Q full of zeros.
# Patient A: rows [0.42, 0.32, 0.25] three times, and the same for zeros.
# Patient B: rows [1, 0, 0], [0.2, 0.8, 0], [0.24, 0.27, 0.49]; for zeros [1, 0, 0], [1/2, 1/2, 0], [1/3, 1/3, 1/3].
# Put the number of the label, 1 to 8, in place of each None, then run this cell.
predict("triage", [None, None])


# %% [markdown]
# **Before you write.** Which experiment tells the most labels apart at once? Which labels does it leave together, and
# what would tell those apart? Choose d_k so that 1, √d_k and d_k are different, and Q and K so that S and Sᵀ are.

# %% exercise="triage"
def triage(attend):
    """Find out which of the eight illnesses an attention has.

    Takes    attend, a function of Q (n_q, d_k), K (n_k, d_k) and V (n_k, d_v) that gives (n_q, d_v); it may be called
             12 times, on arrays of at most 64 rows and columns
    Returns  one of the eight labels
    Numbers  its answers carry noise of up to 0.00001
    Raises   nothing; attend raises RuntimeError, with a sentence, for arrays that it does not take
    """
    # TODO: an experiment or more, and the label that fits what came.
    raise NotImplementedError


# %% check="triage"
check(triage)

# %% [markdown]
# ## 8. Check the docs
#
# 8 points · planned 35 minutes · difficulty 3 of 5
#
# Twelve numbers, as they were published. Claims 1 to 11 are from “初见” (*First encounter*), claim 12 is from
# “用Python从零实现Self-Attention” (*Self-attention from scratch in Python*). A third of them hold. Which?
#
# | claim | in the post | in English | the value to compute |
# |---|---|---|---|
# | 1 | “[0.112, 0.423, …]” | token 0 gives token 1 the weight 0.423 | that weight in the post's run |
# | 2 | “√12≈3.464” | the root of 12 is 3.464 | the root |
# | 3 | “Q[0] … std≈0.01” | the query of token 0 has standard deviation 0.01 | that std, over its 12 numbers |
# | 4 | “QK_T … 方差约0.01²×12=0.0012” | the raw scores have variance 0.0012 | that variance, over all 64 |
# | 5 | “max=log8≈2.08” | the largest entropy of eight keys is 2.08 | that entropy, in nats |
# | 6 | “np.exp(100)会溢出为inf” | np.exp(100) overflows to inf | np.exp(100) |
# | 7 | “只有237行代码” | the whole program has 237 lines | the number of lines |
# | 8 | “exp(-0.337)≈0.714” | exp(-0.337) is 0.714 | exp(-0.337) |
# | 9 | “Q @ K.T的结果可能达到±1000量级” | at scale 1, raw scores reach ±1000 | their largest magnitude, scale 1 |
# | 10 | “默认的0.02在此场景下已导致部分exp溢出” | at 0.02 some exp overflow here | the largest scaled score |
# | 11 | “attention_head_size=76.8” | 768 features in 10 heads are 76.8 each | features per head |
# | 12 | “[[0.9, 0.1, 0.0], …]” | token 0 gives itself 0.9, for `np.random.randn` without a seed | that weight |
#
# The code is `post_run` from the beginning of the day; raw scores are Q Kᵀ, scaled ones are divided by √12.

# %% [markdown]
# **The answer has three parts:** `(verdict, value, reason)`.
#
# - verdict: `"holds"`, `"does not"`, or `"cannot be told"` from what was published;
# - value: what you compute. It counts when it is within 1 % of what comes out here. Where nothing can be computed it is
#   `np.nan`;
# - reason, one letter:
#
# | letter | reason |
# |---|---|
# | `"a"` | the lines, or the arithmetic, give this number |
# | `"b"` | it is printed as a result of the post's run, at its 0.01, and that run gives another |
# | `"c"` | it is the number of another quantity than the one it is given for |
# | `"d"` | it is true of another dtype than the one in use |
# | `"e"` | what one would have to run was not published, or draws without a seed |
# | `"f"` | guessed or stated of weights of another size than the post's 0.01: the order of magnitude is another |

# %%
claimed_for = {8: -0.337, 9: 1.0, 10: 0.02}  # the number that claim 8 is about, and the scales of 9 and 10
published = {1: 0.423, 2: 3.464, 3: 0.01, 4: 0.0012, 5: 2.08, 6: np.inf, 7: 237, 8: 0.714, 9: 1000, 11: 76.8, 12: 0.9}
weights_published = np.array([0.112, 0.423, 0.087, 0.052, 0.098, 0.076, 0.081, 0.071])
print("twelve claims,", len(published), "of them with a number; claim 10 says that something overflows")

# %%
# Predict first. 1 holds, 2 does not, 3 cannot be told. Which of these fits claim 6, claim 5 and claim 2?
# Put a number in place of each None, then run this cell.
predict("check_docs", [None, None, None])

# %% [markdown]
# **Claim 1 worked.** Day 1 saw it already: the scores are so small that exp hardly tells them apart.

# %%
row = np.exp(post_run(0.01)[2][0] / 12**0.5)
print("published:", weights_published[1], "   computed:", round(float(row[1] / row.sum()), 5))

# %% [markdown]
# So claim 1 is `("does not", 0.12499, "b")`: printed as a result of the run, and the run gives 0.12499.
#
# **Claim 2 to complete.** One line of arithmetic: which verdict, which value, which letter? Be as ready to find that
# something holds as that it does not; most of what careful people write is right.

# %%
print("the root of 12 is", round(12**0.5, 4))


# %% exercise="check_docs"
def check_docs(claim):
    """What became of one published number.

    Takes    claim, 1 to 12
    Returns  (verdict, value, reason): "holds", "does not" or "cannot be told"; a number, within 1 % of what comes out,
             np.nan where there is none; a letter, "a" to "f"
    Numbers  a float of Python or NumPy
    Raises   nothing
    """
    # TODO: run what can be run, and answer for each claim. Claim 1 is worked above.
    raise NotImplementedError


# %% check="check_docs"
check(check_docs)

# %% [markdown]
# ## What a wrong number teaches
#
# None of this makes the posts bad: they walk through every step, and most of their arithmetic is right. But a number
# that was not run travels on, from post to slide to meeting. Two questions catch most of them: *which lines print
# this?* and *does it agree with the number next to it?* The eight printed weights and the printed scores do not, for a
# softmax keeps the order of its scores; and token 1 would get 0.157 of them, not 0.423:

# %%
scores_published = np.array([-0.124, 0.892, -0.337, 0.215, -0.089, 0.176, -0.243, 0.098])
print("tokens by published score: ", np.argsort(-scores_published).tolist())
print("tokens by published weight:", np.argsort(-weights_published).tolist())
from_scores = np.exp(scores_published / 3.464)
from_scores /= from_scores.sum()
print("token 1: published", weights_published[1], "  from the published scores", round(from_scores[1], 3))

# %% [markdown]
# ## Stretch (0 points): five more sentences, run
#
# | in the post | in English |
# |---|---|
# | “output[0]与x[0]的L2距离小于1e-5” | too even weights show in an output that hardly differs from x |
# | “d_model设置过高（如误设为128），导致QK_T方差爆炸” | with d_model 128 the scores explode |
# | “若d_model=768，同样逻辑下点积范围可达±100” | with 768 their range reaches ±100 |
# | “Sum = 1.000 # 验证：严格等于1” | the sum is strictly 1 |
# | “如用/ d_k而非/ √d_k” | dividing by d_k makes the weights even |
#
# **The first.** Even weights make every output the mean of the values, and that is far from x, whatever V is:

# %%
draw = np.random.RandomState(42)
x = draw.randn(8, 12)
maps = [0.01 * draw.randn(12, 12) for _ in "qkv"]
output = healthy(*(x @ one for one in maps))
taken_home, token = output[0], x[0]
gaps = taken_home - token, x.mean(0) - token
print("distance of output[0] and x[0]:     ", round(sum(gaps[0] * gaps[0]) ** 0.5, 1))
print("the same if the values are x itself:", round(sum(gaps[1] * gaps[1]) ** 0.5, 1))

# %% [markdown]
# An alarm that never rings. And it would say nothing about gradients: nobody has computed one.
#
# **The next two.** Scores are sums of d_model products, and each factor is a sum of d_model terms itself. That grows,
# but from where it starts:

# %%
for width in (12, 128, 768):
    draw = np.random.RandomState(42)
    x, first, second = (draw.randn(count, width).astype(np.float32) for count in (8, width, width))
    raw = (x @ first * 0.01) @ (x @ second * 0.01).T
    print(f"d_model {width:3}: std {raw.std():.3f}, range {np.ptp(raw):.2f}, largest {raw.max():.2f}")

# %% [markdown]
# With 128 the std lies *inside* the post's own band for std, and the range, 0.66, is below its band: nothing explodes.
# And 768 stays far from ±100.
#
# **The fourth.** Sums of floats are rounded. How many rows of ten thousand add up to exactly 1?

# %%
rows = np.random.default_rng(9).random((10_000, 8))
rows /= np.expand_dims(rows.sum(1), 1)
off = abs(1 - rows.sum(1))
print(
    "exactly 1:", int((off == 0).sum()), "of", len(rows), "   farthest:", f"{off.max():.0e}", "   diagnose allows", 1e-3
)

# %% [markdown]
# So nobody tests for `== 1`; the 0.001 of `diagnose` is generous on purpose.
#
# **The last.** Even weights have many causes: small matrices, an x of zeros, a wrong divisor. Here is the divisor
# alone, at the scale of Xavier's rule, and then the zeros, as the share of the largest entropy:

# %%
# Run this once normalized_entropy passes its check. Until then it only says so.
try:
    for width in (12, 768):
        random = np.random.default_rng(1)
        x, first, second = (random.normal(size=(count, width)) for count in (8, width, width))
        asked, offered = x @ first / width**0.5, x @ second / width**0.5
        right = normalized_entropy(healthy(asked, offered, np.eye(8))).mean()
        wrong = normalized_entropy(healthy(asked / width**0.5, offered, np.eye(8))).mean()
        print(f"d_k {width:3}: divided by the root {right:.2f}, divided by d_k {wrong:.2f}")
    nobody = 0 * x  # what any matrices make of an x of zeros
    print(f"x of zeros: {normalized_entropy(healthy(nobody, nobody, np.eye(8))).mean():.2f}")
except NotImplementedError:
    print("normalized_entropy is not written yet; come back to this cell when it is")

# %% [markdown]
# True: divided by d_k, rows are even at both widths. But so they are for small matrices and for zeros, so the symptom
# does not name the cause. The log ratio of two weights does, and that is how your `triage` told them apart.

# %% [markdown]
# ## 9. Write the test
#
# 8 points · planned 35 minutes · difficulty 4 of 5
#
# A colleague hands you softmaxes, some right, some wrong, and no code. Write `accepts(softmax)`: **True when you find
# nothing wrong, False when you do**. The rules:
#
# - at most 8 calls, on arrays of at most 4 × 4, with one axis or two;
# - what you expect is written out as numbers. No second softmax: the cell holds no exp, log, power or the like;
# - the cell stands alone. When it is graded, it runs with the imports and nothing else of this notebook;
# - right answers may differ in the last digits, and some are computed in float32: allow differences up to 0.0001;
# - a softmax that raises an error has been found out, whether you catch the error or not.
#
# What a softmax must do (day 1): shares of the last axis; right for scores of ±10000, for rows at very different levels
# and for one score 3000 above the rest; 0 for minus infinity, where something else is finite; whole numbers are legal.
#
# **A right softmax rejected costs more than a wrong one missed**: unless every right one is accepted, nothing counts.

# %%
from autograder.clinic import practice_candidates

right_ones, wrong_ones = practice_candidates()
print(len(right_ones), "right softmaxes and", len(wrong_ones), "wrong ones; differences up to", 1e-4, "are rounding")

# %% [markdown]
# **A test that cannot fail.** It looks careful, and it accepts almost everything. **Predict first:** how many of the
# six wrong ones does it catch?

# %%
tried = np.array([[3, 1, 2], [0, 5, 1]])


def looks_careful(softmax):
    """Positive weights, of the right shape."""
    weights = np.asarray(softmax(tried))
    return weights.shape == (2, 3) and weights.min() >= 0


print("catches", sum(not looks_careful(one) for one in wrong_ones), "of", len(wrong_ones))

# %% [markdown]
# **One case by hand.** Numbers for which the head can do the softmax are logarithms of whole numbers. log 2 is
# 0.6931471805599453. The row [0, log 2, 0] has the powers 1, 2 and 1, together 4: weights [0.25, 0.5, 0.25].

# %%
LOG_2 = 0.6931471805599453
expected = np.array([0.25, 0.5, 0.25])
near = {
    len(ones): [max(abs(one([0, LOG_2, 0]) - expected)) < 1e-4 for one in ones] for ones in (right_ones, wrong_ones)
}
for count, verdicts in near.items():
    print("accepts", sum(verdicts), "of", count)

# %% [markdown]
# **One to complete.** The row [log 2, log 2, 0]: which powers, which sum, which weights? One row alone cannot show
# along which axis was summed; put it below the first one.

# %%
my_second_row = [None, None, None]
print("three weights that add up to 1:", my_second_row)

# %%
# Predict first. Four softmaxes: one takes nothing off before exp, one sums down the columns,
# one divides by the sum of the whole table, one is right and answers in float32. Which should your test accept?
# Put True or False in place of each None, then run this cell.
predict("accepts", [None, None, None, None])


# %% exercise="accepts"
def accepts(softmax):
    """A test: True when nothing is found wrong with a softmax, False when something is.

    Takes    softmax, a function of an array; it may be called 8 times, on arrays of at most 4 x 4 with 1 or 2 axes
    Returns  one True or False
    Numbers  what is expected is written out; differences up to 0.0001 are rounding
    Raises   nothing by itself; an error that softmax raises counts as False
    """
    # TODO: a few small arrays, and the weights that they must have.
    raise NotImplementedError


# %% check="accepts"
check(accepts)

# %% [markdown]
# The public check says only how many: *which* mistakes there are is what you are asked to think of. If it says 6 of 6,
# ask yourself what a seventh would be. The graded ones are more, and other ones.

# %% [markdown]
# ## Before you go
#
# Three questions from today. They come back tomorrow with other numbers. Not marked, not kept.

# %%
# 32 keys, of which two have 1/2 each. log 32 is five times log 2. What share of the largest entropy is that?
predict("normalized_entropy, evening", [None])

# %%
# Does exp overflow? 500 in float64, 82 in float32, 90 in float32, 30 in float16, -30 in float16: True or False.
predict("overflow_risk, evening", [None, None, None, None, None])

# %%
# 1 not finite, 2 not weights, 3 uniform, 4 peaked, 5 healthy. Three tables: even rows over four keys;
# the row [1, 0, 0] beside two rows [1/3, 1/3, 1/3]; the row [1/2, 1/2], whose scores are nan and 1.
predict("diagnose, evening", [None, None, None])

# %% [markdown]
# ## What you can now do
#
# - put four numbers on a table of scores and say what they mean;
# - say in one number how undecided a row of attention is, on a scale that holds for every length;
# - handle 0 · log 0 as the limit asks, and tell an even row from a focused one;
# - know the largest score that exp bears, in each dtype, and why nobody needs to raise an error about it;
# - give one verdict that is total and consistent, and find the inputs for which a rule of thumb is neither;
# - find out by experiment what is wrong with code that you cannot read;
# - check a published number: run it, and say whether it holds, does not, or cannot be told;
# - write a test that accepts everything right and little else.

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
