"""Which known mistake, or which two at once, give exactly these outputs? One match is named, else there is silence."""

from autograder.diagnosis.catalogue import Catalogue

__all__ = ["Catalogue"]
