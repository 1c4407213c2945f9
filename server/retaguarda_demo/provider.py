"""The other side of the demo's charges: what the sandbox provider remembers of them, and the words exchanged.

With these rows a demo charge is paid, cancelled and refunded at the sandbox like any other.
"""

import binascii
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from typing import Any
from urllib.parse import quote

from retaguarda.providers.pix import brcode
from retaguarda.providers.pix.money import amount_text
from retaguarda_demo.charge_life import SECOND, Charge, Payment, Refund
from retaguarda_demo.payers import Payer
from retaguarda_demo.sheets import Sheets, moment, uuid7_at
from retaguarda_demo.timeline import REFUND_REFUSED
from retaguarda_sandbox import views
from retaguarda_sandbox.receivers import receiver_of
from retaguarda_sandbox.settings import SandboxSettings

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Connection:
    """Of pix_connection, what the demo needs of it."""

    id: str
    name: str
    base_url: str
    pix_key: str


class Codes:
    """Locations and BR Codes of one key at the sandbox: brcode.dynamic() for each would cost more than all the rest."""

    def __init__(self, settings: SandboxSettings, pix_key: str) -> None:
        token, receiver = "x" * 32, receiver_of(pix_key)
        self._address = views.address(settings, "", "cob")
        whole = brcode.dynamic(views.address(settings, token, "cob"), receiver.name, receiver.city)
        self._before, self._after = whole[:-4].split(token)
        self._crc = binascii.crc_hqx(self._before.encode(), 0xFFFF)

    def location(self, token: str) -> str:
        return self._address + token

    def br_code(self, token: str) -> str:
        rest = token + self._after
        return f"{self._before}{rest}{binascii.crc_hqx(rest.encode(), self._crc):04X}"


class Provider:
    """
    Args:
        first_location: number of the first location to make.
    """

    def __init__(self, rng: Random, settings: SandboxSettings, connection: Connection, first_location: int) -> None:
        self.sheets = Sheets()
        self.next_location = first_location
        self._rng = rng
        self._settings = settings
        self._connection = connection

    def remember(self, charge: Charge, *, worded: bool) -> None:
        """Writes what the sandbox has of a charge; ``worded``: also what was said between it and us."""
        if charge.status == "failed":
            return
        known, document = moment(charge.known_at), self._asked(charge)
        location, self.next_location = self.next_location, self.next_location + 1
        removed = charge.status == "cancelled"
        row: Body = {
            "txid": charge.txid,
            "tipo": "cob",
            "status": "REMOVIDA_PELO_USUARIO_RECEBEDOR" if removed else "CONCLUIDA" if charge.payments else "ATIVA",
            "revisao": int(removed),
            "document": document,
        }
        add = self.sheets.add
        add("sandbox.location", location, charge.token, "cob", charge.txid, known)
        add(
            "sandbox.charge",
            charge.txid,
            "cob",
            self._connection.pix_key,
            row["status"],
            row["revisao"],
            known,
            charge.asked[1] if charge.asked else None,
            document,
            document,
        )
        for revision in range(1 + int(removed)):
            add("sandbox.charge_revision", charge.txid, revision, document)
        if worded:
            at = _time(charge.known_at)
            place = {"criacao": at, "loc_id": location, "loc_token": charge.token, "loc_criacao": at}
            active = row | place | {"status": "ATIVA", "revisao": 0}
            path, made = f"/cob/{charge.txid}", views.charge(self._settings, active)
            self._out(charge.shop.company, charge.id, charge.made_at, "PUT", path, 201, document, made)
            if removed:
                asked = {"status": row["status"]}
                gone = views.charge(self._settings, row | place)
                self._out(charge.shop.company, charge.id, charge.asked_at, "PATCH", path, 200, asked, gone)
        for payment in charge.payments:
            self.remember_payment(payment, worded=worded)

    def remember_payment(self, payment: Payment, *, worded: bool) -> None:
        name, document = payment.payer
        row: Body = {
            "end_to_end_id": payment.end_to_end_id,
            "txid": payment.txid,
            "chave": self._connection.pix_key,
            "valor": payment.amount,
            "components": {"original": {"valor": amount_text(payment.amount)}},
            "horario": _time(payment.paid_at),
            "payer_name": name,
            "payer_document": document,
            "info": None,
        }
        self.sheets.add(
            "sandbox.pix",
            row["end_to_end_id"],
            # Without one a Pix came to the key alone.
            row["txid"] or None,
            row["chave"],
            row["valor"],
            row["components"],
            moment(payment.paid_at),
            name,
            document,
        )
        if worded:
            self._hear(payment, views.pix(row, []))
        for refund in payment.refunds:
            self._remember_refund(payment, refund, worded=worded)

    def _remember_refund(self, payment: Payment, refund: Refund, *, worded: bool) -> None:
        outcome = "DEVOLVIDO" if refund.settled else "NAO_REALIZADO"
        row: Body = {
            "end_to_end_id": payment.end_to_end_id,
            "id": refund.provider_id,
            "rtr_id": refund.rtr_id,
            "valor": refund.amount,
            "natureza": "ORIGINAL",
            "descricao": refund.reason,
            "status": outcome,
            "motivo": None if refund.settled else REFUND_REFUSED,
            "outcome": outcome,
            "solicitacao": moment(refund.asked_at),
            "settles_at": moment(refund.done_at),
            "liquidacao": moment(refund.done_at) if refund.settled else None,
        }
        self.sheets.add("sandbox.refund", *row.values())
        if worded and payment.charge_id:
            path = f"/pix/{payment.end_to_end_id}/devolucao/{refund.provider_id}"
            asked = {"valor": amount_text(refund.amount), "natureza": "ORIGINAL"}
            asked |= {"descricao": refund.reason} if refund.reason else {}
            row |= {"solicitacao": _time(refund.asked_at), "liquidacao": _time(refund.done_at)}
            first = views.refund(row | {"status": "EM_PROCESSAMENTO", "liquidacao": None, "motivo": None})
            last = views.refund(row if refund.settled else row | {"liquidacao": None})
            self._out(payment.company, payment.charge_id, refund.asked_at + 60, "PUT", path, 201, asked, first)
            self._out(payment.company, payment.charge_id, refund.done_at - 40, "GET", path, 200, None, last)

    def _asked(self, charge: Charge) -> Body:
        body: Body = {
            "calendario": {"expiracao": (charge.expires_at - charge.known_at) // SECOND},
            "valor": {"original": amount_text(charge.amount)},
            "chave": self._connection.pix_key,
        }
        if charge.asked:
            body["devedor"] = _person(charge.asked)
        if charge.description:
            body["solicitacaoPagador"] = charge.description
        return body

    def _hear(self, payment: Payment, said: Body) -> None:
        """A webhook told of the payment, and it was read back."""
        told = {"pix": [said]}
        at = payment.heard_at - 90
        self._message(payment.company, payment.charge_id, at, "in", "POST", "/webhooks/pix", 200, told, None, 0)
        if payment.charge_id:
            path = f"/pix/{payment.end_to_end_id}"
            self._out(payment.company, payment.charge_id, payment.heard_at - 30, "GET", path, 200, None, said)

    def _out(
        self, company: int, charge: str, at: int, method: str, path: str, status: int, request: Any, response: Any
    ) -> None:
        took = 8 + self._rng.getrandbits(5)
        url = self._connection.base_url + quote(path)
        self._message(company, charge, at, "out", method, url, status, request, response, took)

    def _message(
        self,
        company: int,
        charge: str | None,
        at: int,
        direction: str,
        method: str,
        url: str,
        status: int,
        request: Any,
        response: Any,
        took: int,
    ) -> None:
        number = uuid7_at(at, self._rng.getrandbits(80))
        line = (company, number, self._connection.id, charge, moment(at), direction, method, url, status)
        self.sheets.add("provider_message", *line, request, response, took)


def _person(payer: Payer) -> Body:
    name, document = payer
    return {"cpf" if len(document) == 11 else "cnpj": document, "nome": name}


def _time(ms: int) -> datetime:
    return datetime.fromtimestamp(ms // SECOND, UTC).replace(microsecond=ms % SECOND * 1_000)
