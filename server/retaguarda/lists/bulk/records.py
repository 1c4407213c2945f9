"""One bulk Command of a person."""

from retaguarda.foundation.record import Record
from retaguarda.foundation.scope import OWN
from retaguarda.lists.bulk.queries import Bulk, read_bulk
from retaguarda.lists.bulk.tables import PERMISSION

BULK_RECORD = Record(
    path="/v1/bulk/{id:str}",
    summary="One bulk Command: how far it is",
    permission=PERMISSION,
    scope=OWN,
    answers=Bulk,
    load=read_bulk,
)
