"""The lists of the app, for features that work on any list."""

from collections.abc import Callable, Iterable

from retaguarda.foundation.request import Access, Request
from retaguarda.foundation.table import Table

#: Access → every list with the access through which its room reads it.
Lists = Callable[[Access], Iterable[tuple[Table, Access]]]

#: For access that opens without an API request.
NO_REQUEST = Request("", "", {}, [], {}, b"", "", None, None)
