"""The XML of the DICT API, read and written: elements with text, elements with elements, nothing else.

Signatures are not made here: requests leave unsigned and answers' signatures are not looked at (docs/decisions/med.md).
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID
from xml.etree import ElementTree

from retaguarda.providers.pix.money import amount_text

MEDIA_TYPE = "application/xml"
#: What XML 1.0 cannot carry, whatever the entity.
_UNSENDABLE = {number: None for number in range(32) if number not in (9, 10, 13)}


class WireError(ValueError):
    """``str()`` says what is wrong and where."""


def written(name: str, fields: Mapping[str, Any]) -> bytes:
    """An element as a document. A value is a text, a mapping (elements in it) or a list of (name, mapping, text, or
    text with attributes); None is left out."""
    return ElementTree.tostring(_element(name, fields), encoding="utf-8", xml_declaration=True)


def _element(name: str, fields: Mapping[str, Any]) -> ElementTree.Element:
    element = ElementTree.Element(name)
    for key, value in fields.items():
        if value is None:
            continue
        if isinstance(value, Mapping):
            element.append(_element(key, value))
        elif isinstance(value, Sequence) and not isinstance(value, str):
            inner = ElementTree.SubElement(element, key)
            inner.extend(_item(one, given) for one, given in value)
        else:
            ElementTree.SubElement(element, key).text = str(value).translate(_UNSENDABLE)
    return element


def _item(name: str, given: Any) -> ElementTree.Element:
    """An element of a list: with elements in it, or with attributes and a text."""
    if isinstance(given, Mapping):
        return _element(name, given)
    text, attributes = given if isinstance(given, tuple) else (given, {})
    element = ElementTree.Element(name, attributes)
    element.text = str(text).translate(_UNSENDABLE) or None
    return element


def parsed(content: bytes, name: str) -> ElementTree.Element:
    """The document's root, which must be of this name.

    Raises:
        WireError: it is no XML, has a document type (and with it entities), or is another document.
    """
    try:
        # Read as text first: in another encoding a document type would look otherwise.
        given = content.decode()
        if "<!" in given.replace("<!--", "").replace("<![CDATA[", ""):
            raise WireError("a document type is not taken")
        root = ElementTree.fromstring(given)  # noqa: S314  (it declares nothing, see above)
    except (ElementTree.ParseError, UnicodeDecodeError) as error:
        raise WireError(f"not XML in UTF-8: {error}") from None
    if local(root) != name:
        raise WireError(f"expected {name}, got {local(root)[:80]}")
    return root


def local(element: ElementTree.Element) -> str:
    """An element's name without its namespace."""
    return element.tag.rpartition("}")[2]


def child(element: ElementTree.Element, name: str) -> ElementTree.Element | None:
    return next((each for each in element if local(each) == name), None)


def text(element: ElementTree.Element, name: str, default: str | None = None) -> str:
    """
    Raises:
        WireError: there is no such element and no default.
    """
    found = child(element, name)
    if found is None or found.text is None:
        if default is None:
            raise WireError(f"{local(element)} has no {name}")
        return default
    return found.text.strip()


def one_of(element: ElementTree.Element, name: str, allowed: Sequence[str]) -> Any:
    """
    Raises:
        WireError
    """
    found = text(element, name)
    if found not in allowed:
        raise WireError(f"{name} is {found[:40]!r}")
    return found


def number(element: ElementTree.Element, name: str) -> UUID:
    """
    Raises:
        WireError
    """
    try:
        return UUID(text(element, name))
    except ValueError:
        raise WireError(f"{name} is no UUID") from None


def moment(element: ElementTree.Element, name: str) -> datetime:
    """
    Raises:
        WireError: also for a time without its zone.
    """
    found = text(element, name)
    try:
        at = datetime.fromisoformat(found)
    except ValueError:
        raise WireError(f"{name} is no time: {found[:40]!r}") from None
    if at.tzinfo is None:
        raise WireError(f"{name} has no time zone")
    return at


def time_text(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def money_text(amount: int) -> str:
    """Centavos as RefundAmount carries them: 100.00."""
    return amount_text(amount)
