"""A value that makes no sense, before anybody has said where it stands."""

from typing import NoReturn

from retaguarda.providers.bankfiles.lines import Damaged

#: So much of a value is repeated to the person who looks for it.
_SHOWN = 60


class Unread(ValueError):
    """Never leaves the package: a reader adds line and column and raises Damaged."""

    def __init__(self, code: str, text: str = "") -> None:
        super().__init__(code)
        self.code, self.text = code, text

    def at(self, line: int, column: int, field: str = "") -> NoReturn:
        """
        Raises:
            Damaged: with the place, the field's name and what stands there.
        """
        shown = ascii(self.text[:_SHOWN]) if self.text else ""
        raise Damaged(self.code, line, column, " ".join(word for word in (field, shown) if word)) from None
