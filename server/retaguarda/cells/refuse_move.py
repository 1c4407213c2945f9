"""Refuse a move for good: the installation that the company comes from may take its writes again."""

from uuid import UUID

from retaguarda.cells.freeze_company import tell
from retaguarda.cells.model import Refused, Signed, move_under
from retaguarda.cells.sign_words import Word, read_key, signed_word
from retaguarda.foundation.database import Tx
from retaguarda.foundation.keys import Keys


async def refuse_move(tx: Tx, keys: Keys, move: UUID, company: int, address: str, their_key: str) -> Signed:
    """Refuse it, whether its file has come or not, and return the word that says so; again: the same. What has come stays here, closed.

    Raises:
        Refused: the company is open here, or the move is another company's.
    """
    read_key(their_key)
    await tx.value("select cell_lock(%(company)s, true)", {"company": company})
    before = await move_under(tx, move, "to")
    if before is not None and (before.company_id != company or before.state == "open"):
        raise Refused(
            "open_already", f"the move {move} is of company {before.company_id}, which is {before.state} here"
        )
    if before is not None and before.refusal is not None:
        return before.refusal
    file = "" if before is None else before.file_sha256 or ""
    refusal = await signed_word(tx, keys, Word(kind="refusal", move=move, company=company, file=file))
    await tx.execute(
        "insert into cell_move (id, company_id, role, state, other_address, other_key, refusal, ended_at)"
        " values (%(id)s, %(company)s, 'to', 'refused', %(address)s, %(key)s, jsonb_build_object('note', %(note)s::text),"
        " clock_timestamp())"
        " on conflict (id, role) do update set state = 'refused', refusal = excluded.refusal, ended_at = excluded.ended_at",
        {"id": move, "company": company, "address": address, "key": their_key, "note": refusal.note},
    )
    await tell(tx, "cells:company:refused", company, {"move": str(move), "from": address})
    return refusal
