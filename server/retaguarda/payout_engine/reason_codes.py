"""Reason codes with which a bank refuses a Pix (ISO 20022 reason codes of pacs.002), and whether to try again.

The web has the texts for people under the same codes. Source: the Pix catalogue of messages, as public
documentation of payment providers lists it.
"""

#: Transient refusals: another order may follow once this one is known to be refused.
TRANSIENT = frozenset({"AB03", "AB09", "AB11", "AM04", "ED05"})
#: Most orders for one withdrawal.
MOST_ATTEMPTS = 3


def worth_another(code: str | None, attempt: int) -> bool:
    return code in TRANSIENT and attempt < MOST_ATTEMPTS
