"""The addresses that the house names of itself: where it is opened, whose passkeys it takes, and the pages of the demo."""

from retaguarda.settings import load


def test_the_address_that_is_opened_is_a_name_because_passkeys_do_not_work_on_a_number() -> None:
    usual = load({})
    assert (usual.bind, usual.address) == ("127.0.0.1", "http://localhost:8000")
    assert load({"RETAGUARDA_PUBLIC_URL": "https://pay.example/"}).address == "https://pay.example"


def test_the_demo_names_pages_of_its_own_and_an_installation_none() -> None:
    pages = [(demo.help_url, demo.privacy_url, demo.terms_url) for demo in (load({}), load({"RETAGUARDA_DEMO": "0"}))]
    assert pages == [("/help", "/privacy", "/terms"), ("", "", "")]
    named = load({"RETAGUARDA_HELP_URL": "https://help.example", "RETAGUARDA_TERMS_URL": ""})
    assert (named.help_url, named.terms_url) == ("https://help.example", "")
