"""The client against answers made from the official document alone, plain and odd: it was never told what a bank does."""

from contextlib import nullcontext
from typing import Any

import msgspec
import pytest

from retaguarda.providers.pix import Cob, Devolucao, Location, Pix
from retaguarda.providers.pix.answers import CobPage, LoteCobV, PixPage, Webhook
from retaguarda.providers.pix.decode_answer import decode
from retaguarda.providers.pix.recurrence_answers import (
    CobR,
    CobRPage,
    LocRec,
    LocRecPage,
    Rec,
    RecPage,
    SolicRec,
    WebhookUrl,
)
from sandbox import generated, official
from sandbox.inventory import operations

#: Whose answers the client reads, and as what. The others answer nothing, or what a payer's bank reads.
SHAPES: dict[str, type[Any]] = {
    "PUT /cob/{txid}": Cob,
    "PATCH /cob/{txid}": Cob,
    "GET /cob/{txid}": Cob,
    "GET /cob": CobPage,
    "PUT /cobv/{txid}": Cob,
    "PATCH /cobv/{txid}": Cob,
    "GET /cobv/{txid}": Cob,
    "GET /cobv": CobPage,
    "GET /lotecobv/{id}": LoteCobV,
    "POST /loc": Location,
    "GET /loc/{id}": Location,
    "DELETE /loc/{id}/txid": Location,
    "GET /pix/{e2eid}": Pix,
    "GET /pix": PixPage,
    "PUT /pix/{e2eid}/devolucao/{id}": Devolucao,
    "GET /pix/{e2eid}/devolucao/{id}": Devolucao,
    "GET /webhook/{chave}": Webhook,
    "POST /rec": Rec,
    "PATCH /rec/{idRec}": Rec,
    "GET /rec/{idRec}": Rec,
    "GET /rec": RecPage,
    "POST /solicrec": SolicRec,
    "GET /solicrec/{idSolicRec}": SolicRec,
    "PATCH /solicrec/{idSolicRec}": SolicRec,
    "PUT /cobr/{txid}": CobR,
    "POST /cobr": CobR,
    "PATCH /cobr/{txid}": CobR,
    "GET /cobr/{txid}": CobR,
    "GET /cobr": CobRPage,
    "POST /cobr/{txid}/retentativa/{data}": CobR,
    "POST /locrec": LocRec,
    "GET /locrec/{id}": LocRec,
    "DELETE /locrec/{id}/idRec": LocRec,
    "GET /locrec": LocRecPage,
    "GET /webhookrec": WebhookUrl,
    "GET /webhookcobr": WebhookUrl,
}


#: The document lets a recurrence come without its name, and nobody could do anything with it: that is not understood.
NAMELESS = {operation for operation, shape in SHAPES.items() if shape in (Rec, RecPage)}


def _named(value: Any) -> Any:
    name = "RR1234567820261120abcdefghijk"
    return {"idRec": name} | value if isinstance(value, dict) and "vinculo" in value else value


def read(operation: str, given: Any) -> Any:
    return decode(msgspec.json.encode(given), SHAPES[operation])


@pytest.mark.parametrize("operation", SHAPES)
def test_whatever_the_document_allows_is_read(operation: str) -> None:
    method, _, path = operation.partition(" ")
    for whole in (True, False):
        given = generated.answer(operation, whole=whole)
        if operation in NAMELESS:
            with pytest.raises(msgspec.ValidationError, match="idRec") if not whole else nullcontext():
                read(operation, given)
            given = generated.everywhere(given, _named)
        status = next(
            each for each in official.document()["paths"][path][method.lower()]["responses"] if each[0] == "2"
        )
        escaped = path.replace("/", "~1")
        official.check_at(
            f"/paths/{escaped}/{method.lower()}/responses/{status}/content/application~1json/schema", given
        )
        found = read(operation, given)
        # A field of tomorrow, a list of one without its brackets: the same answer.
        assert read(operation, generated.everywhere(given, generated.extended)) == found
        assert read(operation, generated.everywhere(given, generated.unlisted)) == found


def test_every_operation_is_read_or_has_nothing_that_the_client_needs() -> None:
    """Each operation that is not read here, with the reason."""
    unread = set(operations()) - set(SHAPES)
    payers = {"GET /{pixUrlAccessToken}", "GET /cobv/{pixUrlAccessToken}", "GET /rec/{recUrlAccessToken}"}
    silent = {
        each
        for each in unread - payers
        if not any(
            "content" in response
            for status, response in official.document()["paths"][each.split()[1]][each.split()[0].lower()][
                "responses"
            ].items()
            if status.startswith("2")
        )
    }
    unasked = {
        "POST /cob": "the server names its charges itself",
        "GET /lotecobv": "it knows its batches",
        "GET /loc": "it knows its locations",
        "GET /webhook": "it knows its addresses",
    }
    assert unread - payers - silent == set(unasked)
