"""Checks where a processor may be: staff enter its URLs, and none may lead into our own network."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from retaguarda.foundation.public_addresses import normalized_url


@dataclass(frozen=True, slots=True)
class AllowedAddresses:
    """The URLs a processor may have.

    Args:
        private: allow this machine and plain http, for development.
        own: origins that are always allowed: the bundled provider's.
    """

    private: bool = False
    own: frozenset[str] = frozenset()

    def check(self, field: str, url: str) -> None:
        """Check a URL.

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
