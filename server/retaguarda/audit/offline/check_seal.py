#!/usr/bin/env python3
"""Check the seal of a day of conciliation with this file and Python 3.10 or newer, nothing else.

    python check_seal.py SEAL [FILE ...] [--hash HASH] [--before SEAL] [--bundle FOLDER]

SEAL is the seal as it was downloaded. FILE: the bank's files; each must be one that the seal names, and all of those must be
there when any is given. --hash takes the hash that you know from another source. --before takes the seal that this one
follows, after the day was reopened. --bundle takes a bundle of the audit log that verify.py (beside this file) finds to hold: the
log must say that this very seal was made.

Checks: the hash; that balances add up, that what explains the difference comes to it, and that the files are these files.
"""

import hashlib
import json
import sys
from pathlib import Path

FORM = "retaguarda/conciliation/1"
CLOSED = "conciliation:day:decide"


class Wrong(Exception):
    """A check failed; the text says what and where."""


def main(arguments):
    seal, files, known = None, [], {}
    words = iter(arguments)
    for word in words:
        if word in ("-h", "--help"):
            print(__doc__)
            return 0
        if word in ("--hash", "--before", "--bundle"):
            known[word] = next(words, "")
        elif seal is None:
            seal = Path(word)
        else:
            files.append(Path(word))
    if seal is None:
        print(__doc__)
        return 2
    try:
        for line in check(seal.read_bytes(), {path.name: path.read_bytes() for path in files}, known):
            print(line)
    except (Wrong, OSError) as error:
        print(f"DOES NOT HOLD: {error}")
        return 1
    print("HOLDS")
    return 0


def check(text, files, known):
    """Return what was found, line by line.

    Raises:
        Wrong: a check failed.
    """
    digest = hashlib.sha256(text).hexdigest()
    sealed = read(text)
    if known.get("--hash") not in (None, digest):
        raise Wrong(f"the hash is {digest}")
    sums(sealed)
    if "--before" in known:
        before = hashlib.sha256(Path(known["--before"]).read_bytes()).hexdigest()
        if sealed["before"] != before:
            raise Wrong("it follows another seal than the one given")
    given = {hashlib.sha256(data).hexdigest(): name for name, data in files.items()}
    named = {each["sha256"]: each["name"] for each in sealed["files"]}
    for one, name in given.items():
        if one not in named:
            raise Wrong(f"{name} is no file of this day, or was changed")
    if given and set(named) - set(given):
        raise Wrong(f"missing: {', '.join(sorted(named[one] for one in set(named) - set(given)))}")
    if "--bundle" in known:
        in_bundle(digest, Path(known["--bundle"]))
    account = sealed["account"]
    return [
        f"account     {account['bank']} {account['branch']} / {account['number']}",
        f"day         {sealed['day']}, seal {sealed['number']}",
        f"bank        {sealed['bank']} {sealed['currency']} (minor units)",
        f"ledger      {sealed['ledger']}",
        f"difference  {sealed['difference']}, of {len(sealed['items'])} items",
        f"files       {len(given)} of {len(named)} compared",
        f"closed by   {sealed['asked_by']} and {sealed['sealed_by']}",
        f"hash        {digest}",
    ]


def read(text):
    try:
        sealed = json.loads(text.decode())
    except ValueError as error:
        raise Wrong(f"not a seal: {error}") from None
    if not isinstance(sealed, dict) or sealed.get("seal") != FORM:
        raise Wrong("not a seal of conciliation")
    if json.dumps(sealed, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode() != text:
        raise Wrong("not written as a seal is")
    return sealed


def sums(sealed):
    """The balances add up, and two people had a hand in it."""
    breaks = sum(item[3] for item in sealed["items"] if item[4] == "balance_break")
    if sealed["opening"] + sealed["in"] - sealed["out"] + breaks != sealed["bank"]:
        raise Wrong("opening, what came in and what went out do not come to the bank's closing")
    if sealed["bank"] - sealed["ledger"] != sealed["difference"]:
        raise Wrong("the difference is not bank less ledger")
    if sum(item[3] for item in sealed["items"]) != sealed["difference"]:
        raise Wrong("the items do not come to the difference")
    if sealed["asked_by"] == sealed["sealed_by"]:
        raise Wrong("one person asked and sealed")


def in_bundle(digest, folder):
    """The log of the bundle says that this seal was made."""
    sys.path.insert(0, str(Path(__file__).parent))
    import verify  # pyright: ignore[reportMissingImports] -- it stands beside this file in a bundle

    try:
        verify.Bundle({name: (folder / name).read_bytes() for name in ("bundle.txt", *verify.FILES)})
    except verify.Wrong as error:
        raise Wrong(f"the bundle does not hold: {error}") from None
    for line in (folder / "entries.jsonl").read_text().splitlines():
        entry = json.loads(line)
        if CLOSED in entry["leaf"] and digest in json.dumps(entry["data"]):
            return
    raise Wrong("the log does not say that this seal was made")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
