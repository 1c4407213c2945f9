"""Finds the route of a request by its path and method.

A path without parameters is looked up whole; the others part by part, where a part that stands in a template goes before a
parameter. What a path is not by then it is not: nothing is tried twice.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

_SLASHES = re.compile("//+")
_PARAMETER = re.compile(r"{(\w+):str}")


class PathUnknown(Exception):
    """No route has this path."""


class MethodUnknown(Exception):
    """The path has routes, none of this method. ``allowed`` are those it has."""

    def __init__(self, allowed: Iterable[str]) -> None:
        super().__init__()
        self.allowed = sorted(allowed)


@dataclass(slots=True)
class _Node:
    """A place in the tree of paths; ``methods`` → path template, where routes end here."""

    parts: dict[str, "_Node"] = field(default_factory=dict[str, "_Node"])
    parameter: "_Node | None" = None
    methods: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Match:
    """``template``: the path of the route; ``path``: that of the request, with single slashes and none at the end."""

    template: str
    path: str
    params: dict[str, str]


class Router:
    def __init__(self, routes: Iterable[tuple[str, str]]) -> None:
        """Takes pairs of method and path template: /v1/payin/charges/{id:str}."""
        self._plain = dict[str, dict[str, str]]()
        self._root = _Node()
        for method, template in routes:
            if "{" not in template:
                self._plain.setdefault(template, {})[method] = template
                continue
            node = self._root
            for part in template.split("/")[1:]:
                if _PARAMETER.fullmatch(part):
                    if node.parameter is None:
                        node.parameter = _Node()
                    node = node.parameter
                else:
                    node = node.parts.setdefault(part, _Node())
            node.methods[method] = template

    def find(self, method: str, raw: str) -> Match:
        """
        Raises:
            PathUnknown
            MethodUnknown
        """
        path = _SLASHES.sub("/", f"/{raw.strip('/')}")
        methods, values = self._plain.get(path), list[str]()
        if methods is None:
            methods = self._walk(path, values)
        template = methods.get(method)
        if template is None:
            raise MethodUnknown(methods)
        return Match(template, path, dict(zip(_names(template), values, strict=True)))

    def _walk(self, path: str, values: list[str]) -> dict[str, str]:
        node = self._root
        for part in path.split("/")[1:]:
            if (named := node.parts.get(part)) is not None:
                node = named
            elif node.parameter is not None:
                node = node.parameter
                values.append(part)
            else:
                raise PathUnknown
        if not node.methods:
            raise PathUnknown
        return node.methods


@cache
def _names(template: str) -> tuple[str, ...]:
    return tuple(_PARAMETER.findall(template))
