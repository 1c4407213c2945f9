"""What the database refuses, as errors of the API."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import psycopg

from retaguarda.foundation.errors import ApiError

_REFUSALS: Mapping[str, tuple[int, str, str]] = {
    "RF052": (409, "company_own", "another person decides over a company that you brought in"),
    "RF080": (409, "kyc_reason_cycle", "a reason would depend on itself"),
    "RF081": (409, "kyc_not_so", "this request is in another state"),
    "RF082": (409, "kyc_fixed", "what was decided does not change"),
    "RF084": (409, "kyc_documents_open", "a required document is not approved"),
    "RF085": (409, "kyc_checks_open", "a check is in error, or a hit is not decided"),
    "RF086": (409, "kyc_parent_open", "the reason that comes before is not approved"),
    "RF087": (409, "kyc_other_person", "another person decides: not who proposed it, nor who reviewed a document"),
    "RF088": (409, "kyc_stale", "something changed since it was proposed; send it back and propose it again"),
    "RF089": (409, "kyc_third_person", "a third person has to agree first"),
    "RF092": (409, "kyc_sanctioned", "a list of sanctions names the subject or an owner; propose to reject it"),
    "RF090": (409, "kyc_not_so", "this request is in another state"),
}


@contextmanager
def refused_by_rules() -> Iterator[None]:
    """Translate refusals of the database inside the block.

    Raises:
        ApiError: 409 with the rule's key.
    """
    try:
        yield
    except psycopg.Error as error:
        refusal = _REFUSALS.get(error.sqlstate or "")
        if refusal is None:
            raise
        raise ApiError(*refusal) from None
