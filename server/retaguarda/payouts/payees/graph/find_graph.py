"""Finds what a payee has in common with others, up to three steps away, within the books that the caller sees.

A person is a document, whoever's book it stands in, and a destination is where money goes: both are known by their keyed
hashes, which are the same in every book.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import mask_text
from retaguarda.foundation.money import Money
from retaguarda.payouts.payees.compare_names import compare_names
from retaguarda.payouts.payees.graph.find_relations import Sums, Unit, names_of, sums_with, units_of
from retaguarda.payouts.payees.graph.find_rings import find_rings
from retaguarda.payouts.payees.graph.model import (
    HOPS,
    MOST_COUNTED,
    MOST_NEIGHBOURS,
    MOST_NODES,
    EdgeKind,
    GraphBook,
    GraphEdge,
    GraphFinding,
    GraphName,
    GraphNode,
    NodeKind,
    PayeeGraph,
)
from retaguarda.payouts.payees.graph.queries import (
    Neighbour,
    books_of,
    describe_places,
    landings,
    owned_by,
    owners_named,
    owners_of,
    people_at,
    places_of,
)

_Key = tuple[NodeKind, bytes]


@dataclass(slots=True)
class Subject:
    """The payee that the graph is about."""

    document: str
    hash: bytes
    name: str
    trade_name: str | None


@dataclass(slots=True)
class Sees:
    """What whoever asks may see beside payees: the books of all merchants, franchise units, payments that came in."""

    all_books: bool
    units: bool
    payments: bool


@dataclass(slots=True)
class _Graph:
    nodes: list[GraphNode] = field(default_factory=list[GraphNode])
    edges: list[GraphEdge] = field(default_factory=list[GraphEdge])
    known: dict[_Key, int] = field(default_factory=dict[_Key, int])
    #: Of a node, how many neighbours by this kind of edge there are.
    counted: dict[tuple[int, EdgeKind], int] = field(default_factory=dict[tuple[int, EdgeKind], int])

    def add(self, kind: NodeKind, hop: int, key: bytes | None = None) -> GraphNode:
        node = GraphNode(len(self.nodes), kind, hop, None, None, None, True, None, None, [], 0, False)
        self.nodes.append(node)
        if key is not None:
            self.known[kind, key] = node.id
        return node

    def link(
        self, source: int, target: int, kind: EdgeKind, payments: int | None = None, amount: Money | None = None
    ) -> None:
        self.edges.append(GraphEdge(source, target, kind, payments, amount))

    def hashes(self, kind: NodeKind) -> list[bytes]:
        return [key for (one, key) in self.known if one == kind]

    def reach(
        self, kind: NodeKind, edge: EdgeKind, hop: int, asked: Sequence[bytes], found: Sequence[Neighbour]
    ) -> list[bytes]:
        """Add new neighbours, and note how many each visited node has."""
        other: NodeKind = "person" if kind == "destination" else "destination"
        new = list[bytes]()
        for each in found:
            self.counted[self.known[other, asked[each.of]], edge] = each.counted
            if (kind, each.hash) not in self.known and len(new) < MOST_NODES:
                new.append(each.hash)
                self.add(kind, hop, each.hash)
        return new

    def count_rest(self) -> None:
        """Say at each node how many neighbours are not drawn."""
        drawn = Counter((end, edge.kind) for edge in self.edges for end in (edge.source, edge.target))
        for (place, kind), count in self.counted.items():
            node = self.nodes[place]
            node.more += max(0, count - drawn[place, kind])
            node.at_least = node.at_least or count >= MOST_COUNTED


async def find_graph(tx: Tx, subject: Subject, sees: Sees) -> PayeeGraph:
    """The graph around one payee, in the books that this transaction sees."""
    graph = _Graph()
    graph.add("person", 0, subject.hash)
    people, places = [subject.hash], list[bytes]()
    for hop in range(1, HOPS + 1):
        if hop % 2:
            places = graph.reach("destination", "receives_at", hop, people, await places_of(tx, people))
            places += graph.reach("destination", "owned_by", hop, people, await owned_by(tx, people))
        else:
            people = graph.reach("person", "receives_at", hop, places, await people_at(tx, places))
            people += graph.reach("person", "owned_by", hop, places, await owners_of(tx, places))
    documents = await _describe(tx, graph)
    rings = await _link_places(tx, graph)
    graph.count_rest()
    if sees.units:
        _add_units(graph, await units_of(tx, list(documents)), documents)
    money_rings = _add_merchants(graph, await sums_with(tx, subject.document)) if sees.payments else []
    names = await names_of(tx, subject.document, subject.hash, payers=sees.payments)
    findings = [*_shared(graph), *_many_names(subject, names), *rings, *money_rings]
    return PayeeGraph(graph.nodes, graph.edges, findings, names, sees.all_books)


async def _describe(tx: Tx, graph: _Graph) -> dict[str, int]:
    """Give people and destinations their names and books; returns the documents of people that stand in a book."""
    documents = dict[str, int]()
    for book in await books_of(tx, graph.hashes("person")):
        node = graph.nodes[graph.known["person", book.hash]]
        node.name = node.name or book.name
        node.document = mask_text(book.document)
        node.books.append(GraphBook(book.payee_id, book.company_id, book.company_name, book.name, book.status))
        documents[book.document] = node.id
    nameless = [key for key in graph.hashes("person") if not graph.nodes[graph.known["person", key]].books]
    for key, owner in (await owners_named(tx, nameless)).items():
        node = graph.nodes[graph.known["person", key]]
        node.name, node.document = owner.name, owner.document
    for key, place in (await describe_places(tx, graph.hashes("destination"))).items():
        node = graph.nodes[graph.known["destination", key]]
        node.name, node.place, node.live = place.name, place.place, place.live
    return documents


async def _link_places(tx: Tx, graph: _Graph) -> list[GraphFinding]:
    """Draw who is paid where and whose that is; returns the rings of people whose money lands at each other."""
    drawn, pairs = set[tuple[int, int]](), set[tuple[int, int]]()
    for each in await landings(tx, graph.hashes("person"), graph.hashes("destination")):
        person = graph.known.get(("person", each.person))
        place = graph.known["destination", each.destination]
        owner = None if each.owner is None else graph.known.get(("person", each.owner))
        if person is not None and (person, place) not in drawn:
            drawn.add((person, place))
            graph.link(person, place, "receives_at")
        if owner is not None and (place, owner) not in drawn:
            drawn.add((place, owner))
            graph.link(place, owner, "owned_by")
        if person is not None and owner is not None:
            pairs.add((person, owner))
    return [GraphFinding("ring", ring) for ring in find_rings(pairs)]


def _add_units(graph: _Graph, units: Sequence[Unit], documents: dict[str, int]) -> None:
    drawn, counted = dict[UUID, int](), Counter[int]()
    for unit in units:
        person = graph.nodes[documents[unit.document]]
        counted[person.id] += 1
        if counted[person.id] > MOST_NEIGHBOURS:
            person.more, person.at_least = person.more + 1, True
            continue
        if unit.unit_id not in drawn:
            node = graph.add("unit", person.hop + 1)
            node.name, node.document = unit.name, mask_text(unit.unit_document)
            node.unit_id, node.company_id = unit.unit_id, unit.company_id
            drawn[unit.unit_id] = node.id
        graph.link(drawn[unit.unit_id], person.id, unit.how)


def _add_merchants(graph: _Graph, sums: Sequence[Sums]) -> list[GraphFinding]:
    """Merchants that pay the payee and are paid by it; each is a ring."""
    drawn = dict[int, int]()
    for each in sums:
        if each.company_id not in drawn:
            node = graph.add("merchant", 1)
            node.name, node.company_id = each.name, each.company_id
            drawn[each.company_id] = node.id
        place = drawn[each.company_id]
        graph.link(place, 0, "pays", each.pays, Money(each.paid, each.currency))
        graph.link(0, place, "pays_back", each.pays_back, Money(each.paid_back, each.currency))
    return [GraphFinding("money_ring", [0, place]) for place in drawn.values()]


def _shared(graph: _Graph) -> list[GraphFinding]:
    """Destinations at which several people are paid, and people behind several units."""
    at, behind = defaultdict[int, set[int]](set), defaultdict[int, set[int]](set)
    for edge in graph.edges:
        if edge.kind == "receives_at":
            at[edge.target].add(edge.source)
        elif edge.kind in ("unit_paid_at", "unit_owned_by"):
            behind[edge.target].add(edge.source)
    return [
        *(GraphFinding("shared_destination", [one, *sorted(people)]) for one, people in at.items() if len(people) > 1),
        *(GraphFinding("shared_unit", [one, *sorted(units)]) for one, units in behind.items() if len(units) > 1),
    ]


def _many_names(subject: Subject, names: Sequence[GraphName]) -> list[GraphFinding]:
    """A document under names that are not alike; another spelling of a name is none."""
    company = len(subject.document) != 11
    unlike = [
        each
        for each in names
        if compare_names(subject.name, each.name, company=company, trade_name=subject.trade_name).match_class == "no"
    ]
    return [GraphFinding("many_names", [0])] if unlike else []
