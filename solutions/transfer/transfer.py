# softmarks: attention-from-scratch/transfer

# %% [markdown]
# # Day 5. Other people's weights
#
# Four days of your own matrices. Today you open the libraries that everybody uses, read the lines that you have come
# to know, carry their weights over into your own functions, and see the same numbers come out. Whoever can do that
# with one module can do it with any: the rest is reading.
#
# Planned: 200 minutes, 80 of them for reading and running. That is a plan, not a measurement; take the time you need.
# Exercises 6 and 7 are stretch: they bring no points and are not in the plan.

# %% [markdown]
# ## Before you start
#
# - **You need** Python 3.11 or newer, NumPy, SciPy, and the `autograder` package that came with this notebook. Nothing
#   is downloaded, and nothing from the days before is needed: softmax is SciPy's. If something is missing, the first
#   cell says so and prints the one line that mends it. In VS Code, look at the kernel's name in the top right corner
#   first.
# - **You may have** PyTorch and Hugging Face's Transformers. Where they are installed, some cells run them beside your
#   functions; where they are not, those cells say how to get them and the notebook goes on. No check needs them: the
#   kit ships two small modules of theirs as plain numbers. No model is downloaded either way.
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
# | `num_heads`, `d_head` | heads, and numbers that one head works with: `d_model` divided by `num_heads` |
# | `d_in`, `d_out` | numbers that go into a linear map, and that come out |
# | `d_x`, `d_h` | numbers of an input and of a state, in the recurrent cells at the end |
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
#   are refused while your file is graded: your own functions are NumPy.

# %%
import sys
from pathlib import Path

try:
    import numpy as np
    from scipy.special import expit, softmax

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
# The weights [3/4, 1/4], and from above comes [0, 4]. Which two gradients reach the scores?
predict("softmax_backward, morning", [None, None])

# %%
# Two tiles of one key each: the scores are 0 and ln 2, the values 3 and 9. What comes out?
predict("tiled_attention, morning", [None])

# %%
# Two tokens are in the caches and score ln 3 and 0; the new token's own key scores 0. The values are 5, 10 and 15.
# What does the new token take home?
predict("decode_step, morning", [None])

# %% [markdown]
# ## The libraries, and two modules that came along
#
# This cell looks for the libraries. Either answer is fine.

# %%
from autograder.shipped import can_import, module

with_libraries = can_import("torch", "transformers")
if with_libraries:
    import inspect

    import torch
    from transformers import BertConfig
    from transformers.models.bert import modeling_bert
    from transformers.models.bert.modeling_bert import BertSelfAttention
    from transformers.utils import logging

    logging.set_verbosity_error()  # a module that stands alone, outside its model, is what we want

# %% [markdown]
# And this one opens what the kit ships: a `BertSelfAttention` of Hugging Face and a `MultiheadAttention` of PyTorch,
# small, with random weights; beside the weights an input `x`, and what the real code made of it.

# %%
bert, multihead = module("bert"), module("multihead")
for title, arrays in (("BertSelfAttention, 2 heads", bert), ("MultiheadAttention, 3 heads", multihead)):
    print(title)
    for name, array in arrays.items():
        print(f"    {name:15} {array.shape}")

# %% [markdown]
# ## Reading the source
#
# Near its end, the post “初见” (*First encounter*) sends its readers to `modeling_bert.py` and gives them four
# arrows, such as “self.query = nn.Linear(config.hidden_size, self.all_head_size)→ 对应我们的W_q” (*corresponds to our
# W_q*). That is the right way to read. These are the lines that matter (Hugging Face Transformers, Apache 2 licence,
# shortened):
#
#     query_layer = self.query(hidden_states).view(*hidden_shape).transpose(1, 2)
#     key_layer = self.key(hidden_states).view(*hidden_shape).transpose(1, 2)
#     value_layer = self.value(hidden_states).view(*hidden_shape).transpose(1, 2)
#     attn_weights = torch.matmul(query, key.transpose(2, 3)) * scaling
#     attn_weights = nn.functional.softmax(attn_weights, dim=-1)
#     attn_output = torch.matmul(attn_weights, value)
#
# | in the source | is | in the post's list? |
# |---|---|---|
# | `self.query(...)`, `self.key`, `self.value` | x times W_q, plus b_q, and so on | without the biases |
# | `.view(*hidden_shape).transpose(1, 2)` | every head gets its columns | no |
# | `matmul(query, key.transpose(2, 3))` | every query meets every key | yes |
# | `* scaling` | divided by the root of d_head: a factor here, not a divisor | no |
# | `softmax(..., dim=-1)` | the softmax over the keys | yes |
# | `dropout(...)`, left out above | on the weights, before the values: some become 0, the rest grow | no |
# | `matmul(attn_weights, value)` | every head brings its mixture home | no |
#
# A list of arrows is a beginning. What it leaves out, the biases, the heads and the scale, is where a copy goes wrong.
# That is today's work. Dropout works in training only; after `.eval()` it does nothing, and so it is not in our copy.

# %% [markdown]
# **Three sentences of the post, asked of the source.** It says that the framework uses `torch.bmm` for the batch,
# “而我们手动循环” (*and we loop by hand*). It says that 10 heads for a width of 768 fail silently:
# “框架会静默报错，但没提示”. And it found `all_head_size` in “第327行” (*line 327*). **Predict first:** which of the
# three do you believe?

# %%
if with_libraries:
    text = inspect.getsource(modeling_bert)
    print("bmm in the source:", "bmm" in text, "   matmul:", "matmul" in text)
    try:
        BertSelfAttention(BertConfig(hidden_size=768, num_attention_heads=10))
        print("768 and 10: not a word")
    except ValueError as error:
        print("768 and 10: ValueError:", error)
    lines = [number for number, line in enumerate(text.splitlines(), start=1) if "self.all_head_size =" in line]
    print("all_head_size is set in line", lines[0], "of the version that is installed here")
else:
    print("With the libraries, this cell reads the source itself. Version 5.24 says: no bmm, but matmul;")
    print("768 and 10: ValueError: The hidden size (768) is not a multiple of the number of attention heads (10);")
    print("all_head_size is set in line 152. Line numbers move: they say when somebody looked, not where it is.")

# %% [markdown]
# The source takes any number of axes in front with `matmul`, refuses 10 heads in words, and has moved its lines since.
# The post's loop over the batch is in none of its own listings. Even careful people write such sentences from memory;
# the source is one click away, and it answers.

# %% [markdown]
# ## 1. A matrix that lies on its side
#
# 3 points · planned 15 minutes · difficulty 1 of 5
#
# We write x @ W: W has one row per input and one column per output, `(d_in, d_out)`. PyTorch's `Linear` computes the
# same map and keeps its matrix the other way: one row per *output*, `(d_out, d_in)`. Its documentation says
# y = x Aᵀ + b, and the ᵀ is the whole story.
#
# A Linear that makes two numbers of three, with A = the rows [1, 0, 2] and [3, 1, 0], makes of the token [5, 6, 7]:

# %%
print("output 0:", 1 * 5 + 0 * 6 + 2 * 7, "   output 1:", 3 * 5 + 1 * 6 + 0 * 7)

# %%
# Predict first. A Linear keeps the rows [1, 2, 3] and [4, 5, 6]. Which matrix stands in x @ W?
# Its first row, then its second, then its third; run the cell when the numbers stand there.
predict("from_linear", [None, None, None, None, None, None])

# %% [markdown]
# **Why this is the mistake that nobody sees.** In BERT a token goes in with d_model numbers and comes out with as
# many. The matrix is square, so it fits either way, and every shape is right:

# %%
query_matrix, tokens = bert["query.weight"], bert["x"]
print("x @ A  ", (tokens @ query_matrix).shape, np.round((tokens @ query_matrix)[0, :3], 3))
print("x @ A.T", (tokens @ query_matrix.T).shape, np.round((tokens @ query_matrix.T)[0, :3], 3))


# %% [markdown]
# No error, other numbers. A model that is loaded like this talks nonsense without a word of warning. Only a comparison
# with the original shows it, which is why this day ends with one.

# %% exercise="from_linear"
def from_linear(weight):
    """The matrix for x @ W out of the one that PyTorch's Linear keeps.

    Takes    weight (d_out, d_in)
    Returns  an array (d_in, d_out)
    Numbers  those of weight, each in its new place; integers may come back as floating point
    Raises   nothing
    Leaves   weight unchanged
    """
    # TODO: W, such that x @ W is what the Linear makes of x, its bias apart.
    return as_float(weight).T


# %% check="from_linear"
check(from_linear)

# %% [markdown]
# ## 2. Three matrices in one
#
# 4 points · planned 20 minutes · difficulty 2 of 5
#
# PyTorch's own `MultiheadAttention` goes one step further. Since queries, keys and values of self-attention start from
# the same x, it keeps their three matrices under one another, in this order, in a single array `in_proj_weight` of
# shape `(3 * d_model, d_model)`: one product instead of three. Each third is a matrix as `Linear` keeps it.
#
# | rows of `in_proj_weight` | belong to |
# |---|---|
# | the first d_model | queries |
# | the next d_model | keys |
# | the last d_model | values |
#
# A stack for d_model = 2, with a name for every number:

# %%
named_stack = np.array([[f"{role}{output}{feature}" for feature in "01"] for role in "qkv" for output in "01"])
print(named_stack)

# %% [markdown]
# `q01` is what output 0 of the queries takes from feature 1. In x @ W_q features are rows, so `q01` belongs in row 1,
# column 0.

# %%
# Predict first. The stack holds the numbers from 1 to 12, two in a row. Which matrix is W_k?
# Its first row, its second row, and then the first row of W_v.
predict("from_packed", [None, None, None, None, None, None])


# %% exercise="from_packed"
def from_packed(in_proj_weight):
    """The three matrices for x @ W out of the stack that PyTorch's MultiheadAttention keeps.

    Takes    in_proj_weight (3 * d_model, d_model)
    Returns  a tuple of W_q, W_k and W_v in this order, each (d_model, d_model)
    Numbers  those of the stack, each in its new place; integers may come back as floating point
    Raises   nothing
    Leaves   in_proj_weight unchanged
    """
    # TODO: take the stack apart, in order, and let each part stand in x @ W.
    queries, keys, values = np.split(as_float(in_proj_weight), 3)
    return queries.T, keys.T, values.T


# %% check="from_packed"
check(from_packed)

# %% [markdown]
# ## 3. Which name is which
#
# 4 points · planned 25 minutes · difficulty 2 of 5
#
# A real model is a dictionary of some hundreds of names. Loading it is first of all a question of names: theirs are
# long, in their own order, and most of them are about something else. These are six out of a small BERT:
#
#     encoder.layer.0.attention.self.query.weight
#     encoder.layer.0.attention.self.query.bias
#     encoder.layer.0.attention.output.dense.weight
#     encoder.layer.0.attention.output.LayerNorm.bias
#     encoder.layer.0.attention.self.value.weight
#     embeddings.word_embeddings.weight
#
# Parts are joined by points, as in Python. What a parameter *is*, its last two parts say; what stands before only says
# where it lives:
#
# | last two parts | ours |
# |---|---|
# | `query.weight`, `query.bias` | `W_q`, `b_q` |
# | `key.weight`, `key.bias` | `W_k`, `b_k` |
# | `value.weight`, `value.bias` | `W_v`, `b_v` |
# | anything else | left out |
#
# The result is a dictionary from our name to theirs, so that `theirs[found["W_q"]]` is the array.

# %%
whole_name = "encoder.layer.0.attention.self.query.weight"
print(len(whole_name.split(".")), "parts:", *whole_name.split("."))

# %%
# Predict first. Which of these names count? True or False in place of each None, in this order:
#     bert.encoder.layer.0.attention.self.query.weight    encoder.key.weight    monkey.weight
#     query_norm.bias                                     value.dense.weight    value.bias
predict("bert_names", [None, None, None, None, None, None])


# %% [markdown]
# **The trap.** `"key" in name` is short, and it is true of `monkey.weight` and of `key_value_cache.weight`, too. A
# name that is *nearly* right loads the wrong array without a word, so compare whole parts.

# %% exercise="bert_names"
def bert_names(names):
    """Find the parameters of one BertSelfAttention among a model's names.

    Takes    names, a list of texts in any order, with any prefix; each of the six occurs at most once
    Returns  a dictionary from our name (W_q, b_q, W_k, b_k, W_v, b_v) to theirs, whole; only of what is there
    Numbers  none: text leads to text
    Raises   nothing; a list in which nothing counts gives an empty dictionary
    Leaves   names unchanged
    """
    # TODO: look at the last two parts of every name.
    found = {}
    for name in names:
        *_, role, kind = ["", *name.split(".")]
        if kind in ("weight", "bias") and role in {"query", "key", "value"}:
            letter = "W" if kind == "weight" else "b"
            found[f"{letter}_{role[0]}"] = name
    return found


# %% check="bert_names"
check(bert_names)

# %% [markdown]
# ## 4. Attention as BERT computes it
#
# 7 points · planned 45 minutes · difficulty 3 of 5
#
# Now the module itself. Two things are new since you wrote attention with several heads. Every Linear of BERT adds a
# *bias* to its product, one number per output, the same for every token. And nothing stands behind the heads: the
# matrix that mixes them, our W_o, belongs to another class, `BertSelfOutput`.
#
# | step | shape |
# |---|---|
# | Q = x W_q + b_q, and K and V likewise | `(seq_len, d_model)` each |
# | head h gets the columns h · d_head up to, not including, (h + 1) · d_head | `(num_heads, seq_len, d_head)` |
# | scores of every head, divided by √d_head; softmax over the keys | `(num_heads, seq_len, seq_len)` |
# | what every head brings home | `(num_heads, seq_len, d_head)` |
# | the heads side by side, in order | `(seq_len, d_model)` |
#
# **One number by hand.** Tokens of one number, one head, so d_head and its root are 1. The tokens are 0 and 2; W_q is
# 0 and b_q is ln 2, so every query is ln 2; W_k is 1 and b_k is 3, so the keys are 3 and 5. The scores are 3 ln 2 and
# 5 ln 2, the powers 8 and 32, the weights 1/5 and 4/5. With W_v = 10 and b_v = 5 the values are 5 and 25:

# %%
print("powers", 2**3, 2**5, "  weights", 8 / 40, 32 / 40, "  home comes", 1 / 5 * 5 + 4 / 5 * 25)

# %%
# Predict first. Tokens 0 and 1 of one number, one head. W_q = 0, b_q = ln 3; W_k = 1, b_k = 1; W_v = 4, b_v = 10.
# What comes home for each token? Put a number in place of each None, then run this cell.
predict("biased_attention", [None, None])


# %% exercise="biased_attention"
def biased_attention(x, W_q, b_q, W_k, b_k, W_v, b_v, num_heads):
    """Attention with several heads and with biases, as BertSelfAttention computes it.

    Takes    x (seq_len, d_model); W_q, W_k, W_v (d_model, d_model); b_q, b_k, b_v (d_model,); num_heads, which
             divides d_model
    Returns  an array (seq_len, d_model): the heads side by side, in order, with no W_o behind them
    Numbers  floating point comes out; integers are computed in floating point; finite for scores of any size
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: the table above; the biases before the heads are cut.
    seq_len, d_model = x.shape

    def heads_of(W, b):
        """(seq_len, d_model) seen as (num_heads, seq_len, d_head), the bias added."""
        product = as_float(x) @ as_float(W) + as_float(b)
        return product.reshape(seq_len, num_heads, d_model // num_heads).transpose(1, 0, 2)

    asking, answering, carried = heads_of(W_q, b_q), heads_of(W_k, b_k), heads_of(W_v, b_v)
    shares = softmax(asking @ answering.transpose(0, 2, 1) / (d_model / num_heads) ** 0.5, axis=-1)
    return (shares @ carried).transpose(1, 0, 2).reshape(seq_len, d_model)


# %% check="biased_attention"
check(biased_attention)

# %% [markdown]
# ## The moment of truth
#
# Your four functions, the weights of a module that you did not write, and the numbers that its own code gave. They
# need not agree in every digit, since float32 adds up in another order; to 1e-5 they must.

# %%
# Run this once the four functions pass their checks. Until then it only says so.
try:
    found = bert_names(list(bert))
    matrices = {ours: from_linear(bert[name]) for ours, name in found.items() if ours.startswith("W")}
    biases = {ours: bert[name] for ours, name in found.items() if ours.startswith("b")}
    pairs = [part for role in "qkv" for part in (matrices[f"W_{role}"], biases[f"b_{role}"])]
    ours = biased_attention(bert["x"], *pairs, 2)
    print("BertSelfAttention, theirs:", np.round(bert["output"][0, :4], 4))
    print("BertSelfAttention, ours:  ", np.round(ours[0, :4], 4))
    distance = np.abs(ours - bert["output"])
    print("agree to 1e-5:", bool(distance.max() < 1e-5))
except NotImplementedError:
    print("one of the four functions is not written yet; come back to this cell when they are")

# %% [markdown]
# Now PyTorch's own module. Its biases are packed as well, one long row, and this time something does stand behind the
# heads: `out_proj`, a Linear with a bias of its own.

# %%
# Run this once from_linear, from_packed and biased_attention pass their checks. Until then it only says so.
try:
    three_matrices = from_packed(multihead["in_proj_weight"])
    three_biases = multihead["in_proj_bias"].reshape(3, -1)
    pairs = [part for pair in zip(three_matrices, three_biases, strict=True) for part in pair]
    heads_joined = biased_attention(multihead["x"], *pairs, 3)
    ours = heads_joined @ from_linear(multihead["out_proj.weight"]) + multihead["out_proj.bias"]
    print("MultiheadAttention, theirs:", np.round(multihead["output"][0, :4], 4))
    print("MultiheadAttention, ours:  ", np.round(ours[0, :4], 4))
    distance = np.abs(ours - multihead["output"])
    print("agree to 1e-5:", bool(distance.max() < 1e-5))
except NotImplementedError:
    print("one of the three functions is not written yet; come back to this cell when they are")

# %% [markdown]
# **Which bias does nothing?** **Predict first:** one of b_q, b_k and b_v can be left out without changing a single
# number of the result. Which? Think of what a softmax does when every score of a row grows by the same amount.

# %%
# Run this once biased_attention passes its check. Until then it only says so.
bias_random = np.random.default_rng(3)
some_x, (some_q, some_k, some_v) = bias_random.standard_normal((5, 6)), bias_random.standard_normal((3, 6, 6)) / 2
three = {name: bias_random.standard_normal(6) for name in ("b_q", "b_k", "b_v")}


def with_biases(b_q, b_k, b_v):
    """The same tokens and matrices each time, with these biases."""
    return biased_attention(some_x, some_q, b_q, some_k, b_k, some_v, b_v, 2)


try:
    for name in three:
        moved = with_biases(**{**three, name: np.zeros(6)}) - with_biases(**three)
        print(f"without {name} the result moves by at most {np.abs(moved).max():.2f}")
except NotImplementedError:
    print("biased_attention is not written yet; come back to this cell when it is")

# %% [markdown]
# b_k. It adds q · b_k to every score of the query q, to all keys alike, and a softmax does not see what all have in
# common. BERT carries it and learns it all the same; the makers of Whisper left it out (`bias=False` in its source).
# b_v moves every result by itself, since the weights of a row add up to 1. Only b_q changes who is looked at.

# %% [markdown]
# ## 5. A temperature that cannot be set, and how to set it
#
# 2 points · planned 15 minutes · difficulty 2 of 5
#
# The post tells of a colleague who wants to change the temperature of the softmax inside `nn.MultiheadAttention`
# and finds that “该参数根本不可配置” (*that parameter cannot be configured at all*), so “最终只能重写整个Attention类”
# (*in the end the whole class had to be rewritten*).
#
# The first half is right: the module has no such argument. The second does not follow. A softmax at *temperature* T is
#
# **softmax(scores / T)**
#
# and a score is made of a query and a key. T = 1 changes nothing; above 1 the weights come closer to each other; below
# 1 they draw apart. The row [0, ln 4] at three temperatures:

# %%
for T in (0.5, 1, 2):
    print(f"T = {T:3}:", np.round(softmax(np.array([0, np.log(4)]) / T), 3))

# %% [markdown]
# So what must be handed to attention that cannot be changed, in place of Q, so that it gives softmax(scores / T)?

# %%
# Predict first. The query [8, 16, 0, 4], temperature 4. Which query has to be handed in instead?
predict("with_temperature", [None, None, None, None])


# %% exercise="with_temperature"
def with_temperature(Q, temperature):
    """The queries for which unchanged attention gives softmax(scores / temperature).

    Takes    Q (n_q, d_k); temperature, a number above 0
    Returns  an array of the shape of Q
    Numbers  floating point comes out; integers are computed in floating point
    Raises   nothing
    Leaves   Q unchanged
    """
    # TODO: what happens to a score when its query shrinks?
    return as_float(Q) / temperature


# %% check="with_temperature"
check(with_temperature)

# %% [markdown]
# In a module whose queries you cannot reach, do the same to W_q and b_q, since queries are made of nothing else. A
# trick makes the weights visible: where the tokens are unit vectors and W_v changes nothing, what comes home *is* the
# weights.

# %%
# Run this once biased_attention and with_temperature pass their checks. Until then it only says so.
warm_random = np.random.default_rng(8)
warm_q, warm_k = warm_random.standard_normal((2, 4, 4))
warm_b = warm_random.standard_normal((1, 4))
units, no_bias = np.eye(4), np.zeros(4)
try:
    for T in (0.1, 1.0, 10.0):
        q, b_q = with_temperature(warm_q, T), with_temperature(warm_b, T)[0]
        home = biased_attention(units, q, b_q, warm_k, no_bias, units, no_bias, 1)
        print(f"T = {T:4}: token 0 shares out", " ".join(f"{weight:.2f}" for weight in home[0]))
except NotImplementedError:
    print("biased_attention or with_temperature is not written yet; come back to this cell when they are")

# %% [markdown]
# Nothing was rewritten. PyTorch's function `scaled_dot_product_attention` takes a `scale` by now, which is the same
# thing from the other side: 1 / (T · √d_k). The two must agree, so each is a test of the other:

# %%
if with_libraries:
    oracle = torch.nn.functional.scaled_dot_product_attention
    sdpa_random = torch.manual_seed(2)
    q, k, v = torch.randn(3, 4, 5, 8, dtype=torch.double)  # 4 heads, 5 tokens, d_k = 8
    try:
        through_q = oracle(torch.tensor(with_temperature(q.numpy(), 2.5)), k, v)
        through_scale = oracle(q, k, v, scale=1 / (2.5 * 8**0.5))
        print("temperature through Q and through scale agree:", torch.allclose(through_q, through_scale))
    except NotImplementedError:
        print("with_temperature is not written yet; come back to this cell when it is")
else:
    print("with PyTorch, this cell holds with_temperature against scaled_dot_product_attention")

# %% [markdown]
# # Inside a running model
#
# The rest of the core is not graded. It is what you do on the first morning with a model that does not learn. The post
# names the order, and the order is good:
#
# | step | asks | because |
# |---|---|---|
# | 1. freeze the body, train the head alone | do data and labels fit together? | it is cheap, and often the answer |
# | 2. look at the attention maps | does anybody look at anything? | day 2's instruments, on a real module |
# | 3. check the gradients | is a derivative wrong? | only where the module is your own |

# %% [markdown]
# **Step 1: freeze.** A parameter that needs no gradient is left alone by training. The small BERT as a body, a Linear
# for three classes as the head. **Predict first:** how many of the 243 numbers still learn?

# %%
print("body", 3 * (8 * 8 + 8), "  head", 8 * 3 + 3, "  together", 3 * (8 * 8 + 8) + 8 * 3 + 3)
if with_libraries:
    body, head = BertSelfAttention(BertConfig(hidden_size=8, num_attention_heads=2)), torch.nn.Linear(8, 3)
    body.requires_grad_(False)
    learning = [p.numel() for part in (body, head) for p in part.parameters() if p.requires_grad]
    print("numbers that still learn:", sum(learning))
else:
    print("with the libraries, this cell freezes the body and counts: 27 are left, those of the head")

# %% [markdown]
# **Step 2: look.** The post writes a `print` into `BertSelfAttention.forward`. There is no need to edit the library: a
# *forward hook* is called with every module's input and output, and goes away again. The second output of this module
# is its weights, if it was made with `attn_implementation="eager"`. **Predict first:** what is it otherwise?

# %%
if with_libraries:
    seen = {}
    for kind in ("eager", "sdpa"):
        watched = BertSelfAttention(BertConfig(hidden_size=8, num_attention_heads=2, attn_implementation=kind)).eval()
        watched.load_state_dict({name: torch.tensor(bert[name]) for name in watched.state_dict()})
        handle = watched.register_forward_hook(
            lambda _module, _input, output, kind=kind: seen.update({kind: output[1]})
        )
        with torch.no_grad():
            watched(torch.tensor(bert["x"])[None])
        handle.remove()
        came = "nothing" if seen[kind] is None else f"an array {tuple(seen[kind].shape)}"
        print(f"{kind:5} hands the hook {came}")
    caught = seen["eager"][0].numpy()
    print("the maps are those that the kit ships:", bool(np.allclose(caught, bert["weights"], atol=1e-5)))
else:
    caught = bert["weights"]
    print("with the libraries, this cell hooks a real module; here are the maps that it caught when the kit was made")

# %% [markdown]
# With `"sdpa"`, the fast way, the weights never exist as an array, and the hook gets None: no bug, and a lost hour
# for whoever does not know. `nn.MultiheadAttention` has a trap of its own: it hands out the *mean* over its heads
# unless it is told `average_attn_weights=False`.
#
# What was caught, head by head:

# %%
from autograder import show

show.heads(caught, ["the", "cat", "sat", "on", "mats"])

# %% [markdown]
# These are random weights: the maps mean nothing, and they are not even. In head 1 one token gives 0.99 of its
# attention to a single other one. Training has to earn a picture, a picture proves no training:

# %%
print("largest weight of each head:", [f"{table.max():.2f}" for table in bert["weights"]])

# %% [markdown]
# **Step 3: check gradients.** “用torch.autograd.gradcheck验证自定义Attention模块的梯度是否正确” (*use
# torch.autograd.gradcheck to verify the gradients of your own attention module*). It compares every derivative with a
# central difference, at a step of 1e-6, and its documentation asks for doubles. The post's arrays are float32.
# **Predict first:** by how much is the slope of sin at 1 off, measured at that step in each of the two?

# %%
for kind in (np.float64, np.float32):
    at, step = kind(1), kind(1e-6)
    slope = (np.sin(at + step) - np.sin(at - step)) / (2 * step)
    print(f"{kind.__name__}: slope {slope:.6f}, off by {abs(slope - np.cos(1)):.0e}")

# %%
if with_libraries:
    for kind in (torch.double, torch.float):
        inputs = [torch.randn(2, 3, 4, dtype=kind, requires_grad=True) for _ in "qkv"]
        try:
            import warnings

            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # it warns of single precision before it fails
                print(kind, "gradcheck says", torch.autograd.gradcheck(oracle, inputs))
        except RuntimeError as error:
            print(kind, "gradcheck says", type(error).__name__)
else:
    print("with PyTorch, this cell runs gradcheck: True in torch.float64, an error in torch.float32")

# %% [markdown]
# Right advice, with one word missing: *doubles*. In float32, numbers near 1 stand almost as far apart as that step is
# long, and what is measured is their rounding.

# %% [markdown]
# **Read the error that is there.** The post says of `torch.bmm` that it reports “mat1 and mat2 shapes cannot be
# multiplied”. An error text is a name: it says which function was called. **Predict first:** does `bmm` speak of mat1?

# %%
if with_libraries:
    pair = torch.randn(2, 2, 5, 4)
    for name, product in (("torch.bmm", lambda: torch.bmm(*pair)), ("@", lambda: pair[0, 0] @ pair[1, 0])):
        try:
            product()
        except RuntimeError as error:
            print(f"{name:10}", str(error).strip())
else:
    print("bmm says:  Expected size for first two dimensions of batch2 tensor to be: (2, 4) but got: (2, 5).")
    print("@ says:    mat1 and mat2 shapes cannot be multiplied (5x4 and 5x4)")

# %% [markdown]
# mat1 and mat2 belong to the plain product of two matrices. Who sees that text knows that no batch was there, and that
# is half of the bug.

# %% [markdown]
# # Stretch: before attention
#
# The post's author lets newcomers of the first week write “一个可调试的LSTM Cell” (*an LSTM cell that can be
# debugged*), and gives its formula: “h_t = tanh(W_hh @ h_{t-1} + W_xh @ x_t)”. There is no gate in that line and no
# cell state. It is a plain recurrent cell, from before the LSTM, and the difference between the two is the reason why
# one of them was invented. You write both.

# %% [markdown]
# ## 6. The cell of the formula (stretch)
#
# 0 points · planned 15 minutes · difficulty 2 of 5
#
# A recurrent cell reads one token after the other and keeps a *state* h. With one row per token and the vector before
# its matrix, as everywhere in this course:
#
# **new h = tanh(x W_xh + h W_hh + b)**
#
# `x (d_x,)`, `h (d_h,)`, `W_xh (d_x, d_h)`, `W_hh (d_h, d_h)`, `b (d_h,)` give `(d_h,)`.

# %%
# Predict first. x = 1, h = 1/2, W_xh = 2, W_hh = 2. What is the new h for b = -3, and for b = -3.5?
# tanh(1/2) is about 0.46. Put a number in place of each None, then run this cell.
predict("rnn_cell", [None, None])


# %% exercise="rnn_cell"
def rnn_cell(x, h, W_xh, W_hh, b):
    """One step of a plain recurrent cell.

    Takes    x (d_x,); h (d_h,); W_xh (d_x, d_h); W_hh (d_h, d_h); b (d_h,)
    Returns  the new state, an array (d_h,)
    Numbers  floating point comes out; integers are computed in floating point; finite for sums of any size
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: the formula above.
    x, h, W_xh, W_hh, b = (as_float(array) for array in (x, h, W_xh, W_hh, b))
    return np.tanh(x @ W_xh + h @ W_hh + b)


# %% check="rnn_cell"
check(rnn_cell)

# %% [markdown]
# ## 7. The cell that remembers (stretch)
#
# 0 points · planned 40 minutes · difficulty 4 of 5
#
# Hochreiter and Schmidhuber (1997, *Long Short-Term Memory*) gave the cell a second state c that is not pressed
# through a matrix at every step, and *gates* that decide what enters and what is shown; Gers, Schmidhuber and Cummins
# (2000, *Learning to Forget*) added one that decides what stays. A gate is a number between 0 and 1 for each number
# of the state: a sigmoid, `expit` of SciPy, of x W + h U + b.
#
# | quarter of x W + h U + b | name | bent by | decides |
# |---|---|---|---|
# | first | i | sigmoid | how much of the candidate enters |
# | second | f | sigmoid | how much of the old c stays |
# | third | g | tanh | the candidate itself |
# | fourth | o | sigmoid | how much of c is shown |
#
# **new c = f · c + i · g**, place by place, and **new h = o · tanh(new c)**
#
# All four lie side by side along the last axis: `W (d_x, 4 d_h)`, `U (d_h, 4 d_h)`, `b (4 d_h,)`.

# %%
# Predict first. A state of one number; all of W and U is 0, so the sums are b = [0, ln 3, 100, 0]; the old c is 4.
# The sigmoid of ln 3 is 3/4. What are the new c and the new h? tanh(3.5) is 1 to two digits.
predict("lstm_cell", [None, None])


# %% exercise="lstm_cell"
def lstm_cell(x, h, c, W, U, b):
    """One step of an LSTM cell with forget gate; the gates stand in the order i, f, g, o.

    Takes    x (d_x,); h and c (d_h,); W (d_x, 4 * d_h); U (d_h, 4 * d_h); b (4 * d_h,)
    Returns  the tuple (h, c): the new states, each (d_h,)
    Numbers  floating point comes out; integers are computed in floating point; finite for sums of any size
    Raises   nothing
    Leaves   its arguments unchanged
    """
    # TODO: the table above.
    x, h, c, W, U, b = (as_float(array) for array in (x, h, c, W, U, b))
    enters, stays, candidate, shown = np.split(x @ W + h @ U + b, 4)
    memory = expit(stays) * c + expit(enters) * np.tanh(candidate)
    return expit(shown) * np.tanh(memory), memory


# %% check="lstm_cell"
check(lstm_cell)

# %% [markdown]
# **What the gates are for.** Both cells start with a number to remember, 0.9, and then read forty tokens of nothing.
# **Predict first:** what is left in each?

# %%
# Run this once both cells pass their checks. Until then it only says so.
try:
    nothing, h, c = np.array([[0], [0.9], [0.9]])
    state, one, none = nothing, np.ones(1)[None], np.zeros(4)[None]
    open_gate = 6.0 * np.eye(4)[1]  # the forget gate stays at 0.998
    for step in range(1, 41):
        h = rnn_cell(nothing, h, one, 0.9 * one, nothing)
        state, c = lstm_cell(nothing, state, c, none, none, open_gate)
        if step in (1, 10, 40):
            print(f"after {step:2} tokens: plain cell {h[0]:.3f}, LSTM {c[0]:.3f}")
except NotImplementedError:
    print("rnn_cell or lstm_cell is not written yet; come back to this cell when they are")

# %% [markdown]
# The plain cell multiplies what it knows by its matrix at every step, and forgets; the LSTM may leave c alone.
# Attention needs neither: it looks at the token itself, however far back it stands.
#
# PyTorch's cells keep their matrices on their side, like its Linear, and two biases where one would do; with the
# libraries you can hold yours against them:

# %%
if with_libraries:
    theirs = torch.nn.LSTMCell(3, 4).double()
    x, h, c = torch.randn(3, dtype=torch.double), *torch.randn(2, 4, dtype=torch.double)
    try:
        with torch.no_grad():
            their_h, their_c = theirs(x, (h, c))
        W, U = (from_linear(matrix.detach().numpy()) for matrix in (theirs.weight_ih, theirs.weight_hh))
        our_h, our_c = lstm_cell(
            x.numpy(), h.numpy(), c.numpy(), W, U, (theirs.bias_ih + theirs.bias_hh).detach().numpy()
        )
        print("h agrees:", np.allclose(our_h, their_h.numpy()), "  c agrees:", np.allclose(our_c, their_c.numpy()))
    except NotImplementedError:
        print("from_linear or lstm_cell is not written yet; come back to this cell when they are")
else:
    print("with PyTorch, this cell holds lstm_cell against torch.nn.LSTMCell")

# %% [markdown]
# ## Before you go
#
# Three questions for the head, the last of the week.

# %%
# A Linear keeps the rows [1, 2] and [5, 8]. Which matrix stands in x @ W? Its first row, then its second.
predict("from_linear, evening", [None, None, None, None])

# %%
# A single token [1, 2], two heads. W_q and W_k are all zeros, W_v changes nothing.
# b_q = [5, 5], b_k = [7, 7], b_v = [3, -1]. What comes out?
predict("biased_attention, evening", [None, None])

# %%
# The query [3, -1], temperature 1/4. Which query has to be handed in instead?
predict("with_temperature, evening", [None, None])

# %% [markdown]
# ## What you can now do
#
# - open a library's attention and say of every line which of yours it is, and which of its lines you have none for;
# - carry weights over from Linear, from a packed stack and from a model's long names, and prove that they arrived;
# - say which of three biases does nothing, and why;
# - set a temperature where none can be set;
# - look into a running module without editing it, and know when there is nothing to see;
# - check gradients in doubles, and read an error text as the name of who speaks;
# - tell an LSTM from a plain recurrent cell.

# %% [markdown]
# ## Save and check
#
# Save, then run the last cell. It checks the file on disk in a fresh process, as `softmarks check FILE` does in a
# terminal, and says whether that file is what your kernel holds. What counts is the file: the kernel may still hold a
# helper that you have deleted. Then hand in the file that the cell names.
#
# ---
# Text: CC BY 4.0. Code: MIT. Single sentences of the post are quoted as a source; the quoted lines of Hugging Face's
# Transformers are under the Apache 2 licence.

# %%
ready_to_hand_in()
