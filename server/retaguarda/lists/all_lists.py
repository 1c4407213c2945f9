"""Requests of the program itself."""

from retaguarda.foundation.request import Request

#: For an Access that opens without anybody's request.
NO_CALL = Request("", "", {}, [], {}, b"", "", None, None)
