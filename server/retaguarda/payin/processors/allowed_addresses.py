"""Where a processor may be: staff write addresses down, and none of them may lead into our own network."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from retaguarda.foundation.public_addresses import normalized_url


@dataclass(frozen=True, slots=True)
class AllowedAddresses:
    """
    Args:
        private: this machine and plain http are allowed, for development.
        own: origins that are allowed in any case: the bundled provider's.
    """

    private: bool = False
    own: frozenset[str] = frozenset()

    def check(self, field: str, url: str) -> None:
        """
        Raises:
            ApiError: 400, this field.
        """
        if not url.isprintable() or not self.is_own(url):
            normalized_url(url, private=self.private, field=field)

    def is_own(self, url: str) -> bool:
        try:
            parts = urlsplit(url)
        except ValueError:
            return False
        return f"{parts.scheme}://{parts.netloc}" in self.own
