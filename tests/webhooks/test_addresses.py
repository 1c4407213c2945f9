"""Where a webhook may go, and where never."""

import ipaddress

import pytest

from retaguarda.foundation.public_addresses import AddressRefused, is_public, refuse_private, target_of

#: First and last address of each block that IANA keeps for something else, by its registries of special-purpose addresses.
#: The neighbours on both sides are of the internet, unless another block begins there.
SPECIAL = (
    ("0.0.0.0", "0.255.255.255"),
    ("10.0.0.0", "10.255.255.255"),
    ("100.64.0.0", "100.127.255.255"),
    ("127.0.0.0", "127.255.255.255"),
    ("169.254.0.0", "169.254.255.255"),
    ("172.16.0.0", "172.31.255.255"),
    ("192.0.0.0", "192.0.0.255"),
    ("192.0.2.0", "192.0.2.255"),
    ("192.31.196.0", "192.31.196.255"),
    ("192.52.193.0", "192.52.193.255"),
    ("192.88.99.0", "192.88.99.255"),
    ("192.168.0.0", "192.168.255.255"),
    ("192.175.48.0", "192.175.48.255"),
    ("198.18.0.0", "198.19.255.255"),
    ("198.51.100.0", "198.51.100.255"),
    ("203.0.113.0", "203.0.113.255"),
    ("224.0.0.0", "255.255.255.255"),
    ("::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
    ("2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"),
    ("2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff"),
    ("3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"),
    ("4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
)
EDGES = {int(ipaddress.ip_address(edge)) for pair in SPECIAL for edge in pair}


@pytest.mark.parametrize(("first", "last"), SPECIAL)
def test_what_is_kept_for_something_else_is_never_called_and_what_is_beside_it_may_be(first: str, last: str) -> None:
    begin, end = ipaddress.ip_address(first), ipaddress.ip_address(last)
    for inside in (begin, end, type(begin)((int(begin) + int(end)) // 2)):
        assert not is_public(inside), inside
    for beside in (int(begin) - 1, int(end) + 1):
        if 0 <= beside < 2**begin.max_prefixlen and beside not in EDGES:
            assert is_public(type(begin)(beside)), type(begin)(beside)


@pytest.mark.parametrize(
    "address",
    [
        "192.0.0.192", "192.0.0.9", "192.88.99.1", "3fff::1", "169.254.169.254", "255.255.255.255", "::1", "::", "::7f00:1",
        "fe80::1", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1", "5f00::1", "100::1", "100:0:0:1::1", "64:ff9b:1::808:808",
        "2001:2::1", "2001:10::1", "2001:20::1", "2001:1::1", "2001:4:112::1", "2001:1ff:ffff::1",
        # Within others: mapped, NAT64, 6to4, Teredo by its server and by its client.
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b::c000:c0", "2002:7f00:1::",
        "2002:a00:1::", "2002:c058:6301::1", "2001:0:7f00:1::f7f7:f7f7", "2001:0:808:808::80ff:fffe",
    ],
)  # fmt: skip
def test_what_is_not_of_the_internet_at_large_is_never_called(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        "93.184.216.34", "8.8.8.8", "192.0.1.1", "2606:4700::1111", "2001:200::1", "64:ff9b::808:808", "::ffff:8.8.8.8",
        "2002:808:808::1", "2001:0:808:808::f7f7:f7f7",
    ],
)  # fmt: skip
def test_what_is_of_the_internet_may_be_called(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


def test_the_judgement_is_ours_and_not_of_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (ipaddress.IPv4Address, ipaddress.IPv6Address):
        for name in ("is_global", "is_private", "is_reserved", "is_multicast", "is_link_local", "is_loopback"):
            monkeypatch.setattr(kind, name, property(lambda _: pytest.fail("the library was asked")))
    assert is_public(ipaddress.ip_address("8.8.8.8"))
    assert is_public(ipaddress.ip_address("2606:4700::1111"))
    assert not is_public(ipaddress.ip_address("192.0.0.192"))


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
    with pytest.raises(AddressRefused, match=why):
        refuse_private(target_of(url, private=False))


def test_a_name_of_any_script_is_called_by_the_name_that_certificates_carry() -> None:
    target = target_of("https://pão.example:8443/ganchos?a=1", private=False)
    assert (target.host, target.port, target.rest) == ("xn--po-sia.example", 8443, "/ganchos?a=1")
    assert target.authority == "xn--po-sia.example:8443"
