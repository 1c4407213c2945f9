"""What `retaguarda cell` is told: its acts, and what each takes."""

import argparse
from pathlib import Path
from urllib.parse import urlsplit
from uuid import UUID


def read(arguments: list[str], description: str | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m retaguarda cell", description=description)
    acts = parser.add_subparsers(dest="act", required=True)

    def act(name: str, text: str, *, company: bool = True) -> argparse.ArgumentParser:
        one = acts.add_parser(name, help=text, description=text)
        if company:
            one.add_argument("company", type=int, help="its number")
        return one

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
    key.add_argument("file", type=Path, help="where the key is kept, sealed; there must be no file of this name")
    take = act("import", "takes a company in; it stands here, closed. Prints the receipt")
    take.add_argument("file", type=Path)
    take.add_argument("--key", type=Path, required=True, help="the file that `cell key` made for this move")
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
        one.add_argument("word", type=Path, help=f"a file with the {word} of the other installation")
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


def _key_bytes(text: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise argparse.ArgumentTypeError("a key has 64 hexadecimal digits")
    return key
