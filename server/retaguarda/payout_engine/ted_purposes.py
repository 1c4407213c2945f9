"""What a TED may be for: the numbers of FEBRABAN (P011) that make sense in a payment by a merchant. The web has the texts under the same
numbers."""

from typing import Literal, get_args

TedPurpose = Literal["00001", "00002", "00003", "00004", "00005", "00006", "00007", "00008", "00010", "00101"]
TED_PURPOSES: tuple[TedPurpose, ...] = get_args(TedPurpose)
#: Credit in account, which fits where nobody says more.
CREDIT: TedPurpose = "00010"
