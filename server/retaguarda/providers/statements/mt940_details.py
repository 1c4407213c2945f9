"""What field 86 of MT940 says in the words of each bank: the other side, ids, and the text without its markup."""

import re
from dataclasses import dataclass

_SUBFIELD = re.compile(r"[>?](\d{2})")
_CODED = re.compile(r"\d{3}[>?]\d{2}")
_SLASHED = re.compile(
    r"(?:^|/)(TRTP|IBAN|BIC|NAME|REMI|EREF|CSID|MARF|CNTP|ORDP|BENM|ISDT|RTRN|PURP|ULTD|ULTC|KREF|PREF|SVCL|TRCD)/"
)
_LABELLED = re.compile(r"REK: ?([A-Z0-9]+)/NAAM: ?(.*)$")
_ABN = re.compile(r"(?:GIRO +([0-9 ]{1,9}?)|([0-9]{2}\.[0-9]{2}\.[0-9]{2}\.[0-9]{3})) +(.*)")
_TEN_DIGITS = re.compile(r"([0-9]{10}) (.*)")
_TEXTS = [f"{number:02}" for number in (*range(20, 30), *range(60, 64))]


@dataclass(slots=True)
class Details:
    """Empty where the field does not tell."""

    text: str
    name: str = ""
    account: str = ""
    end_to_end_id: str = ""


def read_details(lines: list[str], dialect: str) -> Details:
    """``dialect``: the bank where it is known by its own marks (abn, ing, sns, triodos), else empty: then only markup is
    believed and plain text stays text."""
    whole = _joined(lines)
    if _CODED.match(whole):
        return _subfields(whole)
    if whole.count("/") > 3 and len(_SLASHED.findall(whole)) >= 2:
        return _slashed(whole)
    if "REK:" in whole and (found := _LABELLED.search(whole)):
        return Details(whole[: found.start()].strip(), found[2].strip(), found[1])
    if dialect == "abn" and (found := _ABN.match(whole)):
        account = re.sub("[ .]", "", found[1] or found[2])
        return Details(" ".join(whole.split()), _first_part(found[3]), account)
    if dialect in ("ing", "sns") and (found := _TEN_DIGITS.match(whole)):
        return Details(found[2].strip(), "", found[1])
    return Details(whole)


def _joined(lines: list[str]) -> str:
    """A line that fills its 65 places was cut there; a shorter one ended where its words did."""
    if len(lines) == 1:
        return lines[0].strip()
    text = ""
    for line in lines:
        text += line if len(line) >= 65 else f"{line.rstrip()} "
    return text.strip()


def _first_part(text: str) -> str:
    """What stands before a run of blanks: ABN fills its columns with them."""
    return re.split(" {2,}", text.strip())[0]


def _subfields(whole: str) -> Details:
    """000>10… as Triodos writes it, 166?20… as German banks do: two digits name what follows."""
    parts = _SUBFIELD.split(whole)
    fields = dict[str, str]()
    for key, value in zip(parts[1::2], parts[2::2], strict=True):
        fields[key] = fields.get(key, "") + value
    # Triodos tells the other account in 10, which is a running number elsewhere.
    account = fields.get("10", "") if whole[3] == ">" else fields.get("31", "")
    text = "".join(fields.get(key, "") for key in _TEXTS)
    return Details(
        " ".join(text.split()),
        " ".join((fields.get("32", "") + fields.get("33", "")).split()),
        account.strip().lstrip("0") if whole[3] == ">" else account.strip(),
    )


def _slashed(whole: str) -> Details:
    """/TRTP/…/IBAN/…/NAME/…/REMI/…/EREF/…: SEPA as ABN and ING write it."""
    parts = _SLASHED.split(whole)
    fields = dict[str, str]()
    for key, value in zip(parts[1::2], parts[2::2], strict=True):
        fields.setdefault(key, value.strip().strip("/"))
    party = (fields.get("CNTP") or fields.get("ORDP") or fields.get("BENM") or "").split("/")
    # /CNTP/account/bank/name/city; the others name their parts.
    account = fields.get("IBAN") or (party[0] if "CNTP" in fields else "")
    name = fields.get("NAME") or (party[2] if "CNTP" in fields and len(party) > 2 else "")
    text = fields.get("REMI", "")
    for mark in ("USTD//", "STRD/CUR/"):
        text = text.removeprefix(mark)
    reference = fields.get("EREF", "")
    return Details(
        text or whole, name, account, "" if reference.upper().replace(" ", "") == "NOTPROVIDED" else reference
    )
