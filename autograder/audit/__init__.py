"""Grades the graders: known wrong answers, right but unusual ones, and mutants of the reference before every check."""

from autograder.audit.bench import KEYS
from autograder.audit.findings import Audit, Findings
from autograder.audit.page import PAGE, is_stale, page
from autograder.audit.run import audit

__all__ = ["KEYS", "PAGE", "Audit", "Findings", "audit", "is_stale", "page"]
