"""The lists of the house, for what is made of any of them."""

from collections.abc import Callable, Iterable

from retaguarda.foundation.call import Call, Door
from retaguarda.foundation.table import Table

#: From the house's door, or one like it: every list, with the door through which its room reads it.
Lists = Callable[[Door], Iterable[tuple[Table, Door]]]

#: For doors that open without anybody's call.
NO_CALL = Call("", "", {}, [], {}, b"", "", None, None)
