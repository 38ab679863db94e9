"""The front door of the sandbox: strangers' code runs behind it, and only plain values come out."""

from autograder.sandbox.claims import Cell
from autograder.sandbox.port import SandboxPort
from autograder.sandbox.process import Layer, SandboxError
from autograder.sandbox.sandbox import BACKENDS, Sandbox, default_backend

__all__ = ["BACKENDS", "Cell", "Layer", "Sandbox", "SandboxError", "SandboxPort", "default_backend"]
