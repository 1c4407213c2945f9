"""Answers in the shapes of the official document."""

from datetime import UTC, datetime
from typing import Any

from retaguarda.providers.pix import brcode
from retaguarda.providers.pix.money import amount_text
from retaguarda_sandbox.receivers import receiver_of
from retaguarda_sandbox.settings import SandboxSettings
from retaguarda_sandbox.store import Row


def moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def address(settings: SandboxSettings, token: str, tipo: str) -> str:
    """A location, as the codes carry it: without https://."""
    return f"{settings.public_host}/qr/v2/{'cobv/' if tipo == 'cobv' else ''}{token}"


def location(settings: SandboxSettings, row: Row) -> dict[str, Any]:
    """``row`` is of sandbox.location. PayloadLocationCompleta; without a charge PayloadLocation."""
    view = {
        "id": row["id"],
        "location": address(settings, row["token"], row["tipo"]),
        "tipoCob": row["tipo"],
        "criacao": moment(row["criacao"]),
    }
    return view | ({"txid": row["txid"]} if row["txid"] else {})


def charge(settings: SandboxSettings, row: Row, pix: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """CobGerada or CobVGerada; with ``pix``, not empty, CobCompleta or CobVCompleta.

    ``row`` is of sandbox.charge with loc_id, loc_token and loc_criacao, null when it has no location.
    """
    document, tipo = row["document"], row["tipo"]
    receiver = receiver_of(document["chave"])
    view = document | {
        "calendario": {"criacao": moment(row["criacao"])} | document["calendario"],
        "txid": row["txid"],
        "revisao": row["revisao"],
        "status": row["status"],
    }
    view.pop("loc", None)
    if row["loc_id"] is not None:
        url = address(settings, row["loc_token"], tipo)
        view["loc"] = {
            "id": row["loc_id"],
            "txid": row["txid"],
            "location": url,
            "tipoCob": tipo,
            "criacao": moment(row["loc_criacao"]),
        }
        view["location"] = url
        view["pixCopiaECola"] = brcode.dynamic(url, receiver.name, receiver.city)
    if tipo == "cobv":
        view["recebedor"] = _receiver(document["chave"])
    return view | ({"pix": pix} if pix else {})


def payload(row: Row, now: datetime, valor: dict[str, Any]) -> dict[str, Any]:
    """CobPayload or CobVPayload: what the payer's bank reads before it pays."""
    document = row["document"]
    calendar = {"criacao": moment(row["criacao"]), "apresentacao": moment(now)}
    view = document | {
        "calendario": calendar | document["calendario"],
        "txid": row["txid"],
        "revisao": row["revisao"],
        "status": row["status"],
        "valor": valor,
    }
    view.pop("loc", None)
    return view | ({"recebedor": _receiver(document["chave"])} if row["tipo"] == "cobv" else {})


def pix(row: Row, refunds: list[Row]) -> dict[str, Any]:
    """Pix. ``pagador`` goes beyond the document, as with several providers: who paid, when known."""
    view: dict[str, Any] = {
        "endToEndId": row["end_to_end_id"],
        "valor": amount_text(row["valor"]),
        "componentesValor": row["components"],
        "horario": moment(row["horario"]),
        "pagador": {
            "cpf" if len(row["payer_document"]) == 11 else "cnpj": row["payer_document"],
            "nome": row["payer_name"],
        },
    }
    if row["chave"]:  # none for a charge of Pix Automático: its money goes to an account
        view["chave"] = row["chave"]
    if row["txid"]:
        view["txid"] = row["txid"]
    if row["info"]:
        view["infoPagador"] = row["info"]
    if refunds:
        view["devolucoes"] = [refund(each) for each in refunds]
    return view


def refund(row: Row) -> dict[str, Any]:
    """Devolucao."""
    times = {"solicitacao": moment(row["solicitacao"])}
    if row["liquidacao"] is not None:
        times["liquidacao"] = moment(row["liquidacao"])
    view: dict[str, Any] = {
        "id": row["id"],
        "rtrId": row["rtr_id"],
        "valor": amount_text(row["valor"]),
        "natureza": row["natureza"],
        "horario": times,
        "status": row["status"],
    }
    return view | {name: row[name] for name in ("descricao", "motivo") if row[name]}


def page(params: dict[str, Any], number: int, size: int, total: int) -> dict[str, Any]:
    """``parametros`` of a list."""
    paging = {
        "paginaAtual": number,
        "itensPorPagina": size,
        "quantidadeDePaginas": max(-(-total // size), 1),
        "quantidadeTotalDeItens": total,
    }
    return params | {"paginacao": paging}


def _receiver(key: str) -> dict[str, Any]:
    receiver = receiver_of(key)
    return {
        "cnpj": receiver.cnpj,
        "nome": receiver.name,
        "logradouro": receiver.street,
        "cidade": receiver.city,
        "uf": receiver.state,
        "cep": receiver.postal_code,
    }
