"""What `retaguarda cell` is told: its acts, and what each takes."""

import argparse
from pathlib import Path
from urllib.parse import urlsplit
from uuid import UUID

#: A file of this name is what another program hands over, or takes.
STDIN = "-"


def read(arguments: list[str], description: str | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m retaguarda cell", description=description)
    acts = parser.add_subparsers(dest="act", required=True)

    def act(name: str, text: str, *, company: bool = True) -> argparse.ArgumentParser:
        one = acts.add_parser(name, help=text, description=text)
        if company:
            one.add_argument("company", type=int, help="its number")
        return one

    move = act(
        "move", "moves a company: does here and there what was not done yet; again, it goes on where it was cut short"
    )
    move.add_argument("--to", type=_address, required=True, help="where the other installation is reached: https://…")
    move.add_argument(
        "--there", required=True, help='what runs retaguarda on the other installation, such as "ssh pay-b retaguarda"'
    )
    move.add_argument("--folder", type=Path, required=True, help="where the company's file is kept; the same each time")
    move.add_argument("--back", action="store_true", help="ends a move that is not released: the company stays here")
    move.add_argument("--map", type=Path, help="file for the reverse proxy's map, written at the end")
    move.add_argument("--form", choices=("nginx", "caddy"), default="nginx")
    freeze = act("freeze", "refuses the company's writes from now on, and goes on reading for it")
    freeze.add_argument("--to", type=_address, required=True, help="where the other installation is reached: https://…")
    freeze.add_argument(
        "--their-key", required=True, help="the other installation's public key: its `cell key` prints it"
    )
    export = act("export", "writes the file of a frozen company, sealed for the other installation")
    export.add_argument("file", type=Path, help="the file to make; there must be none of this name")
    export.add_argument(
        "--recipient-key", type=_key_bytes, required=True, help="as the other installation's `cell key` prints it"
    )
    key = act("key", "makes a key for one move, and prints what the other installation needs", company=False)
    key.add_argument(
        "file", help="where the key is kept, sealed; there must be no file of this name. -: printed, sealed, too"
    )
    take = act("import", "takes a company in; it stands here, closed. Prints the receipt")
    take.add_argument("file", help="the file; -: as it comes in")
    opens = take.add_mutually_exclusive_group(required=True)
    opens.add_argument("--key", type=Path, help="the file that `cell key` made for this move")
    opens.add_argument("--sealed-key", type=_sealed, help="what `cell key -` printed for this move")
    release = act(
        "release", "lets the company go by the other installation's receipt, and prints the word that opens it there"
    )
    opened = act("open", "opens a company that has come, by the word of the installation that has released it")
    refuse = act("refuse", "refuses a move for good, and prints the word that ends it where the company comes from")
    refuse.add_argument("move", type=UUID, help="its id, as the other installation's `cell status` prints it")
    abort = act("abort", "ends a move that the other installation has refused; the company is open here again")
    for one in (take, refuse):
        one.add_argument(
            "--from", dest="address", type=_address, required=True, help="where the other installation is reached"
        )
        one.add_argument(
            "--their-key", required=True, help="the other installation's public key: its `cell key` prints it"
        )
    for one, word in ((release, "receipt"), (opened, "release"), (abort, "refusal")):
        one.add_argument("word", help=f"a file with the {word} of the other installation; -: as it comes in")
    act("status", "lists the moves of this installation", company=False)
    host = act("host", "says by which host a company's people come, for the map")
    host.add_argument("host", type=str.lower)
    host.add_argument("--remove", action="store_true")
    written_map = act("map", "prints the reverse proxy's map: where companies are that have left", company=False)
    written_map.add_argument("--form", choices=("nginx", "caddy"), default="nginx")
    return parser.parse_args(arguments)


def _address(text: str) -> str:
    parts = urlsplit(text.rstrip("/"))
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path or parts.query or parts.username:
        raise argparse.ArgumentTypeError(f"{text!r} is no address such as https://pay-b.example")
    return f"{parts.scheme}://{parts.netloc}"


def _sealed(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise argparse.ArgumentTypeError("a sealed key has hexadecimal digits") from None


def _key_bytes(text: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise argparse.ArgumentTypeError("a key has 64 hexadecimal digits")
    return key
