"""Checks a document against an XML schema of the kind that the Central Bank publishes.

It knows what those use: sequences of elements with their numbers, attributes, unique keys left to the writer, and simple types
with facets (W3C XML Schema 1.0, parts 1 and 2). A facet that it does not know is an error, never a pass.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import cached_property
from pathlib import Path

_XS = "{http://www.w3.org/2001/XMLSchema}"
_NUMBERS = {"xs:integer", "xs:decimal"}


class Schema:
    """One schema file."""

    def __init__(self, path: Path) -> None:
        self._root = ET.fromstring(path.read_bytes().removeprefix(b"\xef\xbb\xbf"))  # noqa: S314  (a file of the program)

    @cached_property
    def _named(self) -> Mapping[str, ET.Element]:
        return {each.get("name", ""): each for each in self._root}

    def problems(self, document: bytes) -> list[str]:
        """Returns what is wrong with a document, as ``path: problem``; nothing where it is valid."""
        root = ET.fromstring(document)  # noqa: S314  (we have just written it)
        declared = self._named.get(root.tag)
        if declared is None:
            return [f"{root.tag}: no such element"]
        return list(self._element(root, declared.get("type", ""), root.tag))

    def _element(self, element: ET.Element, kind: str, path: str) -> Iterator[str]:
        declared = self._named.get(kind)
        if declared is None:
            yield f"{path}: no such type {kind}"
        elif declared.tag == f"{_XS}simpleType":
            yield from self._value(element.text or "", kind, path)
        else:
            yield from self._attributes(element, declared, path)
            yield from self._children(element, declared, path)

    def _attributes(self, element: ET.Element, declared: ET.Element, path: str) -> Iterator[str]:
        known = {each.get("name", ""): each for each in declared.iter(f"{_XS}attribute")}
        for name, each in known.items():
            if name in element.attrib:
                yield from self._value(element.attrib[name], each.get("type", ""), f"{path}@{name}")
            elif each.get("use") == "required":
                yield f"{path}@{name}: required"
        for name in element.attrib.keys() - known.keys():
            yield f"{path}@{name}: not known"

    def _children(self, element: ET.Element, declared: ET.Element, path: str) -> Iterator[str]:
        children = list(element)
        for each in declared.iter(f"{_XS}element"):
            name = each.get("ref") or each.get("name", "")
            kind = each.get("type") or self._named[name].get("type", "")
            least, most = int(each.get("minOccurs", "1")), int(each.get("maxOccurs", "1"))
            found = 0
            while children and children[0].tag == name:
                yield from self._element(children.pop(0), kind, f"{path}/{name}")
                found += 1
            if not least <= found <= most:
                yield f"{path}/{name}: {found} of them, not {least} to {most}"
        for each in children:
            yield f"{path}/{each.tag}: not here"

    def _value(self, text: str, kind: str, path: str) -> Iterator[str]:
        restriction = self._named[kind].find(f"{_XS}restriction")
        assert restriction is not None
        value, base = " ".join(text.split()), restriction.get("base", "")
        number = _number(value) if base in _NUMBERS else None
        if base in _NUMBERS and number is None:
            yield f"{path}: {value!r} is no number"
            return
        if base == "xs:date" and not _is_day(value):
            yield f"{path}: {value!r} is no day"
            return
        choices = [each.get("value") for each in restriction.findall(f"{_XS}enumeration")]
        if choices and value not in choices:
            yield f"{path}: {value!r} is not allowed"
        for facet in restriction:
            name = facet.tag.removeprefix(_XS)
            if name not in ("enumeration", "whiteSpace") and not _holds(name, facet.get("value", ""), value, number):
                yield f"{path}: {value!r} breaks {name}"


def _number(text: str) -> Decimal | None:
    try:
        return Decimal(text)
    except InvalidOperation:
        return None


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _holds(facet: str, limit: str, text: str, number: Decimal | None) -> bool:
    if facet in ("minInclusive", "maxInclusive", "minExclusive", "maxExclusive"):
        # Days and years of four digits stand in the order of their letters.
        one, other = (text, limit) if number is None else (number, Decimal(limit))
        order = (one > other) - (one < other)  # pyright: ignore[reportOperatorIssue]
        return {"minI": order >= 0, "maxI": order <= 0, "minE": order > 0, "maxE": order < 0}[facet[:4]]
    match facet:
        case "pattern":
            return re.fullmatch(limit, text) is not None
        case "maxLength":
            return len(text) <= int(limit)
        case "minLength":
            return len(text) >= int(limit)
        case "totalDigits":
            return number is not None and len(number.normalize().as_tuple().digits) <= int(limit)
        case "fractionDigits":
            exponent = 0 if number is None else number.normalize().as_tuple().exponent
            return isinstance(exponent, int) and -exponent <= int(limit)
        case _:
            return False
