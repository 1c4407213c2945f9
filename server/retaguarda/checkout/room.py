"""The checkout for the page of a shop, and our own page for whoever has a payment link."""

from typing import Any

from retaguarda.checkout.checkout_keys import MAKE_KEY, key_route, set_origins
from retaguarda.checkout.public_charge import public_routes
from retaguarda.checkout.share_charge import link_routes
from retaguarda.foundation.command import Command
from retaguarda.foundation.database import Database
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services
from retaguarda.settings import Settings


def _configured(services: Services) -> tuple[Command[Any], ...]:
    return (set_origins(services[Settings].private_hooks),)


def _routes(services: Services) -> list[Route]:
    access, database, own_origin = services[Access], services[Database], services[Settings].address
    return [
        key_route(access),
        *public_routes(database, own_origin),
        *link_routes(access, database, services[Keys], own_origin),
    ]


ROOM = Room(name="checkout", commands=(MAKE_KEY,), configured=_configured, routes=_routes)
