"""Reads a value of the block list: brought into the one form that payments are compared in, and masked for people."""

import ipaddress
import re
from dataclasses import dataclass

from retaguarda.compliance.block_list.model import Kind
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.mask_key import mask_key
from retaguarda.providers.pix.keys import KEY_KINDS, KeyRefused, normal_key

_ACCOUNT = re.compile(r"([0-9A-Z]{8})/([0-9]{1,4})/([0-9]{1,20})")
_ROOT = re.compile(r"[0-9A-Z]{8}")
#: The widest network by version of IP, as its prefix: a slip of the pen must not shut out half of the world.
_WIDEST = {4: 16, 6: 32}


class ValueRefused(ValueError):
    """The text is no value of this kind; ``str()`` is the key of its text."""


@dataclass(frozen=True, slots=True)
class Value:
    """``text``: as it is compared. ``shown``: masked."""

    kind: Kind
    text: str
    shown: str


def identify_value(kind: Kind, text: str) -> Value:
    """
    Raises:
        ValueRefused: ``value_<kind>``, or ``value_characters`` for what no payment could ever bring.
    """
    given = text.strip()
    if not given or not given.isascii() or not given.isprintable():
        # Full-width digits and letters of other alphabets look alike and are none: never guessed at.
        raise ValueRefused("value_characters")
    match kind:
        case "document":
            try:
                document = parse(given)
            except DocumentError:
                raise ValueRefused("value_document") from None
            return Value(kind, document.value, document.mask())
        case "document_root":
            root = re.sub(r"[ ./-]", "", given).upper()
            if not _ROOT.fullmatch(root):
                raise ValueRefused("value_document_root")
            return Value(kind, root, f"{root[:2]}.{root[2:5]}.{root[5:]}")
        case "pix_key":
            return _key(given)
        case "account":
            return _account(given)
        case "email":
            return _of_key(kind, given)
        case "phone":
            return _of_key(kind, given if given.startswith("+") else f"+55{given.lstrip('0')}")
        case "ip":
            return _network(given)


def read_value(field: str, kind: Kind, text: str) -> Value:
    """As identify_value.

    Raises:
        ApiError: 400 naming the field.
    """
    try:
        return identify_value(kind, text)
    except ValueRefused as refused:
        raise invalid_field(field, str(refused), f"{field} is no value of the kind {kind}") from None


def loose_email(email: str) -> str:
    """An e-mail without dots and tag of its local part: alike, and not the same."""
    local, _, domain = email.partition("@")
    return f"{local.partition('+')[0].replace('.', '')}@{domain}"


def _key(given: str) -> Value:
    """A Pix key of any kind. Eleven digits that are a CPF are one; a phone has its plus sign."""
    for kind in KEY_KINDS:
        if kind == "phone" and not given.startswith("+"):
            continue
        try:
            key = normal_key(kind, given)
        except KeyRefused:
            continue
        return Value("pix_key", key, mask_key(key))
    raise ValueRefused("value_pix_key")


def _of_key(kind: Kind, given: str) -> Value:
    try:
        key = normal_key("email" if kind == "email" else "phone", given)
    except KeyRefused:
        raise ValueRefused(f"value_{kind}") from None
    return Value(kind, key, mask_key(key))


def _account(given: str) -> Value:
    found = _ACCOUNT.fullmatch(re.sub(r"[ .-]", "", given).upper())
    if found is None:
        raise ValueRefused("value_account")
    ispb, branch, number = found[1], found[2].lstrip("0") or "0", found[3].lstrip("0") or "0"
    return Value("account", f"{ispb}/{branch}/{number}", f"{ispb} · {branch} · ***{number[-4:]}")


def _network(given: str) -> Value:
    """An address or a network, whose host bits are zero."""
    try:
        network = ipaddress.ip_network(given)
    except ValueError:
        raise ValueRefused("value_ip") from None
    first = network.network_address
    if isinstance(first, ipaddress.IPv6Address) and first.ipv4_mapped is not None and network.prefixlen == 128:
        network = ipaddress.ip_network(first.ipv4_mapped)
    if network.prefixlen < _WIDEST[network.version]:
        raise ValueRefused("value_ip_wide")
    alone = network.prefixlen == network.max_prefixlen
    return Value("ip", str(network), str(network.network_address) if alone else str(network))
