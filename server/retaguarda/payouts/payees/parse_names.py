"""Takes a Brazilian name apart into words that can be compared: without accents, abbreviations written out, and told which of
them say nothing (particles, forms of companies, the number behind a MEI's name)."""

import itertools
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal


def _words_in(text: str) -> frozenset[str]:
    return frozenset(text.split())


PARTICLES = _words_in("""
    DA DE DO DAS DOS E DI DEL EM NO NA PARA
""")
FORMS = _words_in("""
    LTDA LIMITADA ME EPP MEI EIRELI SA SS SLU SPE MICROEMPRESA CIA
""")
SONS = _words_in("""
    FILHO NETO JUNIOR SOBRINHO SEGUNDO
""")
#: Say little of who it is.
COMMON_NAMES = _words_in("""
    SILVA SANTOS OLIVEIRA SOUSA PEREIRA LIMA COSTA FERREIRA ALVES RODRIGUES RIBEIRO GOMES MARTINS ARAUJO CARVALHO BARBOSA
    ROCHA DIAS NASCIMENTO ANDRADE MOREIRA NUNES MARQUES MACHADO MENDES FREITAS CARDOSO RAMOS SANTANA TEIXEIRA
""")
GENERIC = _words_in("""
    COMERCIO COMERCIAL INDUSTRIA INDUSTRIAL SERVICOS SERVICO DISTRIBUIDORA TRANSPORTES TRANSPORTE CONSTRUCOES CONSTRUTORA
    INCORPORADORA BRASIL EMPREENDIMENTOS PARTICIPACOES TECNOLOGIA CONSULTORIA ASSESSORIA PRODUTOS ALIMENTOS ALIMENTICIOS
    IMPORTACAO EXPORTACAO LOJA COMPANHIA ASSOCIACAO INSTITUTO GRUPO REPRESENTACOES SOLUCOES ENGENHARIA MATERIAIS MEDICOS
""")
_SHORT = {
    "COM": "COMERCIO", "IND": "INDUSTRIA", "SERV": "SERVICOS", "DIST": "DISTRIBUIDORA", "TRANSP": "TRANSPORTES",
    "CONSTR": "CONSTRUCOES", "STA": "SANTA", "STO": "SANTO", "JR": "JUNIOR", "FO": "FILHO", "NT": "NETO", "MA": "MARIA",
    "IMP": "IMPORTACAO", "EXP": "EXPORTACAO", "REPR": "REPRESENTACOES", "ASSOC": "ASSOCIACAO", "PROD": "PRODUTOS",
    "SRA": "SENHORA", "NSA": "NOSSA", "ENG": "ENGENHARIA", "MAT": "MATERIAIS", "TEC": "TECNOLOGIA",
}  # fmt: skip
_SPELLING = (
    ("CHR", "CR"), ("PH", "F"), ("TH", "T"), ("CT", "T"), ("LH", "LI"), ("Y", "I"), ("W", "V"), ("Z", "S"), ("K", "C"),
    ("QU", "C"), ("SS", "S"), ("SC", "C"), ("H", ""),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class NameWord:
    """``shown`` as it was written, ``plain`` as it is compared."""

    shown: str
    plain: str
    place: int


def words_of(name: str) -> list[NameWord]:
    """The words of a name; `Silva, João` is turned round, and S/A and S.A. are one word."""
    if name.isascii() and name.replace(" ", "").isalpha():  # most names: nothing to take out of it
        return [
            NameWord(part, _SHORT.get(upper := part.upper(), upper), place) for place, part in enumerate(name.split())
        ]
    head, comma, tail = name.partition(",")
    text = f"{tail} {head}" if comma and tail.strip() and not FORMS & set(_plain(tail).split()) else name
    text = re.sub(r"\bS\s*[./]\s*A\b\.?", " SA ", text, flags=re.IGNORECASE).replace("&", " e ")
    parts = re.sub(r"[^\w']+", " ", text.replace("'", "")).replace("_", " ").split()
    return [NameWord(part, _SHORT.get(_plain(part), _plain(part)), place) for place, part in enumerate(parts)]


def _plain(text: str) -> str:
    if text.isascii():
        return text.upper()
    folded = unicodedata.normalize("NFKD", text)
    return "".join(each for each in folded if not unicodedata.combining(each)).upper()


def counted(words: Sequence[NameWord], company: bool) -> list[NameWord]:
    """The words that say who it is."""
    return [word for word in words if ignored_as(word, company) is None]


def ignored_as(word: NameWord, company: bool) -> Literal["particle", "form", "number"] | None:
    """Why a word has no weight; None: it has."""
    if word.plain in PARTICLES:
        return "particle"
    # Of a person it is a family name (Sá).
    if word.plain in FORMS and (company or word.plain != "SA"):
        return "form"
    return "number" if word.plain.isdigit() and len(word.plain) >= 8 else None


def joined(words: list[NameWord], others: Sequence[NameWord]) -> list[NameWord]:
    """`Ana Paula` as one word where the other side writes `Anapaula`."""
    whole = {word.plain for word in others}
    for first, second in itertools.pairwise(words):
        if first.plain + second.plain in whole and len(first.plain) > 1 and len(second.plain) > 1:
            at = words.index(first)
            both = NameWord(f"{first.shown} {second.shown}", first.plain + second.plain, first.place)
            return joined([*words[:at], both, *words[at + 2 :]], others)
    return words


@lru_cache(maxsize=100_000)
def spelled(plain: str) -> str:
    """The same for all spellings of one sound: Luiz and Luis, Thiago and Tiago."""
    plain = re.sub(r"TH$", "TE", plain)
    for old, new in _SPELLING:
        plain = plain.replace(old, new)
    plain = re.sub(r"(.)\1", r"\1", plain)
    # At the end of a word m and n, e and i sound alike.
    return re.sub(r"I$", "E", re.sub(r"M$", "N", plain)).replace("AES", "AIS")


COMMON = frozenset(map(spelled, COMMON_NAMES))
