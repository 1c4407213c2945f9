"""Where camt.053 keeps what a statement needs: paths of elements, from version 02 to 08, and the slot that each one fills."""

from collections.abc import Iterator

#: Versions read: what they share stands at these paths, or at one of two.
VERSIONS = ("02", "03", "04", "05", "06", "07", "08")
NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:camt.053.001."

_DAY = ("Dt", "DtTm")
_IDS = ("IBAN", "Othr/Id")
_PARTY_IDS = ("OrgId/Othr/Id", "PrvtId/Othr/Id")

_HEAD = {
    "Id": "id",
    "ElctrncSeqNb": "sequence",
    "FrToDt/FrDtTm": "first_day",
    "FrToDt/ToDtTm": "last_day",
    "Acct/Ccy": "currency",
    "Acct/Ownr/Nm": "holder",
    "Acct/Nm": "account_name",
    "Acct/Svcr/FinInstnId/BIC": "bank",
    "Acct/Svcr/FinInstnId/BICFI": "bank",
    "Acct/Svcr/FinInstnId/ClrSysMmbId/MmbId": "bank",
    "Acct/Svcr/BrnchId/Id": "branch",
    "TxsSummry/TtlNtries/NbOfNtries": "said_entries",
    "TxsSummry/TtlCdtNtries/NbOfNtries": "said_credit_entries",
    "TxsSummry/TtlCdtNtries/Sum": "said_credits",
    "TxsSummry/TtlDbtNtries/NbOfNtries": "said_debit_entries",
    "TxsSummry/TtlDbtNtries/Sum": "said_debits",
}
_BALANCE = {"Tp/CdOrPrtry/Cd": "type", "Amt": "amount", "CdtDbtInd": "sign", "Dt/Dt": "day", "Dt/DtTm": "day"}
_ENTRY = {
    "NtryRef": "entry_reference",
    "Amt": "amount",
    "CdtDbtInd": "sign",
    "RvslInd": "reversal",
    "Sts": "status",
    "Sts/Cd": "status",
    "AcctSvcrRef": "reference",
    "BkTxCd/Domn/Cd": "domain",
    "BkTxCd/Domn/Fmly/Cd": "family",
    "BkTxCd/Domn/Fmly/SubFmlyCd": "sub_family",
    "BkTxCd/Prtry/Cd": "own_code",
    "AddtlNtryInf": "more",
    "NtryDtls/Btch/NbOfTxs": "batch",
}
_DETAILS = {
    "Refs/EndToEndId": "end_to_end_id",
    "Refs/TxId": "transaction_id",
    "Refs/InstrId": "instruction",
    "Refs/ChqNb": "document",
    "Refs/AcctSvcrRef": "detail_reference",
    "RmtInf/Ustrd": "text",
    "RmtInf/Strd/CdtrRefInf/Ref": "structured",
    "AddtlTxInf": "detail_more",
}


def paths() -> Iterator[tuple[str, str]]:
    """Each path below Stmt with its slot; its first word is what it belongs to, and ``of_`` marks what one payment says."""
    yield from ((path, f"head.{slot}") for path, slot in _HEAD.items())
    for end in _IDS:
        yield f"Acct/Id/{end}", "head.account"
    for end in _PARTY_IDS:
        yield f"Acct/Ownr/Id/{end}", "head.holder_document"
    yield from ((f"Bal/{path}", f"balance.{slot}") for path, slot in _BALANCE.items())
    yield from ((f"Ntry/{path}", f"entry.{slot}") for path, slot in _ENTRY.items())
    for end in _DAY:
        yield f"Ntry/BookgDt/{end}", "entry.booked_on"
        yield f"Ntry/ValDt/{end}", "entry.value_on"
    inside = "Ntry/NtryDtls/TxDtls"
    yield from ((f"{inside}/{path}", f"entry.of_{slot}") for path, slot in _DETAILS.items())
    for role in ("Dbtr", "Cdtr"):
        side = f"{inside}/RltdPties/{role}"
        for party in ("", "/Pty"):
            yield f"{side}{party}/Nm", f"entry.of_{role}.name"
            for end in _PARTY_IDS:
                yield f"{side}{party}/Id/{end}", f"entry.of_{role}.document"
        for end in _IDS:
            yield f"{side}Acct/Id/{end}", f"entry.of_{role}.account"


class Node:
    """A place in the tree of what is wanted. ``slot`` is what its text fills; ``begins``: something of ours
    begins with it."""

    __slots__ = ("above", "begins", "children", "depth", "name", "slot")

    def __init__(self, name: str = "", above: "Node | None" = None) -> None:
        self.name, self.slot, self.above = name, "", above
        self.depth = 1 if above is None else above.depth + 1
        self.begins = name in ("Stmt", "Bal", "Ntry", "TxDtls")
        self.children = dict[str, Node]()


def tree(namespace: str) -> Node:
    """The document's node, with names as expat gives them: namespace, blank, name."""
    document = Node()
    for path, slot in paths():
        node = document
        for name in ("BkToCstmrStmt", "Stmt", *path.split("/")):
            node = node.children.setdefault(f"{namespace} {name}", Node(name, node))
        node.slot = slot
    return document
