"""Compare a new list of banks with the book, and take it over: nothing is deleted, what the list lacks is marked."""

from collections.abc import Iterable, Sequence

import msgspec

from retaguarda.bank_book.queries import fold
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.json_text import json_text

#: A list that drops more than one in so many of the banks is cut off, and not a new list.
_MOST_DROPPED = 5


class _FileEntry(msgspec.Struct):
    """One bank in the field names of the list (guibranco/BancosBrasileiros, data/bancos.json)."""

    ISPB: str
    COMPE: str | None = None
    LongName: str | None = None
    ShortName: str | None = None
    PixType: str | None = None
    Network: str | None = None


class ListedBank(msgspec.Struct, frozen=True):
    """A bank as a list tells of it. ``ted``: it takes part in STR."""

    ispb: str
    compe: str | None
    name: str
    long_name: str
    pix: bool
    ted: bool


class BankDifference(msgspec.Struct):
    """A bank that the list has differently: the names of its fields, and what stood there and would stand there."""

    ispb: str
    name: str
    fields: list[str]
    before: list[str]
    after: list[str]


class ListRevision(msgspec.Struct):
    """What a list changes in the book. ``same``: how many banks stay as they are."""

    added: list[ListedBank]
    changed: list[BankDifference]
    removed: list[ListedBank]
    same: int


def read_list(content: str) -> list[ListedBank]:
    """Read the list's file.

    Raises:
        ApiError: 400 ``content``: no such file, a bank without or with a wrong code, or the same code twice.
    """
    try:
        entries = msgspec.json.decode(content.removeprefix("\ufeff").encode(), type=list[_FileEntry])
    except (msgspec.MsgspecError, UnicodeEncodeError):
        raise invalid_field("content", "bank_list_invalid", "content is no list of banks as JSON") from None
    banks = [_bank(entry) for entry in entries]
    if len({bank.ispb for bank in banks}) != len(banks):
        raise invalid_field("content", "bank_list_doubled", "content names an ISPB twice")
    return banks


def _bank(entry: _FileEntry) -> ListedBank:
    ispb, compe = entry.ISPB.strip().upper(), (entry.COMPE or "").strip() or None
    name = (entry.ShortName or entry.LongName or "").strip()
    long_name = (entry.LongName or name).strip()
    codes = len(ispb) == 8 and ispb.isascii() and ispb.isalnum()
    codes = codes and (compe is None or (len(compe) == 3 and compe.isascii() and compe.isdigit()))
    if not codes or not 1 <= len(name) <= 200 or len(long_name) > 200 or not (name + long_name).isprintable():
        raise invalid_field("content", "bank_list_invalid", f"content: the bank {entry.ISPB[:20]!r} has a wrong field")
    return ListedBank(ispb, compe, name, long_name, bool(entry.PixType), bool(entry.Network))


async def compare_list(tx: Tx, banks: Sequence[ListedBank]) -> ListRevision:
    """Say what the list would change.

    Raises:
        ApiError: 400 ``content`` when it lacks so many banks that it must be cut off.
    """
    rows = await tx.all("select ispb, compe, name, long_name, pix, ted from bank where listed order by ispb")
    known = {bank.ispb: bank for bank in msgspec.convert(rows, list[ListedBank])}
    given = {bank.ispb for bank in banks}
    removed = [bank for ispb, bank in known.items() if ispb not in given]
    if len(removed) * _MOST_DROPPED > len(known):
        raise invalid_field("content", "bank_list_short", f"content lacks {len(removed)} of {len(known)} banks")
    changed = [_difference(known[bank.ispb], bank) for bank in banks if known.get(bank.ispb, bank) != bank]
    added = [bank for bank in banks if bank.ispb not in known]
    return ListRevision(added, changed, removed, len(banks) - len(changed) - len(added))


def _difference(before: ListedBank, after: ListedBank) -> BankDifference:
    old, new = msgspec.structs.asdict(before), msgspec.structs.asdict(after)
    fields = [name for name, value in new.items() if old[name] != value]
    return BankDifference(
        after.ispb, after.name, fields, [_text(old[name]) for name in fields], [_text(new[name]) for name in fields]
    )


def _text(value: str | bool | None) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value).lower()


async def take_list(tx: Tx, banks: Iterable[ListedBank]) -> None:
    """Write the list into the book. What it lacks is no longer listed; account rules stay."""
    entries = [msgspec.structs.asdict(bank) | {"words": fold(f"{bank.name} {bank.long_name}")} for bank in banks]
    await tx.execute(
        "with given as (select * from jsonb_to_recordset(%(banks)s::jsonb)"
        " as x (ispb text, compe text, name text, long_name text, words text, pix boolean, ted boolean)),"
        " gone as (update bank set listed = false, updated_at = now()"
        " where listed and ispb not in (select ispb from given))"
        " insert into bank (ispb, compe, name, long_name, words, pix, ted)"
        " select ispb, compe, name, long_name, words, pix, ted from given"
        " on conflict (ispb) do update set compe = excluded.compe, name = excluded.name, long_name = excluded.long_name,"
        " words = excluded.words, pix = excluded.pix, ted = excluded.ted, listed = true, updated_at = now()"
        " where (bank.compe, bank.name, bank.long_name, bank.pix, bank.ted, bank.listed) is distinct from"
        " (excluded.compe, excluded.name, excluded.long_name, excluded.pix, excluded.ted, true)",
        {"banks": json_text(entries)},
    )


async def set_account_rule(tx: Tx, ispb: str, rule: msgspec.Struct) -> None:
    """Write what accounts of a bank look like; ``rule`` is an AccountRule."""
    await tx.execute(
        "update bank set branch_most = %(branch_most)s, number_least = %(number_least)s, number_most = %(number_most)s,"
        " digit_rule = %(digit_rule)s, updated_at = now() where ispb = %(ispb)s",
        msgspec.structs.asdict(rule) | {"ispb": ispb},
    )
