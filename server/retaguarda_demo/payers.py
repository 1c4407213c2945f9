"""Invented payers. Names are drawn from lists, numbers from a generator: that a valid number is somebody's is chance,
and no name belongs to it."""

from random import Random
from string import ascii_uppercase, digits

from retaguarda.foundation.documents import check_digits

Payer = tuple[str, str]


def _words(text: str, between: str = " ") -> list[str]:
    return text.split(between)


_FIRST = _words(
    "Adriana Alice Amanda André Antônio Aparecida Arthur Beatriz Bernardo Bianca Caio Camila Carlos Cecília Cláudia "
    "Daniel Davi Débora Diana Eduardo Elaine Emanuel Enzo Fabiana Felipe Fernanda Flávio Gabriela Giovana Gustavo "
    "Heitor Helena Henrique Igor Iracema Isabela Ivan Jandira João Joaquim Jorge Juliana Larissa Laura Leandro "
    "Letícia Lorena Lucas Luíza Marcelo Márcia Mariana Mateus Miguel Natália Nelson Otávio Patrícia Paulo Pedro "
    "Priscila Rafael Raquel Renata Ricardo Rita Roberto Rosana Samuel Sandra Sérgio Sofia Sônia Tatiana Teresa "
    "Thiago Valentina Vanessa Vera Vinícius Vitória Wagner Yara"
)
_LAST = _words(
    "Almeida Alves Andrade Araújo Azevedo Barbosa Barros Batista Borges Brito Campos Cardoso Carvalho Castro "
    "Cavalcanti Correia Costa Cunha Dantas Duarte Farias Ferreira Figueiredo Fonseca Franco Freitas Garcia Gomes "
    "Gonçalves Guimarães Leite Lopes Machado Magalhães Marques Martins Matos Medeiros Melo Mendes Miranda Monteiro "
    "Moraes Moreira Moura Nascimento Neves Nogueira Oliveira Pacheco Peixoto Pereira Pinheiro Pinto Prado Queiroz "
    "Ramos Reis Rezende Ribeiro Rocha Rodrigues Sales Santana Santos Silva Siqueira Soares Tavares Teixeira Torres "
    "Vasconcelos Vieira Xavier"
)
_TRADES = _words(
    "Construtora Clínica Editora Transportes Distribuidora Padaria Restaurante Hotel Farmácia Gráfica Papelaria "
    "Consultoria Laticínios Confecções Móveis Agropecuária"
)
_PLACES = _words(
    "Vale Verde,Sol Nascente,Rio Claro,Pedra Azul,Boa Vista,Campo Belo,Serra Alta,Lagoa Dourada,Ponte Nova,Ipê Amarelo,"
    "Mar Aberto,Monte Alegre,Três Coroas,Água Limpa,Estrela do Sul,Novo Rumo",
    between=",",
)
_FORMS = ("Ltda", "Ltda", "ME", "EIRELI", "S.A.")


class Payers:
    """A shop's customers.

    Args:
        firms: of a hundred, how many are companies.
    """

    def __init__(self, rng: Random, count: int, firms: int) -> None:
        self._people = [_firm(rng) if rng.randrange(100) < firms else _person(rng) for _ in range(count)]

    def pick(self, rng: Random) -> Payer:
        """One of them: some come again and again, most now and then."""
        drawn = rng.random()
        return self._people[int(drawn * drawn * len(self._people))]


def _person(rng: Random) -> Payer:
    names = [rng.choice(_FIRST), rng.choice(_LAST)]
    if rng.random() < 0.6 and (second := rng.choice(_LAST)) != names[1]:
        names.append(second)
    base = f"{rng.randrange(1, 10**9):09d}"
    return " ".join(names), base + check_digits(base)


def _firm(rng: Random) -> Payer:
    name = f"{rng.choice(_TRADES)} {rng.choice(_PLACES)} {rng.choice(_FORMS)}"
    # Letters are allowed in numbers given out from July 2026 on; older companies keep their digits.
    letters = digits if rng.random() < 0.5 else digits + ascii_uppercase
    base = "".join(rng.choices(letters, k=8)) + "0001"
    return name, base + check_digits(base)
