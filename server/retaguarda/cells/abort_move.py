"""End a move that the other installation has refused: the company is open here again."""

from retaguarda.cells.freeze_company import tell
from retaguarda.cells.model import Move, Refused, newest_move
from retaguarda.cells.sign_words import read_word
from retaguarda.foundation.database import Tx
from retaguarda.foundation.typed_rows import present


async def abort_move(tx: Tx, company: int, refusal: str) -> Move:
    """Abort it by the other installation's word; again: nothing more.

    Raises:
        Refused: the company stands in no move that could be aborted, or the word is not of that key and that move.
    """
    move = await newest_move(tx, company, "from")
    if move is None or move.state == "released":
        raise Refused("not_frozen", f"company {company} is {'not frozen' if move is None else 'released'}")
    word = read_word(refusal, move.other_key, "refusal")
    if (word.move, word.company) != (move.id, company):
        raise Refused("word_other", f"the word is of another move than {move.id}")
    if move.state != "aborted":
        await tx.execute(
            "update cell_move set state = 'aborted', refusal = jsonb_build_object('note', %(refusal)s::text),"
            " ended_at = clock_timestamp() where id = %(id)s and role = 'from'",
            {"id": move.id, "refusal": refusal},
        )
        await tell(tx, "cells:company:aborted", company, {"move": str(move.id), "to": move.other_address})
    return present(await newest_move(tx, company, "from"))
