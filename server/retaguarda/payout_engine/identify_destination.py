"""Name where money goes by a keyed hash, so that destinations can be compared and counted without their documents."""

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.keys import Keys

_PURPOSE = "payout destination"


async def identify_destination(tx: Tx, keys: Keys, destination: Row) -> bytes:
    """Return 32 bytes that are equal for equal destinations, of whichever merchant; nobody without our key can make them."""
    names = ("pix_key",) if destination["kind"] == "key" else ("ispb", "branch", "number", "account_type")
    text = "\x1f".join((destination["kind"], *(str(destination[name]) for name in names)))
    return await keys.sign_permanently(tx, _PURPOSE, text.encode())
