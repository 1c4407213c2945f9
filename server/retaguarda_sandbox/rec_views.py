"""Answers about Pix Automático in the shapes of the official document."""

from datetime import datetime
from typing import Any

from retaguarda.providers.pix.brcode import BrCode
from retaguarda.providers.pix.due import day_of
from retaguarda.providers.pix.money import amount_text
from retaguarda_sandbox import views
from retaguarda_sandbox.receivers import Receiver, receiver_of
from retaguarda_sandbox.settings import SANDBOX_KEY, SandboxSettings
from retaguarda_sandbox.store import Row


def owner() -> Receiver:
    """Whose account all recurrences here belong to: one bank's client is one receiver."""
    return receiver_of(SANDBOX_KEY)


def update(status: str, at: datetime) -> dict[str, str]:
    return {"status": status, "data": views.moment(at)}


def location(settings: SandboxSettings, row: Row) -> dict[str, Any]:
    view = {
        "id": row["id"],
        "location": f"{settings.public_host}/qr/v2/rec/{row['token']}",
        "criacao": views.moment(row["criacao"]),
    }
    return view | ({"idRec": row["id_rec"]} if row["id_rec"] else {})


def rec(
    settings: SandboxSettings, row: Row, requests: list[Row] | None = None, charge: Row | None = None
) -> dict[str, Any]:
    """RecGerada; with ``requests`` RecCompleta. ``charge``: whose code also offers the recurrence (with its loc_token)."""
    receiver = owner()
    principal: dict[str, Any] = {"cnpj": receiver.cnpj, "nome": receiver.name}
    document = row["document"]
    activation: dict[str, Any] = {"tipoJornada": row["jornada"]}
    if row["txid"]:
        activation["dadosJornada"] = {"txid": row["txid"]}
    view = {
        name: document[name] for name in ("vinculo", "calendario", "valor", "politicaRetentativa") if name in document
    }
    view |= {
        "idRec": row["id_rec"],
        "status": row["status"],
        "recebedor": principal | ({"convenio": row["convenio"]} if row["convenio"] else {}),
        "ativacao": activation,
        "atualizacao": row["atualizacao"],
    }
    for name in ("pagador", "encerramento"):
        if row[name]:
            view[name] = row[name]
    if row["loc_id"] is not None:
        where = {"id": row["loc_id"], "token": row["loc_token"], "criacao": row["loc_criacao"], "id_rec": row["id_rec"]}
        view["loc"] = location(settings, where)
        if row["status"] in ("CRIADA", "APROVADA"):
            view["dadosQR"] = _code(settings, row, charge)
    if requests:
        view["solicitacao"] = [solicrec(settings, each, row) for each in requests]
    return view


def _code(settings: SandboxSettings, row: Row, charge: Row | None) -> dict[str, str]:
    receiver = owner()
    address = f"{settings.public_host}/qr/v2/rec/{row['loc_token']}"
    url = views.address(settings, charge["loc_token"], charge["tipo"]) if charge else ""
    journey = "JORNADA_2" if charge is None else "JORNADA_3" if row["txid"] else "JORNADA_4"
    code = BrCode(receiver.name, receiver.city, url=url, once=bool(url), recurrence_url=address)
    return {"jornada": journey, "pixCopiaECola": code.encode()}


def payload(settings: SandboxSettings, row: Row) -> dict[str, Any]:
    """RecPayload: what the payer's bank reads."""
    receiver = owner()
    document = row["document"]
    view = {
        name: document[name] for name in ("vinculo", "calendario", "valor", "politicaRetentativa") if name in document
    }
    return view | {
        "idRec": row["id_rec"],
        "recebedor": {"cnpj": receiver.cnpj, "nome": receiver.name, "ispbParticipante": settings.ispb},
        "atualizacao": row["atualizacao"],
    }


def rec_notice(row: Row) -> dict[str, Any]:
    view: dict[str, Any] = {"idRec": row["id_rec"], "status": row["status"], "atualizacao": row["atualizacao"]}
    if row["encerramento"]:
        view["encerramento"] = row["encerramento"]
    data = {"dadosJornada": {"txid": row["txid"]}} if row["txid"] else {}
    return view | {"ativacao": {"tipoJornada": row["jornada"]} | data}


def solicrec(settings: SandboxSettings, row: Row, parent: Row) -> dict[str, Any]:
    """SolicRecCompleta."""
    return row["document"] | {
        "idSolicRec": row["id_solic_rec"],
        "idRec": row["id_rec"],
        "status": row["status"],
        "atualizacao": row["atualizacao"],
        "recPayload": payload(settings, parent),
    }


def cobr(row: Row, attempts: list[Row], payments: list[Row]) -> dict[str, Any]:
    """CobRCompleta; without attempts and payments CobRGerada."""
    document = row["document"]
    view = document | {
        "txid": row["txid"],
        "status": row["status"],
        "calendario": {"criacao": day_of(row["criacao"]).isoformat()} | document["calendario"],
        "politicaRetentativa": row["politica"],
        "atualizacao": row["atualizacao"],
    }
    return view | _more(row, attempts, payments)


def cobr_notice(row: Row, attempts: list[Row], payments: list[Row]) -> dict[str, Any]:
    view = {"idRec": row["id_rec"], "txid": row["txid"], "status": row["status"], "atualizacao": row["atualizacao"]}
    return view | _more(row, attempts, payments)


def _more(row: Row, attempts: list[Row], payments: list[Row]) -> dict[str, Any]:
    view: dict[str, Any] = {}
    if row["encerramento"]:
        view["encerramento"] = row["encerramento"]
    if attempts:
        view["tentativas"] = [_attempt(each) for each in attempts]
    if payments:
        view["pix"] = [
            {
                "endToEndId": each["end_to_end_id"],
                "txid": each["txid"],
                "valor": amount_text(each["valor"]),
                "horario": views.moment(each["horario"]),
            }
            for each in payments
        ]
    return view


def _attempt(row: Row) -> dict[str, Any]:
    view = {
        "dataLiquidacao": row["data"].isoformat(),
        "tipo": row["tipo"],
        "endToEndId": row["end_to_end_id"],
        "status": row["status"],
        "atualizacao": row["atualizacao"],
    }
    return view | ({"rejeicao": row["rejeicao"]} if row["rejeicao"] else {})
