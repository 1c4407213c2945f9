"""The words of docs/glossary.md hold: retired ones stay away, and a file's name says what is inside."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import retaguarda

SERVER = Path(retaguarda.__file__).parent


def words(text: str) -> set[str]:
    return set(text.split())


#: Names of types and variables that docs/glossary.md replaced: Principal, Request, Access, Response, Ok, App, credentials, PayoutClient, webhooks…
RETIRED = {"Who", "Door", "RoomDoor", "Answer", "Said", "House", "Knowing", "Paying", "Telling"}
#: File names that do not say what is inside, and rooms that have another name now.
RETIRED_FILES = words(
    "reading writing moving moves moved shown asked asked_for told telling together elsewhere knowing humans letters parts doing"
    " following making calling written difference unfinished door doors house hooks returns tools transfers claims med"
)

#: What a room is made of, wherever it stands.
CLOSED_SET = words(
    "model rows tables records commands transitions consumers jobs postings invariants queries routes plan_facts room __init__"
)
#: A use case is a file named verb_noun. A verb that no file begins with goes from here.
VERBS = words(
    "abort add agree annotate answer apply approve assign book cancel change check choose compare confirm control count create decide delegate divide draw"
    " edit estimate evaluate execute expire export find forget freeze identify import invite keep list lock mask merge move onboard open parse prove"
    " place plan post print receive refund refuse register release replay request resend reset resolve retry return revert revise route run"
    " seal send sequence settle share shut sign simulate submit try upload verify watch write"
)
#: What a room's other files are about. The list only shrinks: find a name of the set, or verb_noun, before you add one.
NOUNS = words(
    """
    account_routes acting_access active_rules activity allowed_addresses amount_today api_keys
    approvable_commands attributes_and_notes balances bot_check bundle calendar camt053 cells certificates
    charge_cycle charge_terms charges checkout_keys clock company_for_change condition_facts
    connections contract_files contracts credentials credit_line csv_file daily_sums deferred_work
    deposit_codes devices disputed_holds download due_terms duplicate_payments email_addresses email_change event_catalogue
    event_changes examples facets factor_changes fail_over fanout figures files flag_command flags gate
    grants guards health hourly_rollup housekeeping immediate_export inbox inclusion_proof
    journal_sources keys kinds limits mail_texts mailed_tokens mails merchants new_password ofx
    origins own_sessions partners passkey_store passkeys password_change password_policy password_strength passwords
    payloads payout_destination payout_orders payout_seal pdf people period permission_modules person_access policies
    postal_cache preferences profile proven_command provider_context provider_messages provider_requests
    provider_sync public_charge raw_lines reason_codes recovery recurrences recurring_cycles refunds
    renewal requests resets responses revision role_plan roles saved_splits scheduled_amounts schedules
    second_factor_proof second_step self_check sender services sessions signed_notes signing_keys
    smallest_group staff_views stuck_work sub_accounts summary sweep text texts tokens totp trail two_factor
    user_record verify views views_commands webauthn webhook words workers xlsx_file
    """
)
#: No rooms: programs, ports, what all rooms stand on, and what plays the outside world.
OTHER_PLACES = {"backup", "cli", "foundation", "health", "ledger", "migrations", "providers"}


def sources() -> list[Path]:
    return [path for path in SERVER.rglob("*.py") if "versions" not in path.parts]


def names_of_rooms() -> set[str]:
    """File names of the rooms, without the ending; programs and settings beside the rooms are none."""
    paths = (path.relative_to(SERVER) for path in sources())
    return {path.stem for path in paths if len(path.parts) > 1 and path.parts[0] not in OTHER_PLACES}


def identifiers(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
                yield name
            case ast.alias(name=name, asname=other):
                yield from (name, other or name)


def is_use_case(name: str) -> bool:
    verb, _, noun = name.partition("_")
    return verb in VERBS and noun != ""


def test_retired_words_are_no_identifiers() -> None:
    # Few files hold such a word at all; only they are worth being parsed.
    word = re.compile(rf"\b(?:{'|'.join(RETIRED)})\b")
    texts = ((path, path.read_text()) for path in sources())
    found = {
        f"{path.relative_to(SERVER)}: {name}"
        for path, text in texts
        if word.search(text)
        for name in identifiers(ast.parse(text))
        if name in RETIRED
    }
    assert sorted(found) == [], "docs/glossary.md has another word"


def test_no_file_and_no_folder_has_a_retired_name() -> None:
    paths = (path.relative_to(SERVER).with_suffix("") for path in sources())
    assert sorted({str(path) for path in paths if RETIRED_FILES & set(path.parts)}) == []


def test_a_file_of_a_room_is_of_the_closed_set_or_a_use_case_or_a_known_noun() -> None:
    unknown = {name for name in names_of_rooms() - CLOSED_SET - NOUNS if not is_use_case(name)}
    assert sorted(unknown) == [], "see CONTRIBUTING.md: a name of the closed set, or verb_noun"


def test_the_list_of_nouns_and_of_verbs_only_shrinks() -> None:
    names = names_of_rooms()
    stale = {noun for noun in NOUNS if noun not in names or noun in CLOSED_SET or is_use_case(noun)}
    assert sorted(stale) == [], "nobody needs these any more: take them out of NOUNS"
    idle = VERBS - {name.partition("_")[0] for name in names if is_use_case(name)}
    assert sorted(idle) == [], "no use case begins with these: take them out of VERBS"


def test_the_glossary_names_its_words_once() -> None:
    page = (SERVER.parents[1] / "docs" / "glossary.md").read_text()
    rows = re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE)
    named = [word.strip() for row in rows if row != "Word" for word in row.split(",")]
    assert sorted(word for word in set(named) if named.count(word) > 1) == []
