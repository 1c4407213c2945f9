"""Follows a subject's money from party to party: in the order of time, and never more of it than came in.

A step asks Postgres once for the movements of all parties of a layer. Of what reached a party along the trail, its next
movements carry on as much as there is, the earliest first: a ceiling of what each may have carried. Back from a subject the
same is asked with time reversed.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Literal

from retaguarda.compliance.money_trail.model import HOPS, MOST_PARTIES, MoneyFlow, MoneyParty, MoneyTrail
from retaguarda.compliance.money_trail.queries import Arrival, Asked, Company, Moved, Party, companies_of, read_step
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import mask_text
from retaguarda.foundation.money import Money


async def find_money_trail(tx: Tx, asked: Asked) -> MoneyTrail:
    """Follow the money of a subject for up to four steps."""
    trail = _Trail(asked)
    companies = await companies_of(tx, [asked.document])
    subject = trail.add(0, asked.document, asked.name, companies)
    layer = [subject]
    for number in range(1, HOPS + 1):
        rows = await read_step(tx, asked, layer)
        if not rows:
            break
        companies = await companies_of(tx, {each.document for each in rows if each.document})
        layer = trail.add_layer(number, rows, companies)
    subject.entered = subject.followed
    return trail.told()


class _Trail:
    """Parties and flows found so far."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._parties = list[Party]()
        self._flows = list[MoneyFlow]()
        self._layers = dict[str, int]()

    def add(self, layer: int, document: str | None, name: str | None, companies: Mapping[str, Company]) -> Party:
        party = Party(len(self._parties), layer, document, name)
        company = companies.get(document or "")
        if company is not None:
            party.company, party.name = company.id, company.name
        if document is not None:
            party.again = self._layers.get(document)
            self._layers.setdefault(document, layer)
        self._parties.append(party)
        return party

    def add_layer(self, number: int, rows: Sequence[Moved], companies: Mapping[str, Company]) -> list[Party]:
        """Add the parties that these movements lead to; return those that are followed on."""
        pairs = defaultdict[tuple[int, str | None], list[Moved]](list)
        for row in rows:
            pairs[row.party, row.document].append(row)
        shown = {
            document: self.add(number, document, _last_name(pairs, document), companies) for document in _shown(pairs)
        }
        for (place, document), moved in pairs.items():
            source, carried = self._parties[place], sum(each.carried for each in moved)
            source.followed += carried
            source.capped = source.capped or moved[0].read >= source.most_read
            target = shown.get(document)
            if target is None:
                source.more += 1
                source.more_amount += carried
                continue
            target.entered += carried
            target.arrivals += [Arrival(each.at, each.movement, each.carried) for each in moved]
            self._flows.append(self._flow(source, target, moved, carried))
        return [each for each in shown.values() if each.again is None and each.document is not None]

    def _flow(self, source: Party, target: Party, moved: Sequence[Moved], carried: int) -> MoneyFlow:
        return MoneyFlow(
            source=source.place,
            target=target.place,
            amount=self._money(carried),
            moved=self._money(sum(each.amount for each in moved)),
            movements=len(moved),
            first_at=min(each.at for each in moved),
            last_at=max(each.at for each in moved),
        )

    def _money(self, amount: int) -> Money:
        return Money(amount, self._asked.currency)

    def told(self) -> MoneyTrail:
        asked = self._asked
        parties = [
            MoneyParty(
                id=each.place,
                layer=each.layer,
                kind=_kind(each),
                name=each.name,
                document=mask_text(each.document),
                company_id=each.company,
                entered=self._money(each.entered),
                followed=self._money(each.followed),
                again=each.again,
                more=each.more,
                more_amount=self._money(each.more_amount),
                at_least=each.capped and (each.layer == 0 or each.followed < each.entered),
            )
            for each in self._parties
        ]
        return MoneyTrail(asked.course, asked.days, asked.since, asked.until, parties, self._flows)


def _kind(party: Party) -> Literal["merchant", "person", "company", "unknown"]:
    if party.document is None:
        return "unknown"
    if party.company is not None:
        return "merchant"
    return "person" if len(party.document) == 11 else "company"


def _last_name(pairs: Mapping[tuple[int, str | None], Sequence[Moved]], document: str | None) -> str | None:
    """The name in the newest movement that has one."""
    if document is None:
        return None
    named = [each for (_, other), moved in pairs.items() if other == document for each in moved if each.name]
    return max(named, key=lambda each: (each.at, each.movement)).name if named else None


def _shown(pairs: Mapping[tuple[int, str | None], Sequence[Moved]]) -> list[str | None]:
    """The parties to whom most went: up to twenty of each source, and of these up to twenty of the layer."""
    by_source = defaultdict[int, list[tuple[int, str | None]]](list)
    totals = defaultdict[str | None, int](int)
    for (place, document), moved in pairs.items():
        carried = sum(each.carried for each in moved)
        by_source[place].append((carried, document))
        totals[document] += carried
    leading = {document for found in by_source.values() for _, document in sorted(found, key=_greatest)[:MOST_PARTIES]}
    ordered = sorted(((totals[document], document) for document in leading), key=_greatest)
    return [document for _, document in ordered[:MOST_PARTIES]]


def _greatest(found: tuple[int, str | None]) -> tuple[int, str]:
    """Orders by amount downwards; of the same amount, by document."""
    return -found[0], found[1] or ""
