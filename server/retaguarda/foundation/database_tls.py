"""Returns whether somebody in between could read or forge the traffic to a database."""

import ipaddress
from collections.abc import Mapping

import psycopg
from psycopg.conninfo import conninfo_to_dict


def is_guarded(address: str, env: Mapping[str, str]) -> bool:
    """Accepts a socket of this machine, its loopback, or TLS that verifies the certificate and the host name.

    Args:
        address: a URL or ``key=value`` pairs, as libpq reads them; libpq's environment variables fill in the rest.

    Raises:
        ValueError: it is not the address of a database.
    """
    try:
        params = conninfo_to_dict(address)
    except psycopg.ProgrammingError:
        raise ValueError("no address of a database") from None

    def param(name: str, variable: str) -> str:
        return str(params.get(name) or env.get(variable, ""))

    if param("sslmode", "PGSSLMODE") == "verify-full":
        return True
    # A libpq service file may name any host.
    if param("service", "PGSERVICE"):
        return False
    hosts = param("hostaddr", "PGHOSTADDR") or param("host", "PGHOST")
    return all(_is_local(host) for host in hosts.split(","))


def _is_local(host: str) -> bool:
    if host in ("", "localhost") or host.startswith(("/", "@")):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
