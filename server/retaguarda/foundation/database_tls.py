"""Whether what travels to a database could be read or answered by somebody on the way."""

import ipaddress
from collections.abc import Mapping

import psycopg
from psycopg.conninfo import conninfo_to_dict


def is_guarded(address: str, env: Mapping[str, str]) -> bool:
    """A socket of this machine, its loopback, or TLS whose certificate is checked together with the name.

    Args:
        address: a URL or ``key=value`` pairs, as libpq reads them; what it does not say, the variables say that libpq reads.

    Raises:
        ValueError: it is no address of a database.
    """
    try:
        given = conninfo_to_dict(address)
    except psycopg.ProgrammingError:
        raise ValueError("no address of a database") from None

    def said(name: str, variable: str) -> str:
        return str(given.get(name) or env.get(variable, ""))

    if said("sslmode", "PGSSLMODE") == "verify-full":
        return True
    # A service's file may name any host.
    if said("service", "PGSERVICE"):
        return False
    hosts = said("hostaddr", "PGHOSTADDR") or said("host", "PGHOST")
    return all(_is_here(host) for host in hosts.split(","))


def _is_here(host: str) -> bool:
    if host in ("", "localhost") or host.startswith(("/", "@")):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
