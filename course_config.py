"""The facts of the course: who is graded on what, for how many points, within which limits.

This page imports nothing and computes nothing. Every other part of the kit looks its facts up here.
"""

COURSE_ID = "attention-from-scratch"
COURSE_TITLE = "Attention from scratch"

# Where things lie, relative to this file. `classroom` is made at run time and holds personal data.
SOURCE_DIRECTORY = "source"
RELEASE_DIRECTORY = "assignments"
SOLUTION_DIRECTORY = "solutions"
CLASSROOM_DIRECTORY = "classroom"

# Points for shape, dtype and properties count only once a value check of the exercise passes.
STRUCTURE_NEEDS_A_VALUE = True

AI_POLICY = (
    "You may talk to any person or assistant about the ideas; the code you hand in is typed and understood by you."
)
RESUBMISSION_POLICY = "newest"  # or "best"

# Processor seconds, so that a busy machine never changes a mark; the wall clock may take `wall_factor` times that.
LIMITS = {
    "call_seconds": 2.0,
    "cell_seconds": 6.0,
    "submission_seconds": 40.0,
    "wall_factor": 10.0,
    "memory_megabytes": 2048,
    "file_megabytes": 8,
    "output_characters": 4000,
    "submission_megabytes": 64,
}

# Comparison is made in float64. The coarser of what went in and what came out decides the row.
TOLERANCES = {
    "float64": {"rtol": 1e-7, "atol": 1e-9},
    "float32": {"rtol": 1e-4, "atol": 1e-5},
    "float32_large": {"rtol": 1e-3, "atol": 1e-3},
    "entropy": {"rtol": 1e-7, "atol": 1e-6},
    "published": {"rtol": 1e-2, "atol": 0.0},  # a number that somebody printed, and may have rounded
}

# The standard library and NumPy may be imported everywhere, matplotlib too (what it draws is ignored).
ALLOWED_IMPORTS = ("numpy", "matplotlib")

# What a test of a softmax may not hold, since it would be a second one; "**" is the power of anything but numbers.
NO_SECOND_SOFTMAX = (
    *("**", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "logaddexp", "logaddexp2", "power", "pow"),
    *("float_power", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arctanh", "erf", "gamma", "lgamma", "sigmoid"),
    *(
        "softmax",
        "stable_softmax",
        "self_attention",
        "special",
        "linalg",
        "matrix_power",
        "vander",
        "polyval",
        "poly1d",
    ),
    *("polynomial", "Polynomial", "geomspace", "logspace", "emath", "i0", "decimal", "Decimal", "operator"),
    *("eval", "exec", "compile", "getattr", "globals", "locals", "vars", "open", "importlib", "ctypes", "attrgetter"),
    *("methodcaller", "autograder"),
)

# `joins` names the earlier functions that an exercise puts together: a mistake in one of them costs once. The cell of
# an exercise that must do `without` some words runs by itself, with the submission's imports and nothing else.
ASSIGNMENTS = {
    "warmup": {
        "title": "Fifteen minutes of NumPy",
        "day": 0,
        "minutes": 15,
        "allowed_imports": (),
        "exercises": {
            "row_means": {"points": 0.0, "minutes": 4, "difficulty": 1},
            "scale_columns": {"points": 0.0, "minutes": 4, "difficulty": 1},
            "pairwise_dots": {"points": 0.0, "minutes": 5, "difficulty": 1},
        },
    },
    "attention": {
        "title": "Five lines of attention",
        "day": 1,
        "minutes": 90,
        "allowed_imports": (),
        "exercises": {
            "project_qkv": {"points": 3.0, "minutes": 10, "difficulty": 1},
            "attention_scores": {"points": 4.0, "minutes": 15, "difficulty": 2},
            "stable_softmax": {"points": 5.0, "minutes": 20, "difficulty": 3},
            "weighted_sum": {"points": 3.0, "minutes": 10, "difficulty": 1},
            "self_attention": {
                "points": 5.0,
                "minutes": 15,
                "difficulty": 2,
                "joins": ("project_qkv", "attention_scores", "stable_softmax", "weighted_sum"),
            },
            "xavier_std": {"points": 0.0, "minutes": 10, "difficulty": 1},
        },
    },
    "diagnostics": {
        "title": "Is it healthy?",
        "day": 2,
        "minutes": 240,
        "allowed_imports": (),
        "exercises": {
            "score_stats": {"points": 3.0, "minutes": 15, "difficulty": 1},
            "attention_entropy": {"points": 5.0, "minutes": 25, "difficulty": 2},
            "normalized_entropy": {"points": 3.0, "minutes": 15, "difficulty": 1},
            "is_uniform": {"points": 5.0, "minutes": 20, "difficulty": 2},
            "overflow_risk": {"points": 3.0, "minutes": 15, "difficulty": 2},
            "diagnose": {"points": 5.0, "minutes": 25, "difficulty": 3},
            "triage": {"points": 8.0, "minutes": 40, "difficulty": 4},
            "check_docs": {"points": 8.0, "minutes": 35, "difficulty": 3},
            "accepts": {"points": 8.0, "minutes": 35, "difficulty": 4, "without": NO_SECOND_SOFTMAX},
        },
    },
    "encoder": {
        "title": "Masks, norms and many heads",
        "day": 3,
        "minutes": 240,
        "allowed_imports": ("scipy.special",),
        "exercises": {
            "causal_mask": {"points": 4.0, "minutes": 15, "difficulty": 1},
            "masked_weights": {"points": 6.0, "minutes": 25, "difficulty": 3},
            "layer_norm": {"points": 6.0, "minutes": 25, "difficulty": 2},
            "output_drift": {"points": 3.0, "minutes": 20, "difficulty": 1},
            "split_heads": {"points": 5.0, "minutes": 20, "difficulty": 3},
            "merge_heads": {"points": 4.0, "minutes": 15, "difficulty": 2},
            "multi_head_attention": {
                "points": 10.0,
                "minutes": 40,
                "difficulty": 4,
                "joins": ("split_heads", "merge_heads"),
            },
            "head_diversity": {"points": 4.0, "minutes": 20, "difficulty": 2},
            "feed_forward": {"points": 4.0, "minutes": 15, "difficulty": 2},
            "encoder_layer": {
                "points": 8.0,
                "minutes": 45,
                "difficulty": 4,
                "joins": ("layer_norm", "multi_head_attention", "feed_forward"),
            },
            "batched_attention": {"points": 0.0, "minutes": 25, "difficulty": 3},
        },
    },
    "efficient": {
        "title": "Gradients, positions and long sequences",
        "day": 4,
        "minutes": 240,
        "allowed_imports": ("scipy.special",),
        "exercises": {
            "grad_check": {"points": 4.0, "minutes": 25, "difficulty": 2},
            "softmax_backward": {"points": 4.0, "minutes": 25, "difficulty": 3},
            "attention_backward": {"points": 5.0, "minutes": 45, "difficulty": 4, "joins": ("softmax_backward",)},
            "tiled_attention": {"points": 8.0, "minutes": 55, "difficulty": 5},
            "decode_step": {"points": 4.0, "minutes": 30, "difficulty": 2},
            "sinusoidal_positions": {"points": 3.0, "minutes": 20, "difficulty": 2},
            "fitted_exponent": {"points": 2.0, "minutes": 20, "difficulty": 2},
            "layer_norm_backward": {"points": 0.0, "minutes": 45, "difficulty": 4},
        },
    },
    "transfer": {
        "title": "Other people's weights",
        "day": 5,
        "minutes": 200,
        "allowed_imports": ("scipy.special",),
        "exercises": {
            "from_linear": {"points": 3.0, "minutes": 15, "difficulty": 1},
            "from_packed": {"points": 4.0, "minutes": 20, "difficulty": 2},
            "bert_names": {"points": 4.0, "minutes": 25, "difficulty": 2},
            "biased_attention": {"points": 7.0, "minutes": 45, "difficulty": 3},
            "with_temperature": {"points": 2.0, "minutes": 15, "difficulty": 2},
            "rnn_cell": {"points": 0.0, "minutes": 15, "difficulty": 2},
            "lstm_cell": {"points": 0.0, "minutes": 40, "difficulty": 4},
        },
    },
}
