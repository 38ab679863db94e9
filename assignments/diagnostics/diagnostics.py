# softmarks: attention-from-scratch/diagnostics

# %% [markdown]
# # Day 2. Is it healthy?
#
# A table of attention weights can look fine and be useless. Today you write two small instruments that look at such a
# table and say what is wrong with it, and you find out where an instrument may be trusted.
#
# Planned: 60 minutes. That is a plan, not a measurement; take the time you need.

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
# `weights` is an array `(n_q, n_k)`. Every row is at least 0 and adds up to 1. The table need not be square, and both
# sizes may change from call to call.

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
# ## 1. How undecided is a row?
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


# %% [markdown]
# The products run to 0, so 0 · log 0 counts as 0: a key that nobody looks at adds no doubt. Your function has to see to
# that, for rows with one zero and for rows with many.

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
# ## 2. Is a row even?
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
# keys and over no other number. And a row that adds up to 1 has the mean 1/n_k whatever it looks like, so its mean
# tells nothing:

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
# ## What you can now do
#
# - say in one number how undecided a row of attention is, and what its largest value can be;
# - handle 0 · log 0 as the limit asks;
# - tell an even row from a focused one at any number of keys;
# - find the inputs for which a rule of thumb is silent or wrong, your own rule included.

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
