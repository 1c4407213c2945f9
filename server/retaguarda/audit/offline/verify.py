#!/usr/bin/env python3
"""Verify a bundle of the audit log with this file and Python 3.10 or newer, nothing else.

    python verify.py [FOLDER] [--key KEY] [--entry NUMBER]

FOLDER contains the bundle; the default is the current folder. Any changed bit in the bundle's files is found and located.
--key takes the verifier key that you trust from another source (it begins with retaguarda/audit/): without it, the bundle
only proves that whoever holds the keys in it made it. --entry prints the inclusion proof of one entry (RFC 6962).

Checks: the bundle's own signature, over the hashes of its files; the signature of each checkpoint; that each entry
matches its leaf, except fields that were forgotten; and that the entries, with the hashes of the subtrees that the
bundle leaves out, give the root of every checkpoint: each later log continues each earlier one.
"""

import base64
import bisect
import hashlib
import json
import re
import sys
from pathlib import Path

FILES = ("entries.jsonl", "nodes.jsonl", "checkpoints.jsonl", "keys.txt")
PERSONAL = ("person", "actor", "ip", "agent", "data")
LEAF = ("v", "event", "at", "company", "name", "subject", "request", *PERSONAL)
KEY = re.compile(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)")


class Wrong(Exception):
    """A check failed; the text says what and where."""


def main(arguments):
    folder, known_key, entry = Path("."), None, None
    words = iter(arguments)
    for word in words:
        if word in ("-h", "--help"):
            print(__doc__)
            return 0
        if word == "--key":
            known_key = next(words, "")
        elif word == "--entry":
            entry = int(next(words, ""))
        else:
            folder = Path(word)
    try:
        bundle = Bundle({name: (folder / name).read_bytes() for name in ("bundle.txt", *FILES)}, known_key)
        proof = None if entry is None else bundle.proof(entry)
    except (Wrong, OSError) as error:
        print(f"DOES NOT HOLD: {error}")
        return 1
    for line in bundle.report:
        print(line)
    if proof:
        print("\n".join(proof))
    print("HOLDS")
    return 0


class Bundle:
    """A bundle; the constructor verifies all of it.

    Raises:
        Wrong: a check failed.
    """

    def __init__(self, files, known_key=None):
        self.keys = read_keys(text_of(files, "keys.txt"))
        if known_key is not None and known_key not in [line for line, _ in self.keys.values()]:
            raise Wrong("keys.txt: the key that you know is not in it")
        manifest = self.manifest(text_of(files, "bundle.txt"))
        changed = [name for name in FILES if hashlib.sha256(files[name]).hexdigest() != manifest[name]]
        try:
            self.check(files, manifest)
        except Wrong as error:
            raise Wrong(f"{error} (changed since the bundle was signed: {', '.join(changed) or 'no file'})") from None
        if changed:
            raise Wrong(f"{changed[0]}: changed since the bundle was signed")

    def check(self, files, manifest):
        self.notes = [self.checkpoint(note) for note in lines_of(files, "checkpoints.jsonl")]
        self.sizes = [size for size, _, _ in self.notes]
        if not self.sizes or self.sizes != sorted(set(self.sizes)):
            raise Wrong("checkpoints.jsonl: not in order")
        self.hashes, self.indexes, forgotten = {}, [], 0
        for number, entry in enumerate(lines_of(files, "entries.jsonl"), 1):
            forgotten += self.entry(entry, f"entries.jsonl line {number}")
        self.nodes, self.used, self.complete = {}, set(), {}
        for number, node in enumerate(lines_of(files, "nodes.jsonl"), 1):
            self.node(node, f"nodes.jsonl line {number}")
        for size, root, _ in self.notes:
            if self.root(0, size) != root:
                raise Wrong(f"the entries do not give the root of the checkpoint at {size}")
        if self.used != set(self.nodes):
            raise Wrong("nodes.jsonl: holds hashes that nothing needs")
        if manifest["entries"] != str(len(self.indexes)):
            raise Wrong("bundle.txt: another number of entries")
        self.report = [
            f"log         {self.origin}",
            f"made        {manifest['made']}",
            f"merchant    {manifest['company']}",
            f"period      {manifest['from']} to {manifest['to']}",
            f"entries     {len(self.indexes)} of {self.sizes[-1]}, {forgotten} of them with something forgotten",
            f"checkpoints {len(self.notes)}, each signed and continued by the next",
            *(f"key         {line}" for line, _ in self.keys.values()),
        ]

    def signed(self, note, name, where):
        """Return the lines of a note after verifying its signature by one of the keys."""
        text, separator, line = note.rpartition("\n\n")
        before = f"— {name} "
        if not separator or not line.startswith(before) or not line.endswith("\n"):
            raise Wrong(f"{where}: not a signed note")
        signature = unbase64(line[len(before) : -1], where)
        _, public = self.keys.get(signature[:4].hex(), (None, None))
        if public is None or len(signature) != 68:
            raise Wrong(f"{where}: signed by a key that is not in keys.txt")
        if not ed25519(public, f"{text}\n".encode(), signature[4:]):
            raise Wrong(f"{where}: the signature does not hold")
        return text.split("\n")

    def manifest(self, note):
        self.origin = next(iter(self.keys.values()))[0].split("+", 1)[0]
        first, *lines = self.signed(note, self.origin, "bundle.txt")
        fields = dict(line.partition(" ")[::2] for line in lines)
        if first != f"{self.origin}/bundle" or set(fields) != {"made", "company", "from", "to", "entries", *FILES}:
            raise Wrong("bundle.txt: not the list of a bundle")
        return fields

    def checkpoint(self, note):
        where = "checkpoints.jsonl"
        if not isinstance(note, str):
            raise Wrong(f"{where}: not a note")
        lines = self.signed(note, self.origin, where)
        if len(lines) != 4 or lines[0] != self.origin or not re.fullmatch(r"[1-9]\d*", lines[1], re.ASCII):
            raise Wrong(f"{where}: not a checkpoint of this log")
        return int(lines[1]), unbase64(lines[2], where), note

    def entry(self, entry, where):
        """Verify one entry. True when a field of it was forgotten."""
        if not isinstance(entry, dict) or tuple(entry) != ("index", "leaf", "salts", *PERSONAL):
            raise Wrong(f"{where}: not an entry")
        index, leaf = entry["index"], parsed(entry["leaf"], where)
        if tuple(leaf) != LEAF or leaf["v"] != 1 or type(index) is not int or len(entry["salts"]) != 5:
            raise Wrong(f"{where}: not an entry")
        if not 0 <= index < self.sizes[-1] or (self.indexes and index <= self.indexes[-1]):
            raise Wrong(f"{where}: its place in the log is out of order")
        for name, salt in zip(PERSONAL, entry["salts"], strict=True):
            if salt is None:
                if entry[name] is not None:
                    raise Wrong(f"{where}: tells {name}, which was forgotten")
            elif leaf[name] != (None if entry[name] is None else commitment(salt, name, entry[name], where)):
                raise Wrong(f"{where}: {name} is not what the entry {index} told")
        self.indexes.append(index)
        self.hashes[index] = hashlib.sha256(b"\0" + entry["leaf"].encode()).digest()
        return None in entry["salts"]

    def node(self, node, where):
        if not isinstance(node, dict) or tuple(node) != ("level", "index", "hash"):
            raise Wrong(f"{where}: not a node")
        self.nodes[node["level"], node["index"]] = unhex(node["hash"], where)

    def root(self, low, high):
        """Compute the root of the leaves from low up to high; take subtrees without entries or checkpoints from the
        nodes."""
        count = high - low
        whole = count & (count - 1) == 0 and low % count == 0
        if whole and (low, high) in self.complete:
            return self.complete[low, high]
        if whole and not within(self.indexes, low - 1, high) and not within(self.sizes, low, high):
            node = (count.bit_length() - 1, low // count)
            if node not in self.nodes:
                raise Wrong(f"nodes.jsonl: the subtree {node[0]}/{node[1]} is missing")
            self.used.add(node)
            root = self.nodes[node]
        elif count == 1:
            root = self.hashes[low]
        else:
            middle = low + split(count)
            root = hashlib.sha256(b"\1" + self.root(low, middle) + self.root(middle, high)).digest()
        if whole:
            self.complete[low, high] = root
        return root

    def proof(self, index):
        """Return the inclusion proof of an entry of this bundle, against its newest checkpoint."""
        if index not in self.hashes:
            raise Wrong(f"the entry {index} is not in this bundle")
        size, root, note = self.notes[-1]
        low, high, path = 0, size, []
        while high - low > 1:
            middle = low + split(high - low)
            if index < middle:
                path.append(("right", self.root(middle, high)))
                high = middle
            else:
                path.append(("left ", self.root(low, middle)))
                low = middle
        return [
            f"entry       {index}",
            f"leaf        {self.hashes[index].hex()}",
            *(f"  {side}     {each.hex()}" for side, each in reversed(path)),
            f"root        {root.hex()} at {size}",
            *("  " + line for line in note.rstrip("\n").split("\n")),
        ]


def split(count):
    return 1 << (count - 1).bit_length() - 1


def within(numbers, above, below):
    """Whether one of these sorted numbers lies strictly between the two."""
    position = bisect.bisect_right(numbers, above)
    return position < len(numbers) and numbers[position] < below


def commitment(salt, name, value, where):
    if not isinstance(value, str):
        raise Wrong(f"{where}: {name} is no text")
    return hashlib.sha256(unhex(salt, where) + name.encode() + b"\0" + value.encode()).hexdigest()


def text_of(files, name):
    try:
        return files[name].decode()
    except UnicodeDecodeError:
        raise Wrong(f"{name}: not UTF-8") from None


def lines_of(files, name):
    """Parse lines of JSON. Only one form is valid, because a meaningless bit would go unnoticed otherwise."""
    text = text_of(files, name)
    if text and not text.endswith("\n"):
        raise Wrong(f"{name}: its end is missing")
    return [parsed(line, f"{name} line {number}") for number, line in enumerate(text.split("\n")[:-1], 1)]


def parsed(text, where):
    try:
        value = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        raise Wrong(f"{where}: not JSON") from None
    if json.dumps(value, ensure_ascii=False, separators=(",", ":")) != text:
        raise Wrong(f"{where}: not written as it was")
    return value


def read_keys(text):
    keys = {}
    for line in text.split("\n")[:-1]:
        match = KEY.fullmatch(line)
        if not match:
            raise Wrong("keys.txt: not a key")
        origin, number, encoded = match.groups()
        raw = unbase64(encoded, "keys.txt")
        if len(raw) != 33 or raw[0] != 1 or hashlib.sha256(origin.encode() + b"\n" + raw).hexdigest()[:8] != number:
            raise Wrong("keys.txt: a key whose number is not its own")
        keys[number] = line, raw[1:]
    if not keys or not text.endswith("\n"):
        raise Wrong("keys.txt: no key")
    return keys


def unbase64(text, where):
    try:
        raw = base64.b64decode(text, validate=True)
    except ValueError:
        raise Wrong(f"{where}: not base64") from None
    if base64.b64encode(raw).decode() != text:
        raise Wrong(f"{where}: not base64")
    return raw


def unhex(text, where):
    if not isinstance(text, str) or not re.fullmatch(r"(?:[0-9a-f]{2})+", text):
        raise Wrong(f"{where}: not hexadecimal")
    return bytes.fromhex(text)


# Ed25519 (RFC 8032), verification only; points are (X, Y, Z, T).
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def add(a, b):
    m, n = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = n - m, d - c, d + c, n + m
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number, point):
    product = (0, 1, 1, 0)
    while number:
        if number & 1:
            product = add(product, point)
        point, number = add(point, point), number >> 1
    return product


def point_of(raw):
    y = int.from_bytes(raw, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def ed25519(public, message, signature):
    a, r, s = point_of(public), point_of(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % L
    left, right = times(s, BASE), add(r, times(k, a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
