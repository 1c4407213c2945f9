"""A move ends by the words of both sides: each is signed, of one move and one file, and never believed otherwise."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import psycopg
import pytest

from conftest import Sql
from people import AURORA, OUTRA, Person
from retaguarda.audit.signed_notes import sign
from retaguarda.audit.signing_keys import origin_of, signing_key
from retaguarda.cells.model import Refused
from retaguarda.cells.shut_tables import owner_transaction
from retaguarda.cells.sign_words import Word, read_key, read_word, signed_word
from support.cells import FILE, OTHER_FILE, Side, charge, refusal, some_move
from support.charges import Counter, offenders


async def test_an_act_that_is_cut_short_leaves_nothing_and_is_done_again(
    counter: Counter, here: Side, there: Side, monkeypatch: pytest.MonkeyPatch, sql: Sql
) -> None:
    await counter.work()

    async def cut(module: str, act: Callable[[], Awaitable[Any]]) -> Any:
        """The act dies where it would end; then it is done."""

        async def dies(*_: Any) -> None:
            raise ConnectionAbortedError

        with monkeypatch.context() as patch:
            patch.setattr(f"retaguarda.cells.{module}.tell", dies)
            with pytest.raises(ConnectionAbortedError):
                await act()
        return await act()

    def states() -> list[tuple[Any, ...]]:
        return sql("select state from cell_move order by started_at")

    move = await cut("freeze_company", here.freeze)
    assert states() == [("frozen",)]
    assert (
        await cut("abort_move", partial(here.abort, await cut("refuse_move", partial(there.refuse, move.id))))
    ).id == move.id
    await counter.work()
    move = await here.freeze()
    await here.exported()
    receipt = await cut("import_move", partial(there.imported, move.id))
    release = await cut("release_company", partial(here.release, receipt))
    assert states() == [("aborted",), ("released",)]
    assert (await cut("open_company", partial(there.open, release))).state == "open"


async def test_words_of_another_key_move_file_or_kind_count_for_nothing(
    counter: Counter, here: Side, there: Side
) -> None:
    await counter.work()
    move = await here.freeze()
    with pytest.raises(Refused, match="company 2 is frozen"):
        await here.release("anything")
    await here.exported(OTHER_FILE)
    await here.exported()
    receipt = await there.imported(move.id)

    async def signed(by: Side, **said: Any) -> str:
        word = {"kind": "receipt", "move": move.id, "company": AURORA, "file": FILE} | said
        async with owner_transaction(by.connection) as tx:
            return (await signed_word(tx, by.keys, Word(**word))).note

    async with owner_transaction(there.connection) as tx:
        origin = await origin_of(tx)
        unknown = sign(origin, await signing_key(tx, there.keys), f'{origin}/company-move\n{{"kind":"promise"}}\n')
    line = receipt.splitlines()[1]
    for text, why in (
        (receipt.replace(FILE, OTHER_FILE), "not signed by the key"),
        (receipt.replace(line, line + " "), "not signed by the key"),
        (receipt + "\n", "not signed by the key"),
        (await signed(here), "not signed by the key"),
        ("", "not signed by the key"),
        (unknown, "do both run the same"),
        (await signed(there, kind="refusal"), "this is a refusal"),
        (await signed(there, move=some_move()), "another move or file"),
        (await signed(there, file="00" * 32), "another move or file"),
        (await signed(there, company=OUTRA), "another move or file"),
    ):
        with pytest.raises(Refused, match=why):
            await here.release(text)
    # Of a move every file that was written is its file: all hold the same rows.
    release = await here.release(await signed(there, file=OTHER_FILE))
    for text, why in (
        (release, "another move or file"),
        (receipt, "not signed by the key"),
        (await signed(here, kind="receipt"), "this is a receipt"),
        (await signed(here, kind="release", move=some_move()), "another move or file"),
    ):
        with pytest.raises(Refused, match=why):
            await there.open(text)
    with pytest.raises(Refused, match="is released"):
        await here.abort(await there.refuse(move.id))


async def test_a_checkpoint_is_no_word_and_a_key_says_whose_it_is(here: Side, there: Side) -> None:
    key = await here.key()
    assert read_key(f" {key}\n").origin == key.split("+")[0]
    for wrong in ("", "a+b", key[:-4], key.replace("+", "-"), f"x{key}", key[:-1] + "?"):
        with pytest.raises(Refused, match="no public key"):
            read_key(wrong)
    with pytest.raises(Refused, match="not signed"):
        read_word("a\nb\n", key, "release")


async def test_a_move_ends_by_the_other_side_s_refusal_alone_and_never_comes_back(
    ana: Person, counter: Counter, here: Side, there: Side, other_url: str
) -> None:
    await counter.work()
    move = await here.freeze()
    await here.exported()
    with pytest.raises(Refused, match="not signed by the key"):
        await here.abort("gone")
    refused = await there.refuse(move.id)
    assert await there.refuse(move.id) == refused
    assert refusal(await charge(ana)) == (503, "company_moving")
    for _ in range(2):
        assert (await here.abort(refused)).state == "aborted"
    assert (await charge(ana)).status_code == 201
    # The number is free there: nothing of it had come.
    with psycopg.connect(other_url, autocommit=True) as other:
        assert other.execute("select cell_shut(2)").fetchone() == (False,)
    with pytest.raises(Refused, match="is aborted"):
        await here.release(refused)
    await counter.work()
    again = await here.freeze()
    assert again.id != move.id
    with pytest.raises(Refused, match="another move"):
        await here.abort(refused)


async def test_what_came_and_was_refused_stays_closed(
    counter: Counter, here: Side, there: Side, other_url: str
) -> None:
    await counter.work()
    move = await here.freeze()
    await here.exported()
    receipt = await there.imported(move.id)
    await here.abort(await there.refuse(move.id))
    with psycopg.connect(other_url, autocommit=True) as other, pytest.raises(psycopg.Error, match="is being moved"):
        other.execute("update company set name = 'x' where id = 2")
    with pytest.raises(Refused, match="is aborted"):
        await here.release(receipt)
    assert offenders(other_url) == {}
