"""Let a company go: from here on this installation answers for it with the address of the other one."""

from retaguarda.cells.freeze_company import tell
from retaguarda.cells.model import Refused, Signed, newest_move
from retaguarda.cells.sign_words import Word, read_word, signed_word
from retaguarda.foundation.database import Tx
from retaguarda.foundation.keys import Keys


async def release_company(tx: Tx, keys: Keys, company: int, receipt: str) -> Signed:
    """Release it by the receipt of the other installation, and return the word that lets that one open it; again: the same.

    Raises:
        Refused: the company is not exported, or the receipt is not of that key, that move and a file of it.
    """
    move = await newest_move(tx, company, "from")
    if move is None or move.state not in ("exported", "released"):
        raise Refused("not_exported", f"company {company} is {'not frozen' if move is None else move.state}")
    word = read_word(receipt, move.other_key, "receipt")
    if (word.move, word.company) != (move.id, company) or word.file not in move.files:
        raise Refused("word_other", f"the receipt is of another move or file than {move.id}")
    if move.release is not None:
        return move.release
    release = await signed_word(tx, keys, Word(kind="release", move=move.id, company=company, file=word.file))
    await tx.execute(
        "update cell_move set state = 'released', file_sha256 = %(file)s, receipt = jsonb_build_object('note', %(receipt)s::text),"
        " release = jsonb_build_object('note', %(release)s::text), ended_at = clock_timestamp()"
        " where id = %(id)s and role = 'from'",
        {"id": move.id, "file": word.file, "receipt": receipt, "release": release.note},
    )
    await tell(
        tx, "cells:company:released", company, {"move": str(move.id), "file": word.file, "to": move.other_address}
    )
    return release
