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
}

# The standard library and NumPy may be imported everywhere, matplotlib too (what it draws is ignored).
ALLOWED_IMPORTS = ("numpy", "matplotlib")

# `joins` names the earlier functions that an exercise puts together: a mistake in one of them costs once.
ASSIGNMENTS = {
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
        },
    },
    "diagnostics": {
        "title": "Is it healthy?",
        "day": 2,
        "minutes": 60,
        "allowed_imports": (),
        "exercises": {
            "attention_entropy": {"points": 5.0, "minutes": 25, "difficulty": 2},
            "is_uniform": {"points": 5.0, "minutes": 20, "difficulty": 2},
        },
    },
    "encoder": {
        "title": "Masks, norms and many heads",
        "day": 3,
        "minutes": 120,
        "allowed_imports": ("scipy.special",),
        "exercises": {
            "causal_mask": {"points": 4.0, "minutes": 15, "difficulty": 1},
            "layer_norm": {"points": 6.0, "minutes": 25, "difficulty": 2},
            "multi_head_attention": {"points": 10.0, "minutes": 60, "difficulty": 4},
        },
    },
}
