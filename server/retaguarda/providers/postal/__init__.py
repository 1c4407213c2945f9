"""Which address belongs to a postal code (CEP): one port, an adapter for ViaCEP, and one for none at all."""

from typing import Protocol

import msgspec


class Address(msgspec.Struct, frozen=True):
    """What a CEP stands for. ``street`` and ``district`` are empty where a town has one CEP for all of it.

    ``state`` is the two-letter code (UF); ``city_code`` the seven digits of IBGE.
    """

    postal_code: str
    street: str
    district: str
    city: str
    state: str
    city_code: str


class PostalUnavailable(Exception):
    """Nobody can say right now; ask again later."""


class PostalCodes(Protocol):
    async def find(self, postal_code: str) -> Address | None:
        """
        Args:
            postal_code: eight digits.

        Returns:
            None: there is no such postal code.

        Raises:
            PostalUnavailable
        """
        ...


class NoPostalCodes:
    """For an installation that asks nobody: people type their address."""

    async def find(self, postal_code: str) -> Address | None:
        raise PostalUnavailable("no service of postal codes is set")
