"""Entries of camt.053 as lines of a statement, put together from the slots that the parser fills."""

from retaguarda.providers.bankfiles.lines import Damaged
from retaguarda.providers.statements.amounts import exponent_of
from retaguarda.providers.statements.camt_values import (
    Place,
    Slots,
    amount_of,
    count_of,
    day_of,
    either,
    kind_of,
    sum_of,
    text_of,
)
from retaguarda.providers.statements.model import Balance, Begun, Event, Known, Limits, StatementLine
from retaguarda.providers.statements.tally import Tally
from retaguarda.providers.statements.texts import control_in, document_in, end_to_end_in, one_line
from retaguarda.providers.statements.unread import Unread

_TEXTS = ("entry.of_text", "entry.of_structured", "entry.of_detail_more", "entry.more")
_OPENING, _CLOSING = ("OPBD", "PRCD"), ("CLBD",)


class Entries:
    """Holds one entry. Balances wait as they are written until the currency is known."""

    def __init__(self, known: Known, limits: Limits) -> None:
        self.known, self.limits = known, limits
        self.events: list[Event] = []
        self.tally: Tally | None = None
        self.begun: Begun | None = None
        self.currency, self.exponent = "", 0
        self.at: Place = (1, 1)
        self.entry_at, self.offset = (1, 1), 0
        self.parts = 0
        self.slots: dict[str, Slots] = {"h": {}, "b": {}, "e": {}}
        self.balances = dict[str, Slots]()

    def taken(self) -> list[Event]:
        """The events since the last time."""
        events, self.events = self.events, []
        return events

    def begin(self, name: str, at: Place, offset: int) -> bool:
        """An element of ours begins; False: nobody wants what is in it."""
        match name:
            case "Stmt":
                self.known.statements += 1
                self.tally, self.begun, self.at = Tally(self.known.statements), None, at
                self.currency = ""
                self.slots["h"], self.balances = {}, {}
            case "Bal":
                self.slots["b"] = {}
            case "Ntry":
                self.slots["e"], self.entry_at, self.offset, self.parts = {}, at, offset, 0
            case _:
                self.parts += 1
                if self.parts > 1:
                    # Several payments booked as one: what the first one says is not said of the entry.
                    entry = self.slots["e"]
                    self.slots["e"] = {slot: value for slot, value in entry.items() if not slot.startswith("entry.of_")}
                    return False
        return True

    def put(self, slot: str, text: str, place: Place, currency: str) -> None:
        slots = self.slots[slot[0]]
        if not text.isprintable():
            text = one_line(text)
            control = control_in(text)
            if control is not None:
                raise Damaged("control_character", *place, f"0x{ord(text[control]):02X}")
        before = slots.get(slot)
        if before is None:
            slots[slot] = (text, place, currency)
        elif slot == "entry.of_text":
            joined = f"{before[0]} {text}"
            if len(joined) > self.limits.field:
                raise Damaged("field_too_long", *place, "Ustrd")
            slots[slot] = (joined, before[1], "")

    def end(self, name: str, line: int, offset: int) -> None:
        match name:
            case "Bal":
                self._balance()
            case "Ntry":
                self._entry(line, offset)
            case "Stmt":
                self._statement(line)
            case _:
                pass

    def _balance(self) -> None:
        slots, self.slots["b"] = self.slots["b"], {}
        kind = slots.get("balance.type", ("", (1, 1), ""))[0]
        if kind not in (*_OPENING, *_CLOSING) or kind in self.balances:
            return
        self.balances[kind] = slots
        if self.begun is not None:
            self.known.tolerances.note("balance_after_entries", self.at[0])

    def _read_balance(self, kinds: tuple[str, ...]) -> Balance | None:
        for kind in kinds:
            slots = self.balances.get(kind)
            if slots is not None:
                amount = amount_of(slots, "balance", self.at, self.currency, self.exponent)
                return Balance(amount, day_of(slots, "balance.day"))
        return None

    def _begin(self, slots: Slots, at: Place) -> Begun:
        """The header, once; the currency is the account's, or else that of a balance or of the first entry."""
        if self.begun is not None:
            return self.begun
        assert self.tally is not None
        head = self.slots["h"]
        balances = [self.balances[kind] for kind in (*_OPENING, *_CLOSING) if kind in self.balances]
        named = [(head["head.currency"][0], head["head.currency"][1])] if "head.currency" in head else []
        amounts = [each["balance.amount"] for each in balances if "balance.amount" in each]
        amounts += [slots["entry.amount"]] if "entry.amount" in slots else []
        named += [(amount[2], amount[1]) for amount in amounts if amount[2]]
        if not named:
            raise Damaged("currency_missing", *at)
        self.currency, place = named[0]
        try:
            self.exponent = exponent_of(self.currency)
        except Unread as unread:
            unread.at(*place, "Ccy")
        if "head.account" not in head:
            raise Damaged("account_missing", *self.at)
        self.tally.opening = self._read_balance(_OPENING)
        self.begun = Begun(
            number=self.tally.number,
            format="camt.053",
            line=self.at[0],
            currency=self.currency,
            account=head["head.account"][0],
            bank=text_of(head, "head.bank"),
            branch=text_of(head, "head.branch"),
            holder=text_of(head, "head.holder") or text_of(head, "head.account_name"),
            holder_document=text_of(head, "head.holder_document"),
            sequence=text_of(head, "head.sequence") or text_of(head, "head.id"),
            first_day=day_of(head, "head.first_day"),
            last_day=day_of(head, "head.last_day"),
            opening=self.tally.opening,
        )
        self.events.append(self.begun)
        return self.begun

    def _entry(self, line: int, offset: int) -> None:
        slots, at, tally = self.slots["e"], self.entry_at, self.tally
        assert tally is not None
        self._begin(slots, at)
        amount = amount_of(slots, "entry", at, self.currency, self.exponent)
        status = text_of(slots, "entry.status")
        if status != "BOOK":
            if not status:
                raise Damaged("field_missing", *at, "Sts")
            self.known.tolerances.note("unbooked_entry", at[0])
            tally.unbooked += 1
            return
        booked_on, value_on = day_of(slots, "entry.booked_on"), day_of(slots, "entry.value_on")
        if booked_on is None:
            self.known.tolerances.note("booking_day_missing", at[0])
            booked_on = value_on
        if booked_on is None:
            raise Damaged("field_missing", *at, "BookgDt")
        reversal = text_of(slots, "entry.reversal") in ("true", "1")
        # Whoever pays is the other side of money that came; a reversal keeps the roles of what it reverses.
        first, second = ("Dbtr", "Cdtr") if (amount > 0) != reversal else ("Cdtr", "Dbtr")
        told = (f"entry.of_{first}.name", f"entry.of_{first}.document", f"entry.of_{first}.account")
        role = first if any(name in slots for name in told) else second
        description = " ".join(dict.fromkeys(slots[name][0] for name in _TEXTS if name in slots))
        batch = text_of(slots, "entry.batch")
        self.events.append(
            StatementLine(
                number=tally.add(amount),
                booked_on=booked_on,
                value_on=value_on,
                amount=amount,
                kind=kind_of(slots),
                history_code=text_of(slots, "entry.own_code"),
                reference=either(slots, "entry.reference", "entry.entry_reference", "entry.of_detail_reference"),
                own_reference=either(slots, "entry.of_instruction"),
                end_to_end_id=either(slots, "entry.of_end_to_end_id", "entry.of_transaction_id")
                or end_to_end_in(description),
                document=text_of(slots, "entry.of_document"),
                name=text_of(slots, f"entry.of_{role}.name"),
                tax_document=text_of(slots, f"entry.of_{role}.document") or document_in(description),
                counter_account=text_of(slots, f"entry.of_{role}.account"),
                description=description,
                reversal=reversal,
                parts=max(self.parts, int(batch) if batch.isascii() and batch.isdigit() else 1, 1),
                first_line=at[0],
                last_line=line,
                offset=self.offset,
                end=offset,
            )
        )

    def _statement(self, line: int) -> None:
        tally, head = self.tally, self.slots["h"]
        assert tally is not None
        self._begin({}, (line, 1))
        tally.opening = self._read_balance(_OPENING)
        tally.closing = self._read_balance(_CLOSING)
        if tally.closing is None:
            self.known.tolerances.note("closing_missing", line)
        self.events.append(
            tally.ended(
                ("entries", count_of(head, "head.said_entries"), tally.lines + tally.unbooked),
                ("credit_entries", count_of(head, "head.said_credit_entries"), tally.credit_lines),
                ("credits", sum_of(head, "head.said_credits", self.exponent), tally.credits),
                ("debit_entries", count_of(head, "head.said_debit_entries"), tally.debit_lines),
                ("debits", sum_of(head, "head.said_debits", self.exponent), tally.debits),
            )
        )
        self.tally = None
