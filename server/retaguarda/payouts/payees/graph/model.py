"""API shapes of the graph of a payee, and its limits."""

from typing import Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money

NodeKind = Literal["person", "destination", "unit", "merchant"]
EdgeKind = Literal["receives_at", "owned_by", "unit_paid_at", "unit_owned_by", "pays", "pays_back"]

#: Steps from the payee, and neighbours of one kind that a node shows.
HOPS, MOST_NEIGHBOURS = 3, 20
#: Neighbours that are counted; beyond them there are at least so many. Nodes of one step.
MOST_COUNTED, MOST_NODES = 1_000, 60
#: Names and books that a person shows, and movements that are added up of each way between a merchant and the payee.
MOST_NAMES, MOST_BOOKS, MOST_MOVEMENTS = 20, 20, 1_000


class GraphName(msgspec.Struct):
    """A name that a document goes by. ``source``: a book, the directory, payments made, or payments that came in."""

    name: str
    source: Literal["book", "directory", "paid", "payer"]
    count: int


class GraphBook(msgspec.Struct):
    """A book in which a person stands."""

    payee_id: UUID
    company_id: int
    company_name: str
    name: str
    status: str


class GraphNode(msgspec.Struct):
    """``hop``: steps from the payee, which is node 0.

    Args:
        kind: a person or company that is or owns a payee; a destination; a franchise unit; a merchant that pays the payee and
            is paid by them.
        name: of a destination, its bank.
        document: masked; of a destination null.
        place: where a destination is, masked.
        live: a destination that may be paid to, or is to be: neither refused nor retired.
        books: of a person, in which of the books that the caller sees they stand; none: only the directory names them.
        more: neighbours that are not shown.
        at_least: there may be more still than were counted.
    """

    id: int
    kind: NodeKind
    hop: int
    name: str | None
    document: str | None
    place: str | None
    live: bool
    unit_id: UUID | None
    company_id: int | None
    books: list[GraphBook]
    more: int
    at_least: bool


class GraphEdge(msgspec.Struct):
    """From a person to a destination, from a destination to who owns its key, from a unit to who is paid by it or owns it, and
    both ways between a merchant and the payee, there with payments and their sum.
    """

    source: int
    target: int
    kind: EdgeKind
    payments: int | None
    amount: Money | None


class GraphFinding(msgspec.Struct):
    """What deserves a look: a destination of several people, a document with several names, people whose money lands at each other,
    a merchant that pays who pays it, several units with one person behind them. ``nodes``: in the order of a ring.
    """

    kind: Literal["shared_destination", "many_names", "ring", "money_ring", "shared_unit"]
    nodes: list[int]


class PayeeGraph(msgspec.Struct):
    """``all_books``: the graph reaches over the books of all merchants, which only staff see."""

    nodes: list[GraphNode]
    edges: list[GraphEdge]
    findings: list[GraphFinding]
    names: list[GraphName]
    all_books: bool
