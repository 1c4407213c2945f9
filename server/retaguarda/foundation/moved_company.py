"""Refuses what asks for a company that is being moved to another installation of the provider, or is there already.

The database refuses the writes (cells/sql/cells.sql); here is what a caller is told.
"""

import psycopg

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError

#: SQLSTATE of refuse_moving().
_MOVING = "RF560"
#: Seconds after which a caller may ask again.
_PATIENCE = "60"
#: The response header with the address that serves the company now.
MOVED_TO = "X-Moved-To"


def is_moving(error: psycopg.Error) -> bool:
    """Whether the database refused a write because its company is closed here."""
    return error.sqlstate == _MOVING


def moving_refusal(error: psycopg.Error) -> ApiError:
    """What is told of such a write: where the company is now, or that it is on its way."""
    if address := error.diag.message_detail:
        return moved(address)
    return ApiError(
        503,
        "company_moving",
        "this company is being moved to another installation: nothing can be changed for some minutes; ask again",
        {"Retry-After": _PATIENCE},
    )


def moved(address: str) -> ApiError:
    """421: another installation serves the company."""
    return ApiError(421, "company_moved", f"this company is served at {address}", {MOVED_TO: address})


async def refuse_moved(tx: Tx, company: int) -> None:
    """Refuses what is about a company that another installation serves.

    Raises:
        ApiError: 421 with its address.
    """
    if address := await tx.value("select cell_moved_to(%(company)s)", {"company": company}):
        raise moved(address)
