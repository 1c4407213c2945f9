"""Open a company that has come: this installation takes its writes."""

from retaguarda.cells.freeze_company import tell
from retaguarda.cells.model import Move, Refused, newest_move
from retaguarda.cells.sign_words import read_word
from retaguarda.foundation.database import Tx
from retaguarda.foundation.typed_rows import present


async def open_company(tx: Tx, company: int, release: str) -> Move:
    """Open it by the word of the installation that has released it; again: nothing more.

    Raises:
        Refused: the company has not come, or the word is not of that key, that move and that file.
    """
    move = await newest_move(tx, company, "to")
    if move is None or move.state not in ("imported", "open"):
        raise Refused(
            "not_imported", f"company {company} {'has not come here' if move is None else f'is {move.state}'}"
        )
    word = read_word(release, move.other_key, "release")
    if (word.move, word.company, word.file) != (move.id, company, move.file_sha256):
        raise Refused("word_other", f"the word is of another move or file than {move.id}")
    if move.state == "imported":
        await tx.execute(
            "update cell_move set state = 'open', release = jsonb_build_object('note', %(release)s::text),"
            " ended_at = clock_timestamp() where id = %(id)s and role = 'to'",
            {"id": move.id, "release": release},
        )
        await tell(tx, "cells:company:opened", company, {"move": str(move.id), "from": move.other_address})
    return present(await newest_move(tx, company, "to"))
