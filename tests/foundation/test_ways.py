"""What travels between machines travels by TLS: to the database in production, and from a proxy where it is asked for."""

import os
import socket
import ssl
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from conftest import SECRET
from retaguarda.settings import SettingsError, load

PRODUCTION = {
    "RETAGUARDA_ENV": "production",
    "RETAGUARDA_SECRET": "x" * 32,
    "RETAGUARDA_PUBLIC_URL": "https://pay.example",
}
OPEN = (
    "postgresql://u:p@db.example/retaguarda",
    "postgresql://u:p@db.example/retaguarda?sslmode=require",
    "postgresql://u:p@db.example/retaguarda?sslmode=verify-ca",
    "postgresql://u:p@db.example/retaguarda?sslmode=disable",
    "postgresql://u:p@10.0.0.5:5432/retaguarda",
    "postgresql://u:p@[2001:db8::5]/retaguarda",
    "postgresql://u:p@localhost,db.example/retaguarda",
    "postgresql://u:p@localhost/retaguarda?hostaddr=10.0.0.5",
    "postgresql://u:p@127.0.0.1.db.example/retaguarda",
    "host=db.example dbname=retaguarda",
    "service=retaguarda",
)
GUARDED = (
    "",
    "postgresql://u:p@db.example/retaguarda?sslmode=verify-full",
    "postgresql://u:p@db1.example,db2.example/retaguarda?sslmode=verify-full&target_session_attrs=read-write",
    "postgresql://u:p@localhost/retaguarda",
    "postgresql://u:p@127.0.0.1:5432/retaguarda",
    "postgresql://u:p@[::1]/retaguarda",
    "postgresql:///retaguarda?host=/var/run/postgresql",
    "postgresql://u@%2Fvar%2Frun%2Fpostgresql/retaguarda",
    "postgresql:///retaguarda",
)


@pytest.mark.parametrize(
    "name",
    [
        "DATABASE_URL",
        "RETAGUARDA_DATABASE_APP_URL",
        "RETAGUARDA_DATABASE_POOLER_URL",
        "RETAGUARDA_DATABASE_REPLICA_URL",
    ],
)
def test_production_does_not_start_with_a_way_to_the_database_that_others_could_read(name: str) -> None:
    for address in OPEN:
        with pytest.raises(SettingsError, match=f"{name} must say sslmode=verify-full") as refused:
            load(PRODUCTION | {name: address})
        assert "u:p" not in str(refused.value)
        # Elsewhere nothing is demanded.
        load({name: address})
    for address in GUARDED:
        load(PRODUCTION | {name: address})
    with pytest.raises(SettingsError, match=f"{name} is no address"):
        load(PRODUCTION | {name: "postgresql://[half"})


def test_what_an_address_leaves_out_is_taken_from_the_variables_that_the_driver_reads() -> None:
    bare = PRODUCTION | {"DATABASE_URL": "postgresql://u:p@/retaguarda"}
    load(bare)
    for variable, value in (("PGHOST", "db.example"), ("PGHOSTADDR", "10.0.0.5"), ("PGSERVICE", "retaguarda")):
        with pytest.raises(SettingsError, match="verify-full"):
            load(bare | {variable: value})
        load(bare | {variable: value, "PGSSLMODE": "verify-full"})


def test_a_certificate_comes_with_its_key_and_its_name(pair: tuple[Path, Path]) -> None:
    certificate, key = map(str, pair)
    named = {"RETAGUARDA_PUBLIC_URL": "https://pay.example"}
    whole = {"RETAGUARDA_TLS_CERTIFICATE": certificate, "RETAGUARDA_TLS_KEY": key}
    assert load(named | whole).tls_key == key
    for missing in whole:
        with pytest.raises(SettingsError, match=f"{missing} must be a PEM file"):
            load(named | {name: value for name, value in whole.items() if name != missing})
    with pytest.raises(SettingsError, match="RETAGUARDA_TLS_CERTIFICATE must be"):
        load(named | whole | {"RETAGUARDA_TLS_CERTIFICATE": "/nonexistent"})
    with pytest.raises(SettingsError, match="RETAGUARDA_PUBLIC_URL"):
        load(whole)


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate for localhost, its own authority, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    files = tmp_path / "chain.pem", tmp_path / "key.pem"
    files[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return files


def test_the_api_itself_speaks_tls_where_a_certificate_is_set(
    peopled_url: str, pair: tuple[Path, Path], tmp_path: Path
) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {
        "DATABASE_URL": peopled_url,
        "PORT": str(port),
        "RETAGUARDA_DATA": str(tmp_path / "data"),
        "RETAGUARDA_SECRET": SECRET,
        "RETAGUARDA_DEMO": "0",
        "RETAGUARDA_PUBLIC_URL": "https://localhost",
        "RETAGUARDA_TLS_CERTIFICATE": str(pair[0]),
        "RETAGUARDA_TLS_KEY": str(pair[1]),
    }
    program = subprocess.Popen([sys.executable, "-m", "retaguarda", "api"], env=environment)
    try:
        trusting = ssl.create_default_context(cafile=str(pair[0]))
        with httpx.Client(verify=trusting, transport=httpx.HTTPTransport(verify=trusting, retries=8)) as client:
            assert client.get(f"https://localhost:{port}/health").status_code == 200
        with pytest.raises(httpx.TransportError):
            httpx.get(f"http://localhost:{port}/health")
    finally:
        program.terminate()
        program.wait(60)
