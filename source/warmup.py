# %% [markdown]
# # Day 0. Fifteen minutes of NumPy
#
# Three small functions, no points, no tricks. They are everything that the coming week asks of NumPy before it begins,
# and they show in a quarter of an hour whether you can start on day 1 or want an afternoon with arrays first.
#
# Planned: 15 minutes. That is a plan, not a measurement; take the time you need.

# %% [markdown]
# ## Before you start
#
# - **You need** Python 3.11 or newer, NumPy, and the `autograder` package that came with this notebook. Nothing is
#   downloaded. If something is missing, the first cell says so and prints the one line that mends it. In VS Code, look
#   at the kernel's name in the top right corner first.
# - **How to work.** Run the cells from top to bottom. Where a function says TODO, write its body and delete the line
#   `raise NotImplementedError`. A `predict(...)` cell asks your head first; it is neither marked nor kept.
# - **Checking.** After each exercise stands a `check(...)` cell. {checking}
#   Where a check fails, run the cell again without a change: it adds a hint.
# - **People and assistants.** {ai_policy}
# - **Handing in again.** {resubmission}

# %% [markdown]
# ## House rules, for the whole week
#
# - Arrays go in, arrays come out. What you are handed, you give back unchanged.
# - Every size may change from call to call, so no size is written into the code.
# - Input is float64, float32 or integer, and is computed in floating point. `as_float` below takes care of integers;
#   use it if you like.
# - Loops are fine.
#
# Rows come first: an array `(seq_len, d_model)` has seq_len rows of d_model numbers.

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


# %% [markdown] title="row_means"
# ## 1. One number for each row
#
# {facts}
#
# The mean of every row: `x (seq_len, d_model)` gives `(seq_len,)`. For the rows [2, 4, 9] and [0, 0, 6] that is
# [5, 2]:

# %%
print([(2 + 4 + 9) / 3, (0 + 0 + 6) / 3])

# %% predict="row_means"
# Predict first. The row [1, 1, 2, 8]. Which mean? Put a number in place of the None, then run this cell.
predict("row_means", [None])


# %% exercise="row_means"
def row_means(x):
    """The mean of each row.

    Takes    x (seq_len, d_model)
    Returns  an array (seq_len,)
    Numbers  floating point comes out; integers are computed in floating point
    Raises   nothing
    Leaves   x unchanged
    """
    # TODO: one mean for each row.
    ### BEGIN SOLUTION
    return as_float(x).mean(axis=1)
    ### END SOLUTION


# %% check="row_means"
check(row_means)

# %% [markdown] title="scale_columns"
# ## 2. A factor for each column
#
# {facts}
#
# Column j is multiplied by `factors[j]`, also where there happen to be as many rows as columns: `x (seq_len, d_model)`
# and `factors (d_model,)` give `(seq_len, d_model)`. The row [3, 5, 7] with the factors [2, 0, 1] becomes [6, 0, 7]:

# %%
print([3 * 2, 5 * 0, 7 * 1])

# %% predict="scale_columns"
# Predict first. The rows [1, 2] and [3, 4], the factors 10 and 100. The first row, then the second?
predict("scale_columns", [None, None, None, None])


# %% exercise="scale_columns"
def scale_columns(x, factors):
    """Multiply each column by a factor of its own.

    Takes    x (seq_len, d_model); factors (d_model,)
    Returns  an array of the shape of x
    Numbers  floating point comes out; integers are computed in floating point
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: column j times factors[j].
    ### BEGIN SOLUTION
    return as_float(x) * as_float(factors)
    ### END SOLUTION


# %% check="scale_columns"
check(scale_columns)

# %% [markdown] title="pairwise_dots"
# ## 3. Every row against every row
#
# {facts}
#
# The dot product of two rows: multiply place by place, add up. `a (n_a, d)` and `b (n_b, d)` give `(n_a, n_b)`; entry
# [i, j] belongs to row i of a and row j of b. The row [1, 0, 2] of a meets the rows [3, 1, 1] and [0, 5, 4] of b and
# becomes the row [5, 8]:

# %%
print([1 * 3 + 0 * 1 + 2 * 1, 1 * 0 + 0 * 5 + 2 * 4])

# %% predict="pairwise_dots"
# Predict first. The rows [1, 2] and [3, 0] of a against the rows [1, 1] and [0, 2] of b.
# The first row of the result, then the second?
predict("pairwise_dots", [None, None, None, None])


# %% exercise="pairwise_dots"
def pairwise_dots(a, b):
    """The dot product of every row of a with every row of b.

    Takes    a (n_a, d) and b (n_b, d)
    Returns  an array (n_a, n_b): entry [i, j] is the dot product of row i of a and row j of b
    Numbers  floating point comes out; integers are computed in floating point
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: all pairs of rows.
    ### BEGIN SOLUTION
    return as_float(a) @ as_float(b).T
    ### END SOLUTION


# %% check="pairwise_dots"
check(pairwise_dots)

# %% [markdown]
# ## What the three tell you
#
# | where you stopped to think | what it is | what to do before day 1 |
# |---|---|---|
# | nowhere | you know axes, broadcasting and the product | start |
# | 1 | an *axis* is the one that vanishes | run `np.sum` over both axes of a 2 × 3 array, and look at the shapes |
# | 2 | *broadcasting*: shapes are matched from the last axis on | try `x * f` and `x * f[:, None]` on a 2 × 3 array |
# | 3 | in a product the inner sizes vanish | write it with two loops first, then with `@` |
#
# In NumPy's own documentation, the pages *the absolute basics for beginners* and *broadcasting* cover all of it. Two of
# three without looking anything up is a good start. None of three is no verdict either: take an afternoon, come back,
# and the week will be about attention and not about axes.
#
# **Why the sizes differ.** The checks ask with 3 rows of 5, never with 4 of 4 alone. Where all sizes are equal, a wrong
# axis gives numbers of the right shape, and nobody notices:

# %%
four_by_four = np.arange(16.0).reshape(4, 4)
three_by_five = np.arange(15.0).reshape(3, 5)
for array in (four_by_four, three_by_five):
    print(array.shape, "summed over axis 0:", array.sum(axis=0).shape, "  over axis 1:", array.sum(axis=1).shape)

# %% [markdown]
# Try your own code on such sizes, too. It is the cheapest test there is.

# %% [markdown]
# ## What you can now do
#
# - say which axis vanishes in a mean, and which two sizes remain in a product;
# - tell a factor for each column from a factor for each row;
# - choose sizes at which a mistake shows.

# %% [markdown]
# ## Save and check
#
# Save, then run the last cell. It checks the file on disk in a fresh process, as `softmarks check FILE` does in a
# terminal, and says whether that file is what your kernel holds. {handing_in}
#
# ---
# Text: CC BY 4.0. Code: MIT.

# %% locked="ready_to_hand_in"
ready_to_hand_in()
