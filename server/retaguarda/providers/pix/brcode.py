"""BR Code, the text behind a Pix QR code ("copia e cola"): builder and parser.

Source: Banco Central do Brasil, Manual de Padrões para Iniciação do Pix. The text is a row of fields, each
two digits of id, two digits of length and the value (EMV MPM), closed by a CRC-16. Amounts are centavos.
"""

import binascii
import re
import unicodedata
from dataclasses import dataclass
from typing import Any

GUI = "br.gov.bcb.pix"
#: Ids whose value is again a row of fields: merchant accounts, additional data, unreserved templates.
_TEMPLATES = frozenset([*range(26, 52), 62, *range(80, 100)])
_AMOUNT = re.compile(r"[0-9]{1,10}(\.[0-9]{0,2})?")
_TXID = re.compile(r"[a-zA-Z0-9]{1,25}|\*\*\*")
_LONGEST = 512


class BrCodeError(ValueError):
    """The text is no BR Code, or cannot become one. ``offset`` counts bytes, and is 0 when building."""

    def __init__(self, reason: str, offset: int = 0) -> None:
        super().__init__(f"{reason} (at byte {offset})")
        self.reason = reason
        self.offset = offset


@dataclass(frozen=True, slots=True)
class BrCode:
    """What a BR Code says.

    Static: ``key`` is set. Dynamic: ``url`` is set, without https://, and the amount lives behind it.
    ``txid`` "***" means none. ``recurrence_url`` is Pix Automático's, alone or beside the other.
    """

    name: str
    city: str
    key: str = ""
    url: str = ""
    amount: int | None = None
    txid: str = "***"
    info: str = ""
    facilitator: str = ""
    postal_code: str = ""
    once: bool = False
    recurrence_url: str = ""
    category: str = "0000"

    def encode(self) -> str:
        """The text, upper-case CRC last. Accents are folded; name and city are cut to 25 and 15 places, and
        the free text is shortened to what the key leaves.

        Raises:
            BrCodeError: a part does not fit or is not allowed.
        """
        if self.key and self.url:
            raise BrCodeError("a code has a key or a url, not both")
        if self.amount is not None and not 0 <= self.amount < 10**12:
            raise BrCodeError("the amount must be 0 to 9999999999.99")
        if not _TXID.fullmatch(self.txid):
            raise BrCodeError("the txid must be 1 to 25 letters and digits, or ***")
        account = _field("00", GUI)
        if self.url:
            account += _field("25", self.url)
        elif self.key:
            account += _field("01", self.key)
            room = 99 - len(account) - 4 - (8 + 4 if self.facilitator else 0)
            account += _optional("02", _ascii(self.info)[: max(room, 0)]) + _optional("03", self.facilitator)
        name, city = _ascii(self.name)[:25].strip(), _ascii(self.city)[:15].strip()
        if not name or not city:
            raise BrCodeError("name and city must not be empty")
        text = _field("00", "01") + ("010212" if self.once else "") + _field("26", account)
        text += _field("52", self.category) + _field("53", "986")
        if self.amount is not None:
            text += _field("54", f"{self.amount // 100}.{self.amount % 100:02d}")
        text += _field("58", "BR") + _field("59", name) + _field("60", city) + _optional("61", self.postal_code)
        text += _field("62", _field("05", self.txid))
        if self.recurrence_url:
            text += _field("80", _field("00", GUI) + _field("25", self.recurrence_url))
        text += "6304"
        return text + crc(text.encode())


def static(key: str, name: str, city: str, **rest: Any) -> str:
    """The code of a key, payable many times; ``rest`` are further fields of BrCode (amount, txid, info…)."""
    return BrCode(name=name, city=city, key=key, **rest).encode()


def dynamic(url: str, name: str, city: str, **rest: Any) -> str:
    """The code of a charge whose payload the payer's bank fetches from ``url`` (at most 77 places, no https://)."""
    return BrCode(name=name, city=city, url=url, once=True, **rest).encode()


def parse(text: str) -> BrCode:
    """What the code says.

    Raises:
        BrCodeError: with the reason and the offset where it was found.
    """
    found = fields(text)
    accounts = [v for v in found.values() if isinstance(v, dict) and v.get("00", "").lower() == GUI]
    account = next((found[i] for i in found if "26" <= i <= "51" and found[i] in accounts), None)
    if account is None:
        raise BrCodeError(f"no merchant account (26 to 51) of {GUI}")
    recurrence = next((found[i] for i in found if i >= "80" and found[i] in accounts), {})
    for needed in ("52", "53", "58", "59", "60"):
        if needed not in found:
            raise BrCodeError(f"field {needed} is missing")
    if found["53"] != "986":
        raise BrCodeError("field 53 (currency) must be 986, the real")
    if not account.keys() & {"01", "25"} and not recurrence:
        raise BrCodeError("the merchant account has neither a key nor a url")
    return BrCode(
        name=found["59"],
        city=found["60"],
        key=account.get("01", ""),
        url=account.get("25", ""),
        amount=_amount(found["54"]) if "54" in found else None,
        txid=found.get("62", {}).get("05", "***"),
        info=account.get("02", ""),
        facilitator=account.get("03", ""),
        postal_code=found.get("61", ""),
        once=found.get("01") == "12",
        recurrence_url=recurrence.get("25", ""),
        category=found["52"],
    )


def fields(text: str) -> dict[str, Any]:
    """Id → value, templates as a dictionary of their own. Checks lengths, the first and last field, the CRC.

    Raises:
        BrCodeError: as parse().
    """
    raw = text.strip().encode("utf-8", "surrogatepass")
    if len(raw) > _LONGEST:
        raise BrCodeError(f"longer than {_LONGEST} bytes", _LONGEST)
    if not raw.startswith(b"000201"):
        raise BrCodeError("a BR Code starts with 000201")
    found = _split(raw, 0, templates=True)
    if list(found)[-1] != "63" or len(found["63"]) != 4:
        raise BrCodeError("field 63, the CRC of four places, must come last", len(raw))
    if (expected := crc(raw[:-4])) != found["63"].upper():
        raise BrCodeError(f"the CRC is {found['63']}, should be {expected}", len(raw) - 4)
    return found


def crc(data: bytes) -> str:
    """CRC-16/CCITT-FALSE, four upper-case hexadecimal places. ``crc(b"123456789") == "29B1"``."""
    return f"{binascii.crc_hqx(data, 0xFFFF):04X}"


def _split(raw: bytes, start: int, *, templates: bool) -> dict[str, Any]:
    found: dict[str, Any] = {}
    at = 0
    while at < len(raw):
        head, here = raw[at : at + 4], start + at
        if len(head) < 4 or not head.isdigit():
            raise BrCodeError("expected two digits of id and two of length", here)
        identifier, length = head[:2].decode(), int(head[2:])
        value = raw[at + 4 : at + 4 + length]
        if len(value) < length:
            raise BrCodeError(f"field {identifier} announces {length} bytes, only {len(value)} follow", here)
        if identifier in found:
            raise BrCodeError(f"field {identifier} comes twice", here)
        if templates and int(identifier) in _TEMPLATES:
            found[identifier] = _split(value, here + 4, templates=False)
        else:
            try:
                found[identifier] = value.decode()
            except UnicodeDecodeError as error:
                raise BrCodeError(f"field {identifier} is not UTF-8", here + 4 + error.start) from None
        at += 4 + length
    return found


def _field(identifier: str, value: str) -> str:
    if not value.isascii() or not value.isprintable():
        raise BrCodeError(f"field {identifier} may hold printable ASCII only")
    if not 1 <= len(value) <= 99:
        raise BrCodeError(f"field {identifier} has {len(value)} places; 1 to 99 fit")
    return f"{identifier}{len(value):02d}{value}"


def _optional(identifier: str, value: str) -> str:
    return _field(identifier, value) if value else ""


def _ascii(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return "".join(c for c in folded if c.isprintable()).strip()


def _amount(text: str) -> int:
    if not _AMOUNT.fullmatch(text):
        raise BrCodeError("field 54 (amount) must look like 10.50")
    whole, _, cents = text.partition(".")
    return int(whole) * 100 + int(cents.ljust(2, "0"))
