"""CNAB 400 of five more banks: files written here place by place, so that a wrong place in a layout cannot agree with itself."""

from datetime import date

import pytest

from retaguarda.providers.bankfiles import Damaged, Entry, Reader, collection_reader, layout_of, look

#: What a column holds: counted from one, as the banks' manuals do.
Places = dict[int, str]
CPF = "52998224725"

#: Of each bank one paid title: 37.00, due on 10 November, paid on 11 November, credited on 12 November 2026.
TITLES: dict[str, Places] = {
    "077": {
        1: "1",
        2: "02",
        4: "11222333000181",
        21: "112",
        24: "0001",
        28: "000123456",
        37: "7",
        38: "PEDIDO-1",
        71: "00044455561",
        87: "112",
        90: "06",
        92: "111126",
        98: "NF-77",
        108: "00044455561",
        119: "101126",
        125: "0000000003700",
        138: "341",
        141: "0001",
        145: "01",
        160: "0000000003700",
        173: "121126",
        182: "MARIA SOUZA",
        227: f"000{CPF}",
    },
    "041": {
        1: "1",
        2: "02",
        4: "11222333000181",
        18: "1102",
        22: "900015096",
        38: "PEDIDO-1",
        63: "2283256350",
        108: "1",
        109: "06",
        111: "111126",
        117: "NF-77",
        147: "101126",
        153: "0000000003700",
        166: "341",
        169: "0001",
        176: "0000000000190",
        189: "0000000000000",
        228: "0000000000000",
        241: "0000000000000",
        254: "0000000003700",
        267: "0000000000000",
        280: "0000000000000",
        296: "121126",
        383: "0000000000",
    },
    "004": {
        1: "1",
        2: "02",
        4: "11222333000181",
        18: "0217",
        22: "00",
        24: "0000569",
        31: "1",
        38: "PEDIDO-1",
        63: "09907980",
        108: "4",
        109: "06",
        111: "111126",
        117: "NF-77",
        127: "09907980",
        147: "101126",
        153: "0000000003700",
        166: "004",
        169: "0044",
        174: "01",
        176: "0000000000190",
        228: "0000000000000",
        241: "0000000000000",
        254: "0000000003700",
        267: "0000000000000",
    },
    "104": {
        1: "1",
        2: "02",
        4: "11222333000181",
        18: "0217",
        22: "123456",
        32: "PEDIDO-1",
        57: "14000000000044455",
        107: "01",
        109: "21",
        111: "111126",
        117: "NF-77",
        147: "101126",
        153: "0000000003700",
        166: "104",
        169: "0217",
        174: "02",
        176: "0000000000190",
        215: "0000000000000",
        228: "0000000000000",
        241: "0000000000000",
        254: "0000000003700",
        267: "0000000000000",
        280: "0000000000000",
        294: "121126",
    },
    "136": {
        1: "1",
        2: "02",
        4: "11222333000181",
        18: "1101",
        22: "8",
        23: "00123456",
        31: "7",
        32: "00000000009988",
        46: "00000000000044455",
        109: "06",
        111: "111126",
        147: "101126",
        153: "0000000003700",
        166: "136",
        169: "1101",
        176: "121126",
        182: "0000190",
        228: "0000000000000",
        241: "0000000000000",
        254: "0000000003700",
        267: "0000000000000",
        280: "NF-77",
        306: "0000000003510",
        319: "00000000",
    },
}
HEADS: dict[str, Places] = {
    "077": {80: "INTER"},
    "041": {27: "00000000000009000150", 80: "BANRISUL", 109: "00405"},
    "004": {27: "0217", 33: "0000569", 40: "1", 80: "B.DO NORDESTE", 101: "01600BPI", 109: "00405"},
    "104": {27: "0217123456000000", 80: "CEF", 390: "00405"},
    "136": {27: "1101", 31: "8", 32: "00123456", 40: "7", 80: "UNICREDDOBRASIL", 101: "0000405", 108: "00000000009988"},
}
BANKS = list(TITLES)
#: What a bank calls the title, and where a code, the title's amount, what was paid and the day it happened stand.
REFERENCE = {
    "077": "00044455561",
    "041": "2283256350",
    "004": "09907980",
    "104": "14000000000044455",
    "136": "00000000000044455",
}
CODE = {bank: 90 if bank == "077" else 109 for bank in BANKS}
AMOUNT = {bank: 125 if bank == "077" else 153 for bank in BANKS}
PAID = {bank: 160 if bank == "077" else 254 for bank in BANKS}
DAY = {bank: 92 if bank == "077" else 111 for bank in BANKS}


def line(number: int, places: Places) -> str:
    text = [" "] * 394
    for column, said in places.items():
        text[column - 1 : column - 1 + len(said)] = said
    assert len(text) == 394
    return f"{''.join(text)}{number:06}"


def written(bank: str, *titles: Places) -> bytes:
    head = {1: "02RETORNO01COBRANCA", 47: "RETAGUARDA", 77: bank, 95: "131126"} | HEADS[bank]
    # Counts of what the bank holds for the company follow a 9 at some banks: they are not of this file.
    end: Places = {1: f"9201{bank}", 18: "00000913", 26: "00000003645000"}
    lines = [head, *titles, end]
    return "".join(f"{line(number, places)}\r\n" for number, places in enumerate(lines, 1)).encode("latin-1")


def read(data: bytes) -> tuple[Reader[Entry], list[Entry]]:
    reader = collection_reader()
    return reader, reader.feed(data) + reader.close()


def title(bank: str, code: str, **places: str) -> Entry:
    changed = {int(column[1:]): said for column, said in places.items()}
    _, (entry,) = read(written(bank, TITLES[bank] | {CODE[bank]: code} | changed))
    return entry


@pytest.mark.parametrize("bank", BANKS)
def test_a_paid_title_of_each_bank_is_read_from_its_places(bank: str) -> None:
    reader, (entry,) = read(written(bank, TITLES[bank]))
    assert (entry.meaning, entry.amount, entry.paid) == ("paid", 3_700, 3_700)
    assert (entry.due_on, entry.occurred_on) == (date(2026, 11, 10), date(2026, 11, 11))
    # The sources of Banco do Nordeste name no day of the credit, and those of Inter no tariff.
    assert entry.credit_on == (None if bank == "004" else date(2026, 11, 12))
    assert entry.fee == (0 if bank == "077" else 190)
    assert entry.bank_ref == REFERENCE[bank]
    named = {"NF-77", REFERENCE[bank]} | (set[str]() if bank == "136" else {"PEDIDO-1"})
    assert named <= {*entry.keys}
    header = reader.found.header
    assert header is not None
    assert (header.bank, header.company_name, header.generated_on) == (bank, "RETAGUARDA", date(2026, 11, 13))
    assert header.sequence == (None if bank == "077" else 405)
    seen = set(reader.found.tolerances.seen)
    assert seen == set[str]()
    assert (reader.found.totals.entries, reader.found.totals.paid) == (1, 3_700)


def test_inter_names_the_payer_and_check_digits_say_whether_it_is_a_person() -> None:
    assert (title("077", "06").name, title("077", "06").document) == ("MARIA SOUZA", CPF)
    assert title("077", "06", p227="00000000000191").document == "00000000000191"


def test_what_identifies_the_account_at_the_bank_is_the_agreement() -> None:
    found = {bank: read(written(bank))[0].found.header for bank in ("041", "104", "136")}
    assert {bank: header and header.agreement for bank, header in found.items()} == {
        "041": "00000000000009000150",
        "104": "0217123456000000",
        "136": "00000000009988",
    }


@pytest.mark.parametrize("bank", BANKS)
@pytest.mark.parametrize(
    ("place", "said", "code", "inside"),
    [
        (PAID, "00000000X3700", "not_a_number", 8),
        (AMOUNT, "000000000370-", "not_a_number", 12),
        (DAY, "310226", "not_a_date", 0),
    ],
)
def test_a_damaged_title_of_each_bank_names_line_and_column(
    bank: str, place: dict[str, int], said: str, code: str, inside: int
) -> None:
    with pytest.raises(Damaged) as refused:
        read(written(bank, TITLES[bank], TITLES[bank] | {place[bank]: said}))
    assert (refused.value.code, refused.value.line, refused.value.column) == (code, 3, place[bank] + inside)


@pytest.mark.parametrize("bank", BANKS)
def test_a_file_of_each_bank_that_lost_a_line_or_its_end_is_refused(bank: str) -> None:
    lines = written(bank, TITLES[bank], TITLES[bank]).splitlines(keepends=True)
    for left, code, line_number, column in (
        ([lines[0], *lines[2:]], "out_of_order", 2, 395),
        (lines[:-1], "no_trailer", 3, 1),
    ):
        with pytest.raises(Damaged) as refused:
            read(b"".join(left))
        assert (refused.value.code, refused.value.line, refused.value.column) == (code, line_number, column)


def test_a_bank_without_a_layout_is_still_refused_by_its_number() -> None:
    with pytest.raises(Damaged) as refused:
        read(written("077", TITLES["077"]).replace(b"RETAGUARDA".ljust(30) + b"077", b"RETAGUARDA".ljust(30) + b"756"))
    assert (refused.value.code, refused.value.line, refused.value.column, refused.value.detail) == (
        "unknown_bank",
        1,
        77,
        "756",
    )


@pytest.mark.parametrize(
    ("bank", "code", "meaning"),
    [
        ("077", "02", "entry_confirmed"),
        ("077", "03", "entry_rejected"),
        ("077", "07", "written_off"),
        # What the digits mean elsewhere they do not mean here.
        ("077", "09", "other"),
        ("041", "02", "entry_confirmed"),
        ("041", "03", "entry_rejected"),
        ("041", "07", "partly_paid"),
        ("041", "08", "paid"),
        ("041", "09", "written_off"),
        ("041", "15", "paid_at_registry"),
        ("041", "25", "already_settled"),
        ("041", "30", "payment_in_transit"),
        ("041", "44", "bank_fee"),
        ("004", "02", "entry_confirmed"),
        ("004", "07", "partly_paid"),
        ("004", "08", "paid_at_registry"),
        ("004", "09", "written_off"),
        ("004", "10", "protested"),
        ("004", "15", "written_off"),
        ("004", "51", "entry_rejected"),
        ("004", "72", "instruction_rejected"),
        ("104", "01", "entry_confirmed"),
        ("104", "02", "written_off"),
        ("104", "06", "data_changed"),
        ("104", "09", "data_changed"),
        ("104", "13", "other"),
        ("104", "22", "paid_at_registry"),
        ("104", "33", "payment_reversed"),
        ("104", "35", "payment_unclear"),
        ("104", "99", "entry_rejected"),
        ("136", "01", "paid_at_registry"),
        ("136", "02", "instruction_confirmed"),
        ("136", "03", "instruction_rejected"),
        ("136", "07", "paid_by_cheque"),
        ("136", "09", "paid_discounted"),
        ("136", "19", "other"),
    ],
)
def test_codes_mean_what_the_bank_means_by_them(bank: str, code: str, meaning: str) -> None:
    assert title(bank, code).meaning == meaning


@pytest.mark.parametrize(
    ("code", "instruction", "meaning"),
    [
        ("02", "01", "entry_confirmed"),
        ("02", "02", "written_off"),
        ("02", "06", "due_date_changed"),
        ("02", "99", "instruction_confirmed"),
        ("03", "01", "entry_rejected"),
        ("03", "02", "instruction_rejected"),
    ],
)
def test_unicred_says_beside_its_code_which_instruction_it_confirms(code: str, instruction: str, meaning: str) -> None:
    assert title("136", code, p327=instruction).meaning == meaning


def test_what_banrisul_keeps_beside_the_paid_amount_was_paid_too() -> None:
    assert title("041", "06", p267="0000000000150").paid == 3_850
    assert title("041", "02", p267="0000000000150").paid == 0


@pytest.mark.parametrize(("bank", "code"), [("077", "02"), ("041", "02"), ("004", "02"), ("104", "01"), ("136", "02")])
def test_a_title_that_is_merely_registered_has_paid_nothing_whatever_stands_there(bank: str, code: str) -> None:
    reader, (entry,) = read(written(bank, TITLES[bank] | {CODE[bank]: code}))
    assert (entry.paid, entry.amount, reader.found.totals.paid) == (0, 3_700, 0)


def test_what_may_not_have_reached_the_bank_keeps_its_amount_and_is_not_counted_as_paid() -> None:
    for bank, code in (("136", "07"), ("104", "35"), ("104", "33")):
        reader, (entry,) = read(written(bank, TITLES[bank] | {CODE[bank]: code}))
        assert (entry.paid, reader.found.totals.paid) == (3_700, 0)


@pytest.mark.parametrize("bank", BANKS)
def test_the_lens_shows_each_field_of_the_bank_where_it_stands(bank: str) -> None:
    layout = layout_of(400, bank)
    assert layout is not None
    fields = {field.name: field for field in look(layout, line(2, TITLES[bank])).fields}
    assert (fields["paid_amount"].column, fields["paid_amount"].value) == (PAID[bank], "37.00")
    assert (fields["occurrence_date"].column, fields["occurrence_date"].value) == (DAY[bank], "2026-11-11")
