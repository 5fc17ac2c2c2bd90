"""Tools that are functions of the site's own code (SPEC A1, A5, D3)."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, Final, Literal, TypeVar, cast, get_type_hints, overload

from pydantic import PydanticUserError, TypeAdapter, ValidationError
from pydantic.errors import PydanticSchemaGenerationError

from docsteward.base.errors import ModelFault, SiteFault
from docsteward.base.values import JsonObject, JsonValue, Level
from docsteward.toolspec.context import ToolContext
from docsteward.toolspec.docstrings import read_docstring
from docsteward.toolspec.faults import inside
from docsteward.toolspec.keys import KeyFault
from docsteward.toolspec.load import load_tool
from docsteward.toolspec.normalise import normalised
from docsteward.toolspec.tool import Tool

# The context stands here too, so that a site writes one import for both.
__all__ = ["PythonCall", "ToolContext", "tool", "tools_of"]

_F = TypeVar("_F", bound=Callable[..., Any])
_MARK: Final = "__docsteward_tool__"
_VARIADIC: Final = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


@dataclass(frozen=True, kw_only=True)
class _Marked:
    """What a function was marked with; a tool is made of it when its module is read."""

    name: str
    keys: Mapping[str, JsonValue]


@overload
def tool(function: _F, /) -> _F: ...
@overload
def tool(
    *,
    name: str = ...,
    title: str = ...,
    description: str = ...,
    label: str = ...,
    access: Level = ...,
    confirm: Literal[True, "form"] | Mapping[str, JsonValue] = ...,
    read_only: bool = ...,
    bind: Mapping[str, JsonValue] = ...,
    examples: Sequence[str] = ...,
    enabled: bool = ...,
) -> Callable[[_F], _F]: ...
def tool(
    function: Callable[..., Any] | None = None, /, *, name: str = "", **keys: Any
) -> Callable[..., Any]:
    """Mark a typed function, sync or async, as a tool; it stays the function that it is.

    The keys are those of `docsteward.yml`; name and description default to the function's own.
    Parameters come from its annotations and docstring; one annotated `ToolContext` is given
    the context. Without `read_only=True` the reader is asked before each call (SPEC A5).
    """

    def mark(marked: Callable[..., Any]) -> Callable[..., Any]:
        written = {key: _plain(value) for key, value in keys.items()}
        setattr(marked, _MARK, _Marked(name=name or marked.__name__, keys=written))
        return marked

    return mark if function is None else mark(function)


def tools_of(module: ModuleType) -> tuple[Tool, ...]:
    """Return the tools of a module, in the order in which they stand in it.

    Raises SiteFault `python_tools_invalid` with every fault of every function.
    """
    tools: list[Tool] = []
    lines: list[str] = []
    for attribute, value in list(vars(module).items()):
        marked = getattr(value, _MARK, None)
        if not isinstance(marked, _Marked) or value.__module__ != module.__name__:
            continue
        made = _tool(marked, value, f"{module.__name__}:{attribute}")
        if isinstance(made, Tool):
            tools.append(made)
        else:
            lines += [_line(module.__name__, attribute, fault) for fault in made]
    if lines:
        message = f"The module {module.__name__!r} has faults in its tools.\n" + "\n".join(lines)
        raise SiteFault("python_tools_invalid", message)
    return tuple(tools)


class PythonCall:
    """A function ready to be called with checked arguments; make one when a tool is loaded."""

    def __init__(self, function: Callable[..., Any]) -> None:
        """Raises SiteFault `python_tools_invalid` for a function that takes what no call has."""
        self.function = function
        signature = _Signature(function)
        if signature.faults:
            lines = [_line(function.__module__, function.__name__, one) for one in signature.faults]
            raise SiteFault("python_tools_invalid", "\n".join(lines))
        self._context = signature.context
        self._parameters = signature.parameters
        self._adapters = signature.adapters

    @property
    def is_async(self) -> bool:
        """Whether the function is awaited; any other belongs into a thread."""
        return inspect.iscoroutinefunction(self.function)

    def keywords(self, args: Mapping[str, JsonValue], context: ToolContext) -> dict[str, Any]:
        """Return what to call the function with: arguments as their annotated types.

        Raises ModelFault `arguments_invalid` where a type has rules that no schema tells.
        """
        found: dict[str, Any] = {}
        lines: list[str] = []
        for name, parameter in self._parameters.items():
            if name not in args and parameter.default is not inspect.Parameter.empty:
                continue
            try:
                adapter = self._adapters[name]
                found[name] = adapter.validate_python(args.get(name))
            except ValidationError as error:
                lines.extend(_pydantic_lines(name, error))
        if lines:
            message = "The arguments do not fit, nothing was run:\n" + "\n".join(lines)
            raise ModelFault("arguments_invalid", message)
        return found if self._context is None else {**found, self._context: context}


class _Signature:
    """What a function takes, apart into parameters, types and the context."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.context: str | None = None
        self.parameters: dict[str, inspect.Parameter] = {}
        self.adapters: dict[str, TypeAdapter[Any]] = {}
        self.faults: list[KeyFault] = []
        hints = self._hints(function)
        for name, parameter in inspect.signature(function).parameters.items():
            annotation = hints.get(name, inspect.Parameter.empty)
            if annotation is ToolContext:
                self.context = name
            elif fault := _parameter_fault(name, parameter, annotation):
                self.faults.append(fault)
            else:
                self._add(name, parameter, annotation)

    def _hints(self, function: Callable[..., Any]) -> dict[str, Any]:
        try:
            return get_type_hints(function, include_extras=True)
        except NameError as error:
            cure = "import it in the module, outside of 'if TYPE_CHECKING'"
            message = f"the annotations name {error.name!r}, which is not there"
            self.faults.append(KeyFault(key="parameters", message=message, cure=cure))
            return {}

    def _add(self, name: str, parameter: inspect.Parameter, annotation: Any) -> None:
        try:
            self.adapters[name] = TypeAdapter(annotation)
        except (PydanticSchemaGenerationError, PydanticUserError) as error:
            message = f"the annotation {annotation!r} has no schema ({error.code})"
            cure = "use str, int, float, bool, Literal, lists, dicts or pydantic models"
            self.faults.append(KeyFault(key=f"parameters.{name}", message=message, cure=cure))
        else:
            self.parameters[name] = parameter

    def schema(self, words: Mapping[str, str]) -> JsonObject | tuple[KeyFault, ...]:
        """Return the parameters as JSON Schema in our keywords."""
        inputs = [(name, "validation", adapter) for name, adapter in self.adapters.items()]
        schemas, rest = TypeAdapter.json_schemas(cast("Any", inputs))
        properties: JsonObject = {}
        required: list[JsonValue] = []
        for name, parameter in self.parameters.items():
            one = cast("JsonObject", dict(schemas[(cast("Any", name), "validation")]))
            if words.get(name):
                one["description"] = words[name]
            default = parameter.default
            if default is inspect.Parameter.empty:
                required.append(name)
            elif isinstance(default, str | int | float | bool):
                one.setdefault("default", default)
            properties[name] = one
        raw: JsonObject = {
            "type": "object",
            "properties": properties,
            "required": required,
            "$defs": cast("JsonObject", rest.get("$defs", {})),
        }
        made = normalised(raw, titles=False)
        return made if isinstance(made, tuple) else made.schema


def _tool(
    marked: _Marked, function: Callable[..., Any], target: str
) -> Tool | tuple[KeyFault, ...]:
    words = read_docstring(function.__doc__)
    signature = _Signature(function)
    schema = signature.schema(words.parameters)
    broken = (*signature.faults, *(schema if isinstance(schema, tuple) else ()))
    raw: JsonObject = {
        **({"description": words.text} if words.text else {}),
        **marked.keys,
        "run": {"python": target},
        "parameters": {} if isinstance(schema, tuple) else schema,
    }
    loaded = load_tool(marked.name, raw, own_spelling=True)
    if broken:
        return (*broken, *(loaded if isinstance(loaded, tuple) else ()))
    return replace(loaded, origin="python") if isinstance(loaded, Tool) else loaded


def _parameter_fault(name: str, parameter: inspect.Parameter, annotation: Any) -> KeyFault | None:
    if parameter.kind in _VARIADIC or parameter.kind is inspect.Parameter.POSITIONAL_ONLY:
        message = f"the parameter {name!r} can't be given by its name"
        cure = "name each value that a call may carry"
    elif annotation is inspect.Parameter.empty:
        message = f"the parameter {name!r} has no annotation"
        cure = "write its type, such as 'plan: str'"
    else:
        return None
    return KeyFault(key=f"parameters.{name}", message=message, cure=cure)


def _pydantic_lines(name: str, error: ValidationError) -> Iterator[str]:
    for one in error.errors(include_url=False, include_input=False, include_context=False):
        path = name
        for step in one["loc"]:
            path = inside(path, step)
        yield f"{path}: {one['msg']} ({one['type']})"


def _plain(value: Any) -> JsonValue:
    if isinstance(value, Mapping):
        written = cast("Mapping[str, Any]", value)
        return {key: _plain(one) for key, one in written.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in cast("Sequence[Any]", value)]
    return cast("JsonValue", value)


def _line(module: str, attribute: str, fault: KeyFault) -> str:
    where = f"{module}:{attribute}: " + (f"{fault.key}: " if fault.key else "")
    return f"{where}{fault.message}\n    To mend it: {fault.cure}."
