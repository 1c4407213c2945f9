"""Where a webhook may go, and where never."""

import ipaddress

import pytest

from retaguarda.foundation.addresses import Refused, is_public, refuse_private, target_of


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "255.255.255.255", "192.0.2.1", "240.0.0.1", "198.18.0.1", "::1", "::", "fe80::1", "fc00::1", "fec0::1", "ff02::1",
        "2001:db8::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::",
        "2002:a00:1::",
    ],
)  # fmt: skip
def test_what_is_not_of_the_internet_at_large_is_never_called(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", ["93.184.216.34", "8.8.8.8", "2606:4700::1111", "64:ff9b::808:808"])
def test_what_is_of_the_internet_may_be_called(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://shop.example/", "url_not_https"),
        ("https://localhost/", "address_refused"),
        ("https://x.localhost/", "address_refused"),
        ("https://db.internal/", "address_refused"),
        ("https://printer.local./", "address_refused"),
        ("https://127.0.0.1/", "address_refused"),
        ("https://[::1]/", "address_refused"),
        ("https://2130706433/", "address_refused"),
        ("https://intranet/", "address_refused"),
        ("https://shop.example\\@evil.example/", "url_invalid"),
        ("https://shop.example/a b", "url_invalid"),
        ("https://shop.example:99999/", "url_invalid"),
        ("https://[::1/", "url_invalid"),
        ("javascript:alert(1)", "url_invalid"),
        ("//shop.example/", "url_invalid"),
    ],
)
def test_an_address_that_cannot_be_right_is_refused_when_it_is_written(url: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        refuse_private(target_of(url, private=False))


def test_a_name_of_any_script_is_called_by_the_name_that_certificates_carry() -> None:
    target = target_of("https://pão.example:8443/ganchos?a=1", private=False)
    assert (target.host, target.port, target.rest) == ("xn--po-sia.example", 8443, "/ganchos?a=1")
    assert target.authority == "xn--po-sia.example:8443"
