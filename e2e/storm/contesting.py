"""The MED, both ways: payers ask a Pix back, and the merchant asks back what it sent."""

from storm.banking import TRANSFERS
from storm.people import ANA, BRUNO, DIEGO
from storm.selling import CHARGES
from storm.sender import Sender
from storm.world import World

CASES, CLAIMS = "/v1/payin/disputes", "/v1/account/disputes"


def report(sender: Sender, world: World) -> None:
    """Of some charge that was paid."""
    if found := world.charges.some(sender.rng):
        contest(sender, found[0], f"{CHARGES}/{found[1]}")


def contest(sender: Sender, email: str, charge: str) -> None:
    """The payer's bank reports a fraud, or asks for what a flaw took; some reports it takes away again."""
    rng, known = sender.rng, sender.get(email, charge)
    if not known or not known["end_to_end_id"]:
        return
    body, path = {"endToEndId": known["end_to_end_id"], "details": "Golpe"}, "/sandbox/med/reports"
    if rng.random() < 0.3:
        body, path = body | {"valor": "0.50"}, "/sandbox/med/refunds"
    said = sender.sandbox("payer contests", path, body)
    if said and rng.random() < 0.1:
        sender.sandbox("payer relents", f"/sandbox/med/{said['id']}/cancel", {})


def defend(sender: Sender, world: World) -> None:
    """The merchant writes why the payment is its own, or agrees that it is not."""
    rng = sender.rng
    if rows := sender.get(ANA, CASES, status=rng.choice(("to_answer", "in_analysis")), per_page=20):
        case = f"{CASES}/{rng.choice(rows)['id']}"
        if rng.random() < 0.6:
            sender.command("case answer", ANA, f"{case}/answer", {"defence": sender.key()})
        else:
            sender.command("case accept", ANA, f"{case}/accept")


def judge(sender: Sender, world: World) -> None:
    rng = sender.rng
    if rows := sender.get(DIEGO, CASES, account="all", status="in_analysis", per_page=20):
        body = {"decision": rng.choice(("agreed", "disagreed")), "note": "Visto o comprovante"}
        path = f"{CASES}/{rng.choice(rows)['id']}/decide"
        sender.command("case decide", DIEGO, path, body, account="all")


def claim(sender: Sender, world: World) -> None:
    """What left is asked back, at times more of it than there was."""
    rng = sender.rng
    if rows := sender.get(BRUNO, TRANSFERS, status="done", per_page=20):
        transfer = rng.choice(rows)
        body = {
            "reason": rng.choice(("fraud", "operational_flaw")),
            "details": sender.key(),
            "amount": {"amount": rng.choice((1, transfer["amount"]["amount"], transfer["amount"]["amount"] + 1))},
        }
        sender.command("claim", BRUNO, f"{TRANSFERS}/{transfer['id']}/disputes", body, made="med_claim")


def answer_claim(sender: Sender, world: World) -> None:
    """The receiver's bank agrees or not; or the merchant takes it back, at times in the same moment."""
    rng = sender.rng
    rows = sender.get(BRUNO, CLAIMS, status=rng.choice(("reported", "asked")), per_page=20)
    known = sender.get(BRUNO, f"{CLAIMS}/{rng.choice(rows)['id']}") if rows else None
    if not known:
        return
    if rng.random() < 0.2:
        sender.command("claim cancel", BRUNO, f"{CLAIMS}/{known['id']}/cancel")
    at_dict = known["request_id"] or known["report_id"]
    if at_dict and rng.random() < 0.8:
        body = {"agreed": rng.random() < 0.7, "details": "Visto"}
        if known["request_id"] and rng.random() < 0.3:
            body |= {"valor": "0.01"}
        sender.sandbox("claim answered", f"/sandbox/med/{at_dict}/answer", body)
