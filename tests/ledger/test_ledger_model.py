"""Random histories: each step is done to the ledger and to a plain model of it, and both must say the same."""

from contextlib import suppress
from itertools import count
from uuid import UUID

import psycopg
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from ledger import books
from ledger.books import Entry
from ledger.plain_model import FLOORS, HOUSE, Hold, Model, Name, Post, Request, Reverse, Void

OWN = st.sampled_from([("available", "BRL"), ("reserve", "BRL"), ("credit", "BRL"), ("available", "USD")])
IN_BRL = st.sampled_from([("available", "BRL"), ("reserve", "BRL"), ("credit", "BRL")])
AMOUNT = st.integers(1, 400)
KEY = st.sampled_from([f"key-{number}" for number in range(60)])


class Books:
    """One company's ledger in the database, behind the same calls as the model."""

    def __init__(self, owner: psycopg.Connection, app_url: str, company: int) -> None:
        self._owner = owner
        self._app_url = app_url
        self._app = psycopg.connect(app_url, autocommit=True)
        self._company = company
        self._journals: dict[str, UUID] = {}

    def close(self) -> None:
        self._app.close()

    def send(self, request: Request) -> str:
        try:
            with books.scope(self._app, self._company) as tx:
                return self._send(tx, request)
        except psycopg.Error as error:
            return error.sqlstate or "connection lost"

    def abandon(self, requests: list[Request], *, kill: bool) -> None:
        """Sends them in one transaction that does not commit: it is rolled back, or killed with its connection."""
        with suppress(psycopg.Error), books.scope(self._app, self._company) as tx:
            for request in requests:
                self._send(tx, request)
            if kill:
                with psycopg.connect(self._app_url) as other:
                    other.execute("select pg_terminate_backend(%s, 10000)", (tx.info.backend_pid,))
                tx.execute("select 1")
            raise psycopg.Rollback
        if self._app.broken:
            self._app = psycopg.connect(self._app_url, autocommit=True)

    def expire(self) -> set[str]:
        with books.scope(self._app, self._company) as tx:
            return {key for _, key, _ in books.rows(tx, "select * from ledger_hold_expire_due()")}

    def accounts(self) -> dict[Name, tuple[int, int, int]]:
        found = books.rows(
            self._owner,
            "select code, currency, posted, held, version from ledger_account where company_id = %s",
            (self._company,),
        )
        return {(code, currency): (posted, held, version) for code, currency, posted, held, version in found}

    def hold_states(self) -> dict[str, str]:
        found = books.rows(self._owner, "select key, state from ledger_hold where company_id = %s", (self._company,))
        return {str(key): str(state) for key, state in found}

    def _send(self, tx: psycopg.Connection, request: Request) -> str:
        match request:
            case Post():
                legs = [self._entry(name, amount) for name, amount in request.legs]
                standing, again = books.post(tx, self._company, request.key, *legs, hold=request.hold)
                self._journals[request.key] = standing
            case Reverse():
                journal = self._journals.get(request.of, UUID(int=0))
                self._journals[request.key], again = books.reverse(tx, self._company, journal, request.key)
            case Hold():
                code, _ = request.account
                _, again = books.hold(tx, self._company, request.key, request.amount, code=code, due=request.due)
            case Void():
                again = not books.void(tx, self._company, request.key)
        return "again" if again else "done"

    def _entry(self, name: Name, amount: int) -> Entry:
        return Entry(books.PROVIDER if name in HOUSE else self._company, name[0], amount, name[1])


class Histories(RuleBasedStateMachine):
    """One history has a company of its own, so that all of them share a database."""

    owner: psycopg.Connection
    app_url: str
    numbers = count(100)

    def __init__(self) -> None:
        super().__init__()
        company = next(self.numbers)
        books.open_company(self.owner, company)
        self.books = Books(self.owner, self.app_url, company)
        self.model = Model()
        self.sent: list[Request] = []
        for number, name in enumerate(FLOORS):
            self.both(Post(f"opening-{number}", ((name, 1000), (("clearing", name[1]), -1000))))

    def teardown(self) -> None:
        assert books.broken(self.owner) == {}
        self.books.close()

    def both(self, request: Request) -> None:
        assert self.books.send(request) == self.model.send(request), request
        self.sent.append(request)

    @rule(key=KEY, to=OWN, amount=AMOUNT, fee=st.integers(0, 50))
    def money_comes_in_less_a_fee(self, key: str, to: Name, amount: int, fee: int) -> None:
        legs = [(("clearing", to[1]), -amount), (to, amount)]
        if fee and to[1] == "BRL":
            legs += [(to, -fee), (("fees", "BRL"), fee)]
        self.both(Post(key, tuple(legs)))

    @rule(key=KEY, source=OWN, amount=AMOUNT)
    def money_goes_out(self, key: str, source: Name, amount: int) -> None:
        self.both(Post(key, ((source, -amount), (("clearing", source[1]), amount))))

    @rule(key=KEY, source=IN_BRL, goal=IN_BRL, amount=AMOUNT)
    def money_moves_between_own_accounts(self, key: str, source: Name, goal: Name, amount: int) -> None:
        self.both(Post(key, ((source, -amount), (goal, amount))))

    @rule(key=KEY, brl=AMOUNT, usd=AMOUNT)
    def money_is_exchanged(self, key: str, brl: int, usd: int) -> None:
        legs = ((("available", "BRL"), -brl), (("clearing", "BRL"), brl))
        self.both(Post(key, (*legs, (("clearing", "USD"), -usd), (("available", "USD"), usd))))

    @rule(key=KEY, amount=AMOUNT, off=st.integers(1, 9), currency=st.sampled_from(["BRL", "USD"]))
    def a_journal_does_not_balance(self, key: str, amount: int, off: int, currency: str) -> None:
        there = amount + off if currency == "BRL" else amount
        self.both(Post(key, ((("available", "BRL"), amount), (("clearing", currency), -there))))

    @rule(key=KEY, amount=AMOUNT)
    def an_account_is_unknown(self, key: str, amount: int) -> None:
        self.both(Post(key, ((("nowhere", "BRL"), amount), (("clearing", "BRL"), -amount))))

    @rule(key=KEY, account=IN_BRL, amount=AMOUNT)
    def money_is_held(self, key: str, account: Name, amount: int) -> None:
        self.both(Hold(key, account, amount, due=False))

    @rule(key=KEY, account=IN_BRL, amount=AMOUNT)
    def money_is_held_until_a_time_that_is_over(self, key: str, account: Name, amount: int) -> None:
        self.both(Hold(key, account, amount, due=True))

    @rule(key=KEY, account=IN_BRL, amount=AMOUNT, data=st.data())
    def something_like_a_hold_is_captured(self, key: str, account: Name, amount: int, data: st.DataObject) -> None:
        hold = data.draw(st.sampled_from([key, *self.model.holds]))
        self.both(Post(key, ((account, -amount), (("clearing", "BRL"), amount)), hold))

    @precondition(lambda self: "open" in self.model.states.values())
    @rule(key=KEY, data=st.data())
    def an_open_hold_is_captured(self, key: str, data: st.DataObject) -> None:
        open_holds = [hold for hold in self.model.holds.values() if self.model.states[hold.key] == "open"]
        hold = data.draw(st.sampled_from(open_holds))
        amount = data.draw(st.integers(1, hold.amount) | st.just(hold.amount))
        self.both(Post(key, ((hold.account, -amount), (("clearing", "BRL"), amount)), hold.key))

    @rule(key=KEY, data=st.data())
    def a_hold_is_voided(self, key: str, data: st.DataObject) -> None:
        self.both(Void(data.draw(st.sampled_from([key, *self.model.holds]))))

    @rule()
    def what_is_due_expires(self) -> None:
        assert self.books.expire() == self.model.expire()

    @rule(key=KEY, data=st.data())
    def a_journal_is_reversed(self, key: str, data: st.DataObject) -> None:
        self.both(Reverse(key, data.draw(st.sampled_from([key, *self.model.journals]))))

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def a_request_is_sent_again(self, data: st.DataObject) -> None:
        self.both(data.draw(st.sampled_from(self.sent)))

    @precondition(lambda self: self.model.journals)
    @rule(data=st.data(), amount=AMOUNT)
    def a_used_key_comes_with_another_body(self, data: st.DataObject, amount: int) -> None:
        key = data.draw(st.sampled_from(sorted(self.model.journals)))
        self.both(Post(key, ((("clearing", "BRL"), -amount), (("reserve", "BRL"), amount - 1), (("fees", "BRL"), 1))))

    @rule(key=KEY, amount=AMOUNT, kill=st.booleans())
    def a_transaction_is_lost_midway(self, key: str, amount: int, kill: bool) -> None:
        lost = Post(key, ((("clearing", "BRL"), -amount), (("available", "BRL"), amount)))
        self.books.abandon([lost, Hold(key, ("available", "BRL"), amount, due=False), Void(key)], kill=kill)

    @invariant()
    def both_know_the_same_accounts_and_holds(self) -> None:
        known = {name: (each.posted, each.held, each.version) for name, each in self.model.accounts.items()}
        assert self.books.accounts() == known
        assert self.books.hold_states() == self.model.states


def test_the_ledger_does_what_the_plain_model_does(owner: psycopg.Connection, app_url: str) -> None:
    machine = type("OnThisDatabase", (Histories,), {"owner": owner, "app_url": app_url})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=20,
            stateful_step_count=40,
            deadline=None,
            database=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )
