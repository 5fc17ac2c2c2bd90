"""The site's own Python: modules from beside its file, functions by name (SPEC A1, D3)."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from docsteward.base.errors import SiteFault


def module_named(name: str, folder: Path | None) -> ModuleType:
    """Import a module from the site's folder, or from where Python finds installed ones.

    The folder comes first whatever folder the process was started in, and stays last afterwards
    for what a function imports when it runs. Raises SiteFault `python_tools_invalid`.
    """
    if folder is None:
        return _imported(name, "install it")
    place = str(folder.resolve())
    sys.path.insert(0, place)
    importlib.invalidate_caches()
    try:
        module = _imported(name, f"put it into {place}, or install it")
    finally:
        sys.path.remove(place)
        if place not in sys.path:
            sys.path.append(place)
    _refuse_namesake(name, module, place)
    return module


def function_named(target: str, folder: Path | None) -> Callable[..., Any]:
    """Return the function that `module:function` names.

    Raises SiteFault `python_tools_invalid` where it is not there.
    """
    module, _, name = target.partition(":")
    function = getattr(module_named(module, folder), name, None)
    if not callable(function):
        raise SiteFault(
            "python_tools_invalid",
            f"The module {module!r} has no function {name!r}; mend 'run.python' of the tool.",
        )
    return function


def _imported(name: str, cure: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as error:
        raise SiteFault(
            "python_tools_invalid",
            f"The module {name!r} can't be imported ({type(error).__name__}: {error}); {cure}.",
        ) from error


def _refuse_namesake(name: str, module: ModuleType, place: str) -> None:
    """Refuse a module of that name that was loaded from elsewhere before the site's own."""
    top = name.partition(".")[0]
    own = PathFinder.find_spec(top, [place])
    loaded = module if top == name else sys.modules[top]
    if own is None or own.origin is None:
        return
    if getattr(loaded, "__file__", None) != own.origin:
        raise SiteFault(
            "python_tools_invalid",
            f"Another module {top!r} is loaded already, not the one of the site's folder; "
            "give yours another name.",
        )
