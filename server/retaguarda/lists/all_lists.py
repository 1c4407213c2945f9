"""The request of work that nobody's API request began."""

from retaguarda.foundation.request import Request

#: For access that opens without an API request.
NO_REQUEST = Request("", "", {}, [], {}, b"", "", None, None)
