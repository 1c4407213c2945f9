"""Follows shares through companies to the natural persons behind a subject (Circular 3.978/2020, arts. 24 and 25)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Literal

import msgspec

#: The largest share from which on somebody is a beneficial owner, in basis points (art. 25); a reason may ask for less.
LARGEST = 2_500
_WHOLE = 10_000
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Document = Annotated[str, msgspec.Meta(min_length=11, max_length=18)]
Shares = Mapping[str, Mapping[str, Fraction]]


class KycOwner(msgspec.Struct, forbid_unknown_fields=True):
    """Who owns a part of a company. ``share`` in basis points; ``document``: CPF or CNPJ.

    ``of``: CNPJ of the company whose part it is, itself one of the owners; empty: the subject of the request.
    """

    name: Name
    document: Document
    share: Annotated[int, msgspec.Meta(ge=0, le=10_000)]
    administrator: bool = False
    of: Annotated[str, msgspec.Meta(max_length=18)] = ""


class KycBeneficialOwner(msgspec.Struct):
    """``direct`` and ``share``: basis points of the subject, rounded down; ``share`` over every path.

    ``because``: of a share of the threshold, or of running the company when nobody has one; None: no beneficial owner.
    """

    name: str
    document: str
    direct: int
    share: int
    because: Literal["share", "control"] | None


class KycOwnershipLine(msgspec.Struct):
    """One share on a path from the subject. ``share`` is of the company above it, ``reached`` of the subject along this path.

    ``repeated``: a company that stands further up with its own owners.
    """

    depth: int
    name: str
    document: str
    administrator: bool
    company: bool
    share: int
    reached: int
    repeated: bool


class KycOwnership(msgspec.Struct):
    """Who stands behind a company. ``untraced``: basis points that lead to nobody; ``circular``: companies own each other."""

    threshold: int
    untraced: int
    circular: bool
    owners: list[KycBeneficialOwner]
    lines: list[KycOwnershipLine]


def is_company(document: str) -> bool:
    return len(document) == 14


def resolve_owners(subject: str, owners: Sequence[KycOwner], threshold: int = LARGEST) -> KycOwnership | None:
    """The owners of a company; None of a person, and where nobody is named.

    Args:
        threshold: basis points from which on a share makes a beneficial owner.
    """
    if not is_company(subject) or not owners:
        return None
    shares = shares_of(subject, owners)
    held = _held_through(subject, shares)
    persons, direct = defaultdict[str, Fraction](Fraction), shares[subject]
    for company, part in held.items():
        for owner, share in shares.get(company, {}).items():
            if not is_company(owner):
                persons[owner] += part * share
    by_share = {document for document, share in persons.items() if share * _WHOLE >= threshold}
    runs = {owner.document for owner in owners if owner.administrator and owner.of in ("", subject)}
    because = dict[str, Literal["share", "control"]]()
    for each in by_share or runs:
        because[each] = "share" if by_share else "control"
    names = {owner.document: owner.name for owner in reversed(owners) if not is_company(owner.document)}
    lines = list(_lines(subject, owners))
    return KycOwnership(
        threshold=threshold,
        untraced=_points(1 - sum(persons.values(), Fraction())),
        circular=_circular(subject, shares),
        owners=sorted(
            (
                KycBeneficialOwner(
                    name, document, _points(direct.get(document)), _points(persons.get(document)), because.get(document)
                )
                for document, name in names.items()
            ),
            key=lambda owner: (-owner.share, owner.name, owner.document),
        ),
        lines=lines,
    )


def shares_of(subject: str, owners: Sequence[KycOwner]) -> Shares:
    """Company → owner → the part that this owner has of it."""
    shares: dict[str, dict[str, Fraction]] = {subject: {}}
    for owner in owners:
        of = shares.setdefault(owner.of or subject, {})
        of[owner.document] = of.get(owner.document, Fraction()) + Fraction(owner.share, _WHOLE)
    return shares


def _points(part: Fraction | None) -> int:
    return int((part or 0) * _WHOLE)


def _held_through(subject: str, shares: Shares) -> dict[str, Fraction]:
    """Company → how much of the subject it stands for, circles followed to their end: held = whole + held x shares, solved exactly.

    Companies that own each other entirely lead to nobody and are left out: their equations have no answer.
    """
    companies = [each for each in _reached(subject, shares) if _leads_out(each, shares)]
    place = {company: at for at, company in enumerate(companies)}
    if subject not in place:
        return {}
    size = len(companies)
    rows = [
        [Fraction(at == to) for to in range(size)] + [Fraction(company == subject)]
        for at, company in enumerate(companies)
    ]
    for company in companies:
        for owner, share in shares.get(company, {}).items():
            if owner in place:
                rows[place[owner]][place[company]] -= share
    return dict(zip(companies, _solved(rows), strict=True))


def _solved(rows: list[list[Fraction]]) -> list[Fraction]:
    """Gauss and Jordan; the matrix is never singular here."""
    size = len(rows)
    for at in range(size):
        pivot = next(row for row in range(at, size) if rows[row][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(size):
            if other != at and (factor := rows[other][at]):
                rows[other] = [value - factor * own for value, own in zip(rows[other], rows[at], strict=True)]
    return [row[-1] for row in rows]


def _companies_above(company: str, shares: Shares) -> Iterator[str]:
    return (owner for owner, share in shares.get(company, {}).items() if is_company(owner) and share)


def _reached(start: str, shares: Shares) -> list[str]:
    """The company, and those it belongs to through any number of others."""
    found = [start]
    for company in found:
        found += [owner for owner in dict.fromkeys(_companies_above(company, shares)) if owner not in found]
    return found


def _leads_out(company: str, shares: Shares) -> bool:
    """Whether some part of it is not owned by the companies that it belongs to."""
    return any(
        sum((shares.get(each, {}).get(owner, Fraction()) for owner in _companies_above(each, shares)), Fraction()) < 1
        for each in _reached(company, shares)
    )


def _circular(subject: str, shares: Shares) -> bool:
    return any(
        company in _reached(owner, shares)
        for company in _reached(subject, shares)
        for owner in _companies_above(company, shares)
    )


def _lines(subject: str, owners: Sequence[KycOwner]) -> Iterator[KycOwnershipLine]:
    """From the subject up, larger shares first; the owners of a company stand below it once."""
    of = defaultdict[str, list[KycOwner]](list)
    for owner in owners:
        of[owner.of or subject].append(owner)
    drawn = {subject}
    waiting = [(1, Fraction(1), owner) for owner in _small_first(of[subject])]
    while waiting:
        depth, above, owner = waiting.pop()
        reached, repeated = above * Fraction(owner.share, _WHOLE), owner.document in drawn
        yield KycOwnershipLine(
            depth=depth,
            name=owner.name,
            document=owner.document,
            administrator=owner.administrator,
            company=is_company(owner.document),
            share=owner.share,
            reached=_points(reached),
            repeated=repeated,
        )
        if is_company(owner.document) and not repeated:
            drawn.add(owner.document)
            waiting += [(depth + 1, reached, each) for each in _small_first(of[owner.document])]


def _small_first(owners: list[KycOwner]) -> list[KycOwner]:
    return sorted(owners, key=lambda owner: owner.share)
