"""Grades the graders: known wrong answers, right but unusual ones, and mutants of the reference before every check."""

from autograder.audit.findings import Audit, Findings
from autograder.audit.run import audit

__all__ = ["Audit", "Findings", "audit"]
