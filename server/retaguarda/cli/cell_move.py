"""One command that moves a company: it does each act on both installations, in order, from the one that was not done yet."""

import os
import shlex
from pathlib import Path

from retaguarda.cells.model import Move, Refused, newest_move
from retaguarda.cells.shut_tables import owner_transaction
from retaguarda.cells.write_map import places, written
from retaguarda.cli.cell_acts import Acting, abort_here, export_here, freeze_here, own_public_key, release_here
from retaguarda.cli.cell_options import STDIN
from retaguarda.cli.other_installation import MoveKeys, OtherInstallation, read_keys


async def move_company(act: Acting) -> None:
    """All acts in their order, from the one that was not done yet: what is known of them is what the two databases say."""
    options, other = act.options, OtherInstallation(shlex.split(act.options.there))
    if options.back:
        await _move_back(act, other)
        return
    move = await _leaving(act)
    if move is None or move.release is None:
        options.folder.mkdir(mode=0o700, exist_ok=True)
        keys = _move_keys(other, options.folder / "keys")
        _told("frozen here", (await freeze_here(act, keys.signs)).id)
        exported = await export_here(act, keys.recipient, options.folder / "company")
        _told("exported", exported.sha256)
        came_from = ("--from", act.settings.address, "--their-key", await own_public_key(act))
        receipt = other.act(
            "import", str(options.company), STDIN, "--sealed-key", keys.sealed, *came_from, file=exported.path
        )
        _told("imported there")
        release = await release_here(act, receipt)
    else:
        release = move.release
    _told("released here")
    other.act("open", str(options.company), STDIN, word=release.note)
    _told("open there", options.to)
    if options.map:
        await _write_map(act, options.map)


def _told(*facts: object) -> None:
    print(*facts, flush=True)


async def _move_back(act: Acting, other: OtherInstallation) -> None:
    """The other installation refuses the move for good, and the company is open here again."""
    move = await _leaving(act)
    if move is None or move.state not in ("frozen", "exported"):
        raise Refused("not_frozen", f"company {act.options.company} is {'not frozen' if move is None else move.state}")
    came_from = ("--from", act.settings.address, "--their-key", await own_public_key(act))
    refusal = other.act("refuse", str(act.options.company), str(move.id), *came_from)
    _told("refused there", move.id)
    aborted = await abort_here(act, refusal)
    _told(f"company {aborted.company_id} is open here again")


async def _leaving(act: Acting) -> Move | None:
    async with owner_transaction(act.connection) as tx:
        move = await newest_move(tx, act.options.company, "from")
    return None if move is None or move.state == "aborted" else move


def _move_keys(other: OtherInstallation, kept: Path) -> MoveKeys:
    """Those that the other installation made for this move; made once, and kept beside the file that they open."""
    if not kept.exists():
        said = other.act("key", STDIN)
        read_keys(said)
        with os.fdopen(os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as target:
            target.write(said)
    return read_keys(kept.read_text("utf-8"))


async def _write_map(act: Acting, file: Path) -> None:
    """In one piece: a proxy that reads it meanwhile has the old one or the new one."""
    async with owner_transaction(act.connection) as tx:
        text = written(await places(tx, act.settings.address), act.options.form)
    made = file.with_name(f"{file.name}.new")
    made.write_text(text, "utf-8")
    made.replace(file)
    _told("map written", file)
