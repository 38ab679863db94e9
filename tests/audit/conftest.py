"""What the tests of the audit share: an audit in which everything holds."""

from __future__ import annotations

import pytest

from autograder.audit.findings import Audit
from tests.audit.small import findings


@pytest.fixture
def sound():
    """An audit in which everything holds."""
    return Audit([findings()])
