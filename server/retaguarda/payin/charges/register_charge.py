"""Builds and sends a charge's requests to the provider: /cob for an immediate charge, /cobv for one with a due date."""

from retaguarda.foundation.documents import parse
from retaguarda.foundation.typed_rows import present
from retaguarda.payin.charges.revision import Revision
from retaguarda.payin.rows import ChargeRow
from retaguarda.providers.pix import Cob, CobRevisada, CobSolicitada, CobVSolicitada, Devedor, PixClient, PixProblem


async def put_once(client: PixClient, row: ChargeRow, pix_key: str) -> Cob:
    """Create the charge at the provider; where an earlier try created it and its response was lost, return that one."""
    try:
        if row.kind == "due":
            return await client.put_cobv(row.txid, with_due_date(row, pix_key))
        return await client.put_cob(row.txid, _immediate(row, pix_key))
    except PixProblem as refused:
        try:
            found = await get(client, row)
        except PixProblem:
            raise refused from None
        if int(found.valor.original) != row.amount:
            raise refused from None
        return found


async def get(client: PixClient, row: ChargeRow) -> Cob:
    return await (client.get_cobv if row.kind == "due" else client.get_cob)(row.txid)


async def withdraw(client: PixClient, row: ChargeRow) -> Cob:
    return await (client.cancel_cobv if row.kind == "due" else client.cancel_cob)(row.txid)


def change(now: Revision, wanted: Revision) -> CobRevisada:
    """Build the request that changes only the fields that differ."""
    terms = {name: term for name, term in wanted.terms.items() if now.terms.get(name) != term}
    due_changed = (now.due_date, now.valid_days) != (wanted.due_date, wanted.valid_days)
    return CobRevisada(
        valor=wanted.amount if wanted.amount != now.amount else None,
        vencimento=wanted.due_date if due_changed else None,
        validade=wanted.valid_days if due_changed else None,
        termos=terms or None,
        solicitacao_pagador=wanted.description if wanted.description != now.description else None,
    )


def _immediate(row: ChargeRow, pix_key: str) -> CobSolicitada:
    return CobSolicitada(
        chave=pix_key,
        valor=row.amount,
        expiracao=round((row.expires_at - row.created_at).total_seconds()),
        devedor=Devedor(parse(row.payer_document), present(row.payer_name)) if row.payer_document else None,
        solicitacao_pagador=row.description or "",
    )


def with_due_date(row: ChargeRow, pix_key: str) -> CobVSolicitada:
    return CobVSolicitada(
        chave=pix_key,
        valor=row.amount,
        vencimento=present(row.due_date),
        validade=present(row.valid_days),
        devedor=Devedor(parse(present(row.payer_document)), present(row.payer_name), **(row.payer_address or {})),
        solicitacao_pagador=row.description or "",
        **row.terms,
    )
