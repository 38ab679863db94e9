"""Which imports a submission may make, and what stands in the place of one that was refused."""

from __future__ import annotations

import ast
import builtins
import importlib
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.machinery import ModuleSpec
from types import FrameType, ModuleType
from typing import Any, NoReturn

from autograder.sandbox.standins import STAND_INS

PLACE = "__refused_import__"  # the name by which a rewritten cell reaches Gate.place


class RefusedImport(ModuleNotFoundError):
    """A library that already holds the answer, or that is not here, was imported or used."""

    def __init__(self, module: str, allowed: Sequence[str] = ()) -> None:
        known = ", ".join(allowed)
        super().__init__(f"{module} may not be imported here; allowed: the standard library, {known}", name=module)


class Gate:
    """The imports of one submission. Libraries import what they need themselves; only the student is asked."""

    def __init__(self, allowed: Sequence[str]) -> None:
        self.allowed = tuple(allowed)
        self.refused: list[str] = []
        self._import = builtins.__import__
        self._import_module = importlib.import_module

    # --- rules --------------------------------------------------------------------------------------------------------

    def opens(self, module: str) -> bool:
        """May a student import this module by this name?"""
        root = module.partition(".")[0]
        if standard(root) or root in STAND_INS or root == "__main__":
            return True
        return any(within(module, name) or within(name, module) for name in self.allowed)

    def opens_from(self, module: str, names: Iterable[str]) -> bool:
        """May a student write `from module import names`? Of scipy, say, only the part that is allowed."""
        if not self.opens(module):
            return False
        root = module.partition(".")[0]
        if standard(root) or root in STAND_INS:
            return True
        if any(within(module, name) for name in self.allowed):
            return True
        return all(name.startswith("__") or self.opens(f"{module}.{name}") for name in names)

    def refuse(self, module: str) -> RefusedImport:
        """Note the refusal, once, and make the exception that tells of it."""
        if module not in self.refused:
            self.refused.append(module)
        return RefusedImport(module, self.allowed)

    # --- what a student's import statements and functions reach -------------------------------------------------------

    def import_(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        """`__import__` for a student's code."""
        if level == 0 and not self.opens_from(name, fromlist or ()) and not (not fromlist and self.opens(name)):
            raise self.refuse(name)
        return self._import(name, globals, locals, fromlist or (), level)

    def import_module(self, name: str, package: str | None = None) -> ModuleType:
        """`importlib.import_module`: gated for a student, as ever for a library."""
        asks = sys._getframe(1).f_globals.get("__name__")
        if asks == "__main__" and not self.opens(name):
            raise self.refuse(name)
        return self._import_module(name, package)

    def install(self) -> dict[str, Any]:
        """Put the gate in place; returns the builtins for the student's namespace."""
        loaded = {name.partition(".")[0] for name in sys.modules}
        sys.meta_path.insert(0, Finder(self, frozenset(loaded)))
        importlib.import_module = self.import_module
        own = dict(vars(builtins))
        own["__import__"] = self.import_
        own[PLACE] = self.place
        return own

    # --- refused statements at the top of a cell ----------------------------------------------------------------------

    def soften(self, tree: ast.Module) -> ast.Module:
        """Replace refused import statements of the cell's top level by placeholders; the rest of the cell runs."""
        tree.body = list(self._softened(tree.body))
        return tree

    def _softened(self, body: Iterable[ast.stmt]) -> Iterable[ast.stmt]:
        for statement in body:
            if isinstance(statement, ast.If):
                statement.body = list(self._softened(statement.body))
                statement.orelse = list(self._softened(statement.orelse))
            if isinstance(statement, (ast.Import, ast.ImportFrom)):
                yield from self._replaced(statement)
            else:
                yield statement

    def _replaced(self, statement: ast.Import | ast.ImportFrom) -> Iterable[ast.stmt]:
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                if self.opens(alias.name):
                    yield ast.copy_location(ast.Import([alias]), statement)
                else:
                    yield _binding(statement, alias.asname or alias.name.partition(".")[0], alias.name)
            return
        module = statement.module or ""
        for alias in statement.names:
            if statement.level or module == "__future__" or self.opens_from(module, [alias.name]):
                yield ast.copy_location(ast.ImportFrom(statement.module, [alias], statement.level), statement)
            else:
                named = module if alias.name == "*" or not self.opens(module) else f"{module}.{alias.name}"
                yield _binding(statement, alias.asname or alias.name, named)

    def place(self, module: str) -> Refused:
        """The placeholder for a refused module or a name out of it."""
        return Refused(self.refuse(module))


def standard(root: str) -> bool:
    """Does it belong to Python? One module is named after the machine and so stands in no list."""
    return root in sys.stdlib_module_names or root.startswith("_sysconfigdata_")


def within(module: str, ancestor: str) -> bool:
    """True for numpy.linalg within numpy, and for numpy within itself."""
    return module == ancestor or module.startswith(ancestor + ".")


def _binding(statement: ast.stmt, name: str, module: str) -> ast.stmt:
    call = ast.Call(ast.Name(PLACE, ast.Load()), [ast.Constant(module)], [])
    target = "_" if name == "*" else name
    return ast.fix_missing_locations(ast.copy_location(ast.Assign([ast.Name(target, ast.Store())], call), statement))


class Finder:
    """First on sys.meta_path: serves the stand-ins, and stops third-party modules that nothing allowed has loaded."""

    def __init__(self, gate: Gate, loaded: frozenset[str]) -> None:
        self._gate, self._loaded = gate, loaded

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        root = name.partition(".")[0]
        partly = any(allowed.partition(".")[0] == root and allowed != root for allowed in self._gate.allowed)
        if self._gate.opens(name) or (root in self._loaded and not partly):
            return None
        if partly or _asker() == "__main__":
            raise self._gate.refuse(name)
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)  # a library that can do without it


def _asker() -> str:
    """The module whose code asks for an import, behind the import machinery."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        name = str(frame.f_globals.get("__name__", ""))
        if not name.startswith("importlib"):
            return name
        frame = frame.f_back
    return ""


class Refused:
    """Stands for something out of a refused import; whatever is done with it says which import that was."""

    def __init__(self, error: RefusedImport) -> None:
        object.__setattr__(self, "_error", error)

    def _use(self, *_: object, **__: object) -> NoReturn:
        raise object.__getattribute__(self, "_error")

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)  # what inspect, copy and callable() look for is no use of the library
        raise object.__getattribute__(self, "_error")

    __call__ = __getitem__ = __setitem__ = __iter__ = __len__ = __contains__ = __enter__ = __mro_entries__ = _use
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __matmul__ = _use
    __rmatmul__ = __pow__ = __rpow__ = __neg__ = __lt__ = __le__ = __gt__ = __ge__ = __float__ = __int__ = _use
    __array__ = __index__ = __bool__ = __setattr__ = __instancecheck__ = __or__ = __ror__ = _use
