"""What the occurrence codes of a line in a payment return file mean together."""

from typing import Literal

from retaguarda.providers.bankfiles.layouts import Layout

#: What the codes of one record come to. ``suspended``, ``security_analysis``, ``test_contract``: not paid, and not refused.
Meaning = Literal[
    "paid",
    "returned",
    "cancelled",
    "refused",
    "batch_refused",
    "security_analysis",
    "suspended",
    "test_contract",
    "accepted",
    "information",
    "none",
    "contradictory",
    "unknown",
]
#: Of several codes of one record the first decides.
_PRECEDENCE: tuple[Meaning, ...] = (
    "returned",
    "cancelled",
    "refused",
    "security_analysis",
    "suspended",
    "accepted",
    "information",
)
_AGAINST_PAID = frozenset({"returned", "cancelled", "refused", "security_analysis", "suspended"})
SLOTS = 5
_BRADESCO = "237"


def meaning_of(layout: Layout, codes: str) -> tuple[Meaning, str]:
    """Return what up to five codes of two places come to, and the code that decides.

    A code that is not in the bank's table makes the record unknown, whatever stands beside it; a code of payment beside
    one against it is contradictory. Bradesco writes 00 into the first place only.
    """
    slots = [codes[2 * at : 2 * at + 2].strip() for at in range(SLOTS)]
    found = list[tuple[str, str]]()
    for place, code in enumerate(slots):
        if not code or code == "0":
            continue
        meant = layout.occurrences.get(code, "unknown")
        if layout.bank == _BRADESCO and code == "00" and place > 0:
            meant = "unknown"
        found.append((meant, code))
    meanings = dict(reversed(found))
    if not found:
        return "none", ""
    for first in ("test_contract", "unknown"):
        if first in meanings:
            return first, meanings[first]
    if "paid" in meanings:
        against = _AGAINST_PAID & meanings.keys()
        return ("contradictory", meanings[min(against)]) if against else ("paid", meanings["paid"])
    return next((each, meanings[each]) for each in _PRECEDENCE if each in meanings)
