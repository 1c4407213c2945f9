"""Payment files of banks: what is written is the same every time and is read back, and a code means what the bank's table says."""

import hashlib
import json
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest

from retaguarda.providers.bankfiles import Damaged, PaymentEntry, meaning_of, payment_layout_of, payment_reader
from retaguarda.providers.bankfiles.remittance_payments import Payer, Payment, Unwritable
from retaguarda.providers.bankfiles.remittances import write_remittance
from retaguarda_sandbox.payment_files import RemittanceRefused, answer

DAY = date(2026, 11, 23)
AT = datetime(2026, 11, 22, 10, 30, 5)  # noqa: DTZ001  (the local moment that a header names)
PAYER = Payer(
    "341", "Itaú Unibanco S.A.", "RETAGUARDA01", "11222333000181", "Retaguarda Ltda", "1234", "", "56789", "0"
)
BARCODE = "34191790010123456789012345678901234567890000"
PAYMENTS = (
    Payment("pix", "RG000000000003", 1_200, DAY, "José Ação", "52998224725", key="jose@example.com", key_kind="email"),
    Payment(
        "ted",
        "RG000000000001",
        150_025,
        DAY,
        "Fornecedor Alfa",
        "11222333000181",
        bank="237",
        ispb="60746948",
        branch="1118",
        number="2222223",
    ),
    Payment(
        "pix",
        "RG000000000004",
        990,
        DAY,
        "Maria",
        "11144477735",
        bank="260",
        ispb="18236120",
        branch="1",
        number="123456789",
    ),
    Payment("slip", "RG000000000002", 15_075, DAY, "Fornecedor B", "11222333000181", barcode=BARCODE, due_on=DAY),
)


def read(data: bytes) -> list[PaymentEntry]:
    reader = payment_reader()
    return [*reader.feed(data), *reader.close()]


def test_payments_that_one_batch_cannot_number_go_on_in_a_second_one() -> None:
    many = [replace(PAYMENTS[0], reference=f"RG{number:012d}") for number in range(50_000)]
    data = write_remittance(PAYER, 7, AT, many)
    lines = data.decode().splitlines()
    headers, trailers = [line for line in lines if line[7] == "1"], [line for line in lines if line[7] == "5"]
    assert [line[3:7] for line in headers] == [line[3:7] for line in trailers] == ["0001", "0002"]
    assert [int(line[17:23]) for line in trailers] == [2 * 49_999 + 2, 4]
    assert [int(line[23:41]) for line in trailers] == [49_999 * 1_200, 1_200]
    assert (int(lines[-1][17:23]), int(lines[-1][23:29])) == (2, len(lines))
    assert len({entry.reference for entry in read(answer(data, 3, DAY))}) == 50_000


@pytest.mark.parametrize("bank", ["341", "001", "237", "756"])
def test_a_remittance_is_the_same_bytes_each_time_and_reads_back_as_it_was_written(bank: str) -> None:
    payer = replace(PAYER, bank=bank)
    first, second = [write_remittance(payer, 7, AT, given) for given in (PAYMENTS, PAYMENTS[::-1])]
    assert first == second
    lines = first.split(b"\r\n")
    assert lines.pop() == b""
    assert {len(line) for line in lines} == {240}
    assert first.isascii()
    assert [line[7:8] + (line[13:14] if line[7:8] == b"3" else b"") for line in lines] == [
        b"0", b"1", b"3A", b"3B", b"5", b"1", b"3J", b"3J", b"5", b"1", b"3A", b"3B", b"3A", b"3B", b"5", b"9",
    ]  # fmt: skip
    with pytest.raises(Damaged) as refused:
        read(first)
    assert refused.value.code == "remittance"
    entries = read(answer(first, 3, DAY))
    assert {(each.reference, each.amount, each.paid, each.meaning, each.paid_on) for each in entries} == {
        (each.reference, each.amount, each.amount, "paid", DAY) for each in PAYMENTS
    }


def test_the_bytes_of_a_remittance_are_these() -> None:
    """A change of one byte is seen here before a bank sees it."""
    golden = json.loads((Path(__file__).parents[1] / "data" / "remittances.json").read_text())
    found = {
        bank: hashlib.sha256(write_remittance(replace(PAYER, bank=bank), 7, AT, PAYMENTS)).hexdigest()
        for bank in ("341", "001", "237", "756")
    }
    assert found == golden


def test_each_field_stands_where_the_banks_manual_says() -> None:
    text = write_remittance(replace(PAYER, bank="001"), 7, AT, PAYMENTS).decode()
    lines = text.split("\r\n")
    assert (lines[0][142], lines[0][157:163], lines[0][143:151]) == ("1", "000007", "22112026")
    ted, pix = lines[2], lines[10]
    assert (ted[17:20], ted[20:23], ted[73:93].strip(), ted[119:134]) == (
        "018",
        "237",
        "RG000000000001",
        "000000000150025",
    )
    assert lines[3][232:240] == "60746948"
    assert (pix[17:20], lines[11][14:17].strip(), lines[11][127:226].strip()) == ("009", "02", "jose@example.com")
    assert (lines[13][14:17].strip(), lines[13][127:226].strip(), lines[13][232:240]) == ("05", "", "18236120")
    assert (lines[6][17:61], lines[6][182:202].strip(), lines[7][17:19]) == (BARCODE, "RG000000000002", "52")
    itau = write_remittance(PAYER, 7, AT, PAYMENTS).decode().split("\r\n")
    slip = next(line for line in itau if line[13:14] == "J")
    assert itau[5][11:13] == "30", "a slip of the bank itself is paid in another way than one of another bank"
    assert slip[17:61] == BARCODE
    pix = next(line for line in itau if line[13:14] == "A" and "RG000000000003" in line)
    assert (pix[101:104], pix[112:114]) == ("REA", "04")


def test_what_has_no_place_in_a_file_is_not_cut_off() -> None:
    for wrong in (
        replace(PAYMENTS[0], reference="R" * 21),
        replace(PAYMENTS[0], key="x" * 101 + "@example.com"),
        replace(PAYMENTS[0], amount=10**15),
        replace(PAYMENTS[3], barcode="123"),
    ):
        with pytest.raises(Unwritable):
            write_remittance(PAYER, 7, AT, [wrong])
    for sequence in (0, 1_000_000):
        with pytest.raises(Unwritable):
            write_remittance(PAYER, sequence, AT, PAYMENTS)
    with pytest.raises(Unwritable):
        write_remittance(PAYER, 1, AT, [])
    with pytest.raises(Unwritable):
        write_remittance(replace(PAYER, bank="999"), 1, AT, PAYMENTS)


@pytest.mark.parametrize(
    ("bank", "codes", "meaning"),
    [
        ("341", "00", "paid"),
        ("341", "", "none"),
        ("341", "CP", "paid"),
        # The same letters, and no payment at all.
        ("001", "CP", "refused"),
        ("341", "BD", "accepted"),
        ("756", "BS", "security_analysis"),
        ("001", "BS", "suspended"),
        ("341", "BS", "unknown"),
        ("237", "5T", "test_contract"),
        ("237", "005T", "test_contract"),
        ("341", "X9", "unknown"),
        ("341", "00X9", "unknown"),
        ("001", "00ZA", "paid"),
        ("001", "00AG", "contradictory"),
        ("756", "00BS", "contradictory"),
        # Bradesco writes 00 into the first place only.
        ("237", "ZA00", "unknown"),
        ("001", "ZA00", "paid"),
        ("341", "DV", "returned"),
        ("001", "02", "cancelled"),
        ("001", "BDAG", "refused"),
    ],
)
def test_a_code_means_what_the_banks_own_table_says(bank: str, codes: str, meaning: str) -> None:
    layout = payment_layout_of(bank)
    assert layout is not None
    assert meaning_of(layout, codes.ljust(10))[0] == meaning


def test_a_refused_batch_pays_none_of_its_lines() -> None:
    said = answer(write_remittance(PAYER, 7, AT, PAYMENTS), 3, DAY, refuse="HA")
    assert {each.meaning for each in read(said)} == {"batch_refused"}
    # A line that claims to be paid in it contradicts that.
    lines = said.split(b"\r\n")
    lines[2] = lines[2][:230] + b"00        "
    assert [each.meaning for each in read(b"\r\n".join(lines))].count("contradictory") == 1


def test_a_file_that_was_cut_or_changed_is_refused_or_pays_nothing_more() -> None:
    whole = answer(write_remittance(PAYER, 7, AT, PAYMENTS), 3, DAY)
    paid = {(each.reference, each.paid) for each in read(whole) if each.meaning == "paid"}
    # Blanks at the end of the last line may be missing; nothing else may.
    for length in range(0, len(whole) - 240, 97):
        with pytest.raises(Damaged):
            read(whole[:length])
    for place in range(0, len(whole), 41):
        mutated = whole[:place] + b"#" + whole[place + 1 :]
        try:
            found = read(mutated)
        except Damaged:
            continue
        assert len({each.reference for each in found if each.meaning == "paid"} - {name for name, _ in paid}) <= 1


def test_the_bank_takes_no_file_that_a_bank_would_refuse() -> None:
    good = write_remittance(PAYER, 7, AT, PAYMENTS)
    for bad in (
        good[:-1],
        good.replace(b"\r\n", b"\n"),
        good[:240] + good,
        good.replace(b"000000000150025", b"000000000150026", 1),
    ):
        with pytest.raises(RemittanceRefused):
            answer(bad, 1, DAY)


def test_the_public_sample_of_itau_is_read() -> None:
    sample = Path(__file__).parents[1] / "data" / "cnab" / "sample-cnab240-itau-pagamento-boleto-retorno.ret"
    (entry,) = read(sample.read_bytes())
    assert (entry.segment, entry.reference, entry.paid, entry.meaning) == ("J", "PED00001", 15_075, "paid")
    assert entry.authentication.startswith("AUTENTICACAO")
