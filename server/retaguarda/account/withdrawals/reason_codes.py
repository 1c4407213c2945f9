"""Why a bank refuses a Pix (ISO 20022 reason codes of pacs.002), and what follows from it.

The words for people stand in the web's texts under the same codes. Source: the Pix catalogue of messages, as public
documentation of payment providers lists it.
"""

#: Of the moment: another order may go out once this one is known to be refused.
TRANSIENT = frozenset({"AB03", "AB09", "AB11", "AM04", "ED05"})
#: Orders for one withdrawal at most.
MOST_ATTEMPTS = 3


def worth_another(code: str | None, attempt: int) -> bool:
    return code in TRANSIENT and attempt < MOST_ATTEMPTS
