"""What a new password must be."""

import logging

import httpx
import pytest

from people import Person
from retaguarda.identity.password_policy import is_common, refusal
from retaguarda.identity.password_strength import strength
from retaguarda.identity.passwords import hash_password, is_outdated
from retaguarda.providers.breaches import PwnedRange
from retaguarda_demo.people import PASSWORD

ABOUT = ("ana.souza@merchant.example", "Padaria Três Irmãos")


@pytest.mark.parametrize(
    ("password", "key"),
    [
        ("", "min_length_required"),
        ("Aa1!Aa1!Aa1", "min_length_required"),
        ("aaaaaaaaaaaa", "upper_case"),
        ("AAAAAAAAAAAA", "lower_case"),
        ("AAAAaaaaAAAA", "numbers"),
        ("AAAAaaaa1111", "alphas"),
        ("AAAA_aaaa_1111", "alphas"),
        ("Mesa#Azul-2026", None),
        ("  Mesa Azul 26  ", None),
        ("Ção#Éñü-Ж2026!", None),
        ("Banco da praça, 7 pombos; " * 12, None),
        ("X" * 300 + "y1!", "easy_password"),
        ("X" * 1_000 + "y1!", "too_long"),
        ("Souza!Casa-88xx", "contains_personal"),
        ("xxSOÚZA!Casa-88", "contains_personal"),
        ("Tres!Casa-8877", "contains_personal"),
        ("ReTaGuarda!8877", "contains_personal"),
        ("Merchant!Casa-88", None),
        ("Banana#Verde-88", None),
        ("Password123!", "common_password"),
        ("P@ssw0rd-2026!", "common_password"),
        ("!!S3nh@-123456", "common_password"),
        ("!QAZ2wsx#EDC", "common_password"),
    ],
)
def test_the_first_rule_that_is_broken_is_named(password: str, key: str | None) -> None:
    assert refusal(password, ABOUT) == key


#: What people choose when a form asks for twelve characters, an uppercase letter, a digit and a sign.
EVERYDAY = [
    "1q2w3e4r5T!@",
    "Aaaaaaaaaa1!",
    "Deus@fiel123",
    "Deus#Fiel2026",
    "Senha@2026abc",
    "Mudar@123456",
    "Brasil@2026!",
    "Corinthians1910!",
    "Qwerty@123456",
    "Asdfgh@12345",
    "Abcd1234!@#$",
    "Abc@12345678",
    "Aa123456789!",
    "P@ssw0rd1234",
    "Welcome@2026!",
    "Summer2026!!!",
    "Password1234!",
    "Letmein@12345",
    "Iloveyou2026!",
    "Admin@123456",
    "Amor@123456789",
    "JesusCristo@1",
    "Flamengo@2026",
    "Joao@19851985",
    "Qwe123!@#Qwe",
    "Zaq12wsx!@#$",
    "1Qaz2wsx3edc!",
    "Empresa@2026",
    "Trocar@12345",
    "Gabriel@2010!",
    "Familia#2023!",
    "Bemvindo@2026",
    "Passw0rd!Passw0rd!",
    "Eu@teamo12345",
    "Saopaulo@1935",
    "Vida@loka2024",
    "MinhaSenha@1",
    "SenhaForte@123",
    "Abcabcabcabc1!",
    "Monkey@123456",
    "Sunshine@1234",
    "Qwertyuiop1!",
    "Poiuyt@09876",
    "!@#$1234Qwer",
]
#: What a person or a generator makes who takes some care.
CAREFUL = [
    "Mesa#Azul-2026",
    "Banana#Verde-88",
    "Aurora!Boreal-88",
    "Canario#Secreto-9931",
    "KWzrplmq481!",
    "Loja-Azul#7788",
    "Mais#Uma-Chave77",
    "Outra!Chave-4821",
    "Outro-Vento-2032",
    "Uma-Cadeira-Verde-77",
    "Tijolo*Nuvem.Trem7",
    "kX9$vLm2Qw#r",
    "7Girafas-Nadam_Bem!",
    "Correia/Lousa8Pente",
    "gT5&hJ8*kL1z",
    "Chuva-Morna+Sapato3",
    "R4zao?Inverno;Copo",
    "Zebra.Quartzo91!fim",
    "xK!9dPq2@WmZ",
    "Lanterna&Milho=40",
    "tr3s-Cadeiras-Tortas!",
    "Vulcao%Papel#61",
    "Piano^Abacaxi8Lua!",
    "w8#Ubatuba.Neblina",
    "Quinze$Pregos_Soltos15",
    "Ferro+Manga-Jornal9",
    "Olho?Trilho77Mosca",
    "Hx2!Ypt9&Lcw",
    "Sete*Gatos=Miam7",
    "Barco.Limao@Escada4",
    "Grampo9#Fivela&Rua",
    "Copper7-kettle-Orbit",
    "Tired!Walrus48jumps",
    "Ladder_Mango?Foghorn2",
]


def test_everyday_passwords_are_refused_and_careful_ones_are_taken() -> None:
    assert len(EVERYDAY) >= 30
    assert len(CAREFUL) >= 30
    assert [each for each in EVERYDAY if refusal(each, ()) not in ("common_password", "easy_password")] == []
    assert [(each, refusal(each, ())) for each in CAREFUL if refusal(each, ())] == []


@pytest.mark.parametrize("password", ["1q2w3e4r5T!@", "Aaaaaaaaaa1!", "Deus@fiel123"])
async def test_what_is_quickly_guessed_is_refused_by_a_key_of_its_own(ana: Person, password: str) -> None:
    for _ in range(2):
        said = await ana.post("/auth/password", {"oldPassword": PASSWORD, "newPassword": password})
        assert (said.status_code, said.json()["message"]) == (400, {"newPassword": ["easy_password"]})


def test_a_long_password_costs_no_more_than_a_short_one() -> None:
    looked_at = list[str]()

    class Words(frozenset[str]):
        def __contains__(self, word: object) -> bool:
            looked_at.append(str(word))
            return False

    strength("@4310$5!7" * 10, Words())
    short = len(looked_at)
    looked_at.clear()
    strength("@4310$5!7" * 110, Words())
    assert 0 < len(looked_at) == short < 2_000


def test_a_common_password_is_found_whatever_its_case() -> None:
    assert is_common("1QAZ@wsx3EDC")
    assert not is_common("Mesa#Azul-2026")


def test_a_hash_of_weaker_parameters_is_outdated() -> None:
    assert not is_outdated(hash_password("x"))
    assert is_outdated("$argon2id$v=19$m=8192,t=1,p=1$c29tZXNhbHRzb21l$u0ihlNJaIlYC3TLPAlI5nA")


def answering(text: str, status: int = 200) -> PwnedRange:
    return PwnedRange("https://range.example", httpx.MockTransport(lambda _: httpx.Response(status, text=text)))


async def test_a_breached_password_is_known_by_the_rest_of_its_digest() -> None:
    asked = list[str]()
    digest = "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8"  # SHA-1 of "password"

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        return httpx.Response(200, text=f"{'0' * 35}:7\r\n{digest[5:]}:42\r\n")

    service = PwnedRange("https://range.example", httpx.MockTransport(answer))
    assert await service.holds("password")
    assert not await service.holds("Mesa#Azul-2026")
    assert asked[0] == "/5BAA6"
    assert not await answering(f"{digest[5:]}:0").holds("password")


async def test_a_service_that_fails_stops_nobody_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    def broken(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadTimeout("late")

    with caplog.at_level(logging.WARNING):
        assert not await PwnedRange("https://range.example", httpx.MockTransport(broken)).holds("password")
        assert not await answering("", 503).holds("password")
    assert len(caplog.records) == 2
    assert "password does not" not in caplog.text
