"""Write the map of the reverse proxy that stands before several installations: which one has the company of a host or a webhook."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from retaguarda.cells.model import Refused
from retaguarda.foundation.database import Tx
from retaguarda.foundation.typed_rows import fetch_all

_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?")
Form = Literal["nginx", "caddy"]


class Place(msgspec.Struct, frozen=True):
    """``name``: a host, or the id of a connection in the address of its webhook."""

    name: str
    address: str


class Places(msgspec.Struct, frozen=True):
    """Where companies are that have left this installation; all others are at ``here``."""

    here: str
    hosts: Sequence[Place]
    connections: Sequence[Place]


async def places(tx: Tx, here: str) -> Places:
    """
    Args:
        here: the address of this installation.
    """
    return Places(here, await fetch_all(tx, Place, _HOSTS), await fetch_all(tx, Place, _CONNECTIONS))


def written(places: Places, form: Form) -> str:
    """The map in the form of this proxy: two variables, the second of which says where a request goes."""
    hosts = {place.name: place.address for place in places.hosts}
    paths = {f"~^/webhooks/pix/{re.escape(place.name)}/": place.address for place in places.connections}
    if form == "nginx":
        return _nginx("$host", "$retaguarda_host_cell", places.here, hosts) + _nginx(
            "$uri", "$retaguarda_cell", "$retaguarda_host_cell", paths
        )
    return _caddy("{host}", "{retaguarda_host_cell}", places.here, hosts) + _caddy(
        "{path}", "{retaguarda_cell}", "{retaguarda_host_cell}", paths
    )


def _nginx(by: str, variable: str, default: str, lines: Mapping[str, str]) -> str:
    listed = "".join(f'    "{name}" {address};\n' for name, address in lines.items())
    return f"map {by} {variable} {{\n    default {default};\n{listed}}}\n"


def _caddy(by: str, variable: str, default: str, lines: Mapping[str, str]) -> str:
    listed = "".join(f"\t{name} {address}\n" for name, address in lines.items())
    return f"map {by} {variable} {{\n{listed}\tdefault {default}\n}}\n"


_HOSTS = """
select h.host as name, m.other_address as address from company_host h join cell_move m on m.company_id = h.company_id
 where m.state = 'released' order by h.host
"""
_CONNECTIONS = """
select c.id::text as name, m.other_address as address from pix_connection c join cell_move m on m.company_id = c.company_id
 where m.state = 'released' order by c.id
"""


async def set_host(tx: Tx, company: int, host: str, *, here: bool) -> None:
    """Say that a company's people come by this host, or no longer do.

    Raises:
        Refused: the host is another company's, or no name of a host.
    """
    if not _HOST.fullmatch(host):
        raise Refused("host_invalid", f"{host!r} is no name of a host")
    if not here:
        await tx.execute(
            "delete from company_host where company_id = %(company)s and host = %(host)s",
            {"company": company, "host": host},
        )
        return
    await tx.execute(
        "insert into company_host (company_id, host) values (%(company)s, %(host)s) on conflict do nothing",
        {"company": company, "host": host},
    )
    if await tx.value("select company_id from company_host where host = %(host)s", {"host": host}) != company:
        raise Refused("host_taken", f"{host} is another company's")
