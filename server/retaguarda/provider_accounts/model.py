"""What every processor has, whichever way its money goes: credentials, statuses, and how its requests end.

New credentials are pending until a worker has tested them; only then do they replace the old ones. The API accepts
secrets and never returns them.
"""

from datetime import datetime
from typing import Annotated

import msgspec

#: Worst first. ``untested``: no credentials were accepted yet. ``idle``: no request for an hour.
STATUSES = ("down", "expired", "degraded", "expiring", "up", "idle", "untested", "disabled")

#: Percent of an hour's requests that failed: from here a processor counts as degraded, and as down.
DEGRADED, DOWN = 5, 50
#: Days before a certificate expires that staff are warned.
WARNED_DAYS = 30
#: Days that the counts of requests are kept.
KEPT_DAYS = 30

Url = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
Secret = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Pem = Annotated[str, msgspec.Meta(min_length=1, max_length=30_000)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Priority = Annotated[int, msgspec.Meta(ge=1, le=999)]


class ClientInput(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The credentials and URLs with which any processor is called. ``certificate`` (with its chain) and ``certificate_key`` in PEM, both
    or none.

    URLs come with the secrets on purpose: to change where secrets are sent, one must know them.
    """

    base_url: Url
    token_url: Url
    client_id: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    client_secret: Secret
    certificate: Pem | None = None
    certificate_key: Pem | None = None


class CredentialsInput(ClientInput, forbid_unknown_fields=True, kw_only=True):
    """Those of a processor that knows its account by a Pix key."""

    pix_key: Annotated[str, msgspec.Meta(min_length=1, max_length=77)]


class ProcessorHour(msgspec.Struct):
    """How the requests of one hour ended; ``average_ms`` and ``slowest_ms`` until the response began."""

    at: datetime
    answered: int
    refused: int
    failed: int
    average_ms: int
    slowest_ms: int


class ProcessorFailure(msgspec.Struct):
    at: datetime
    error: str
