"""The lists of the house, for what is made of any of them."""

from collections.abc import Callable, Iterable

from retaguarda.foundation.request import Access, Request
from retaguarda.foundation.table import Table

#: From the house's door, or one like it: every list, with the door through which its room reads it.
Lists = Callable[[Access], Iterable[tuple[Table, Access]]]

#: For doors that open without anybody's call.
NO_CALL = Request("", "", {}, [], {}, b"", "", None, None)
