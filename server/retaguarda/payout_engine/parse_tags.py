"""What a merchant sorts its payments by: tags, and which of those that wait for money leaves first."""

from collections.abc import Iterable, Mapping
from typing import Literal

Priority = Literal["high", "normal", "low"]
PRIORITIES: tuple[Priority, ...] = ("high", "normal", "low")
#: Priority → as it is stored.
STORED: Mapping[Priority, int] = {"high": 1, "normal": 0, "low": -1}
#: Tags of one payment, and characters of one.
MOST_TAGS, LONGEST_TAG = 10, 30


def tags_of(texts: Iterable[str]) -> list[str]:
    """Return tags without spaces around them, each once, in small letters so that one is not two.

    Raises:
        ValueError: too many, too long, or not one line of text.
    """
    found = list(dict.fromkeys(each.strip().lower() for each in texts if each.strip()))
    if len(found) > MOST_TAGS or any(len(each) > LONGEST_TAG or not each.isprintable() for each in found):
        raise ValueError("tags")
    return found
