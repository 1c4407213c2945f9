"""Reads what COAF answers to a file: receipts and errors, by our own number of each communication."""

import re
from typing import NamedTuple
from xml.etree import ElementTree

from retaguarda.foundation.errors import invalid_field

#: A document type could name entities that grow, or files of this machine.
_DOCTYPE = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)


class Receipt(NamedTuple):
    origin: str
    coaf_number: str
    authentication: str


class Refusal(NamedTuple):
    origin: str
    code: str
    text: str


class CoafAnswer(NamedTuple):
    receipts: list[Receipt]
    refusals: list[Refusal]


def parse_answer(content: bytes) -> CoafAnswer:
    """
    Raises:
        ApiError: 400 ``answer_invalid``: no XML, a document type, or neither receipt nor error inside.
    """
    if _DOCTYPE.search(content) or b"\0" in content:
        raise invalid_field("xml", "answer_invalid", "an answer has no document type and no zero character")
    try:
        root = ElementTree.fromstring(content)  # noqa: S314  (no document type, see above)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise invalid_field("xml", "answer_invalid", f"this is no XML: {error}") from None
    receipts = [
        Receipt(_text(each, "NUMEROORIGEM"), _text(each, "NUMEROCOAF"), _text(each, "AUTENTICACAO"))
        for each in root.iter()
        if each.find("NUMEROORIGEM") is not None and each.find("NUMEROCOAF") is not None
    ]
    refusals = [
        Refusal(_text(each, "COMUNICACAOORIGEM"), _text(each, "ERRO")[:20], _text(each, "DESCRICAO")[:500])
        for each in root.iter("MENSAGEM")
    ]
    if not receipts and not refusals:
        raise invalid_field("xml", "answer_invalid", "there is neither a receipt nor an error in it")
    if any(not each.coaf_number or not each.authentication for each in receipts):
        raise invalid_field("xml", "answer_invalid", "a receipt has no number or no authentication")
    return CoafAnswer(receipts, refusals)


def _text(element: ElementTree.Element, name: str) -> str:
    found = element.find(name)
    return "" if found is None or found.text is None else found.text.strip()
