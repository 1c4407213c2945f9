"""The bank that gets payment files: it checks a remittance as a bank does, and answers it with a return file.

What becomes of a line follows from the last two digits of its amount: 01 security analysis (BS, for ever), 02 no such account (AN),
03 a code that no table has, 04 paid under a test contract (5T), 05 only scheduled, 06 paid in part, anything else is paid.
"""

from datetime import date

_WIDTH = 240
#: Last two digits of an amount → the codes of the answer.
SCRIPT = {"01": "BS", "02": "AN", "03": "X9", "04": "5T", "05": "BD"}
_PARTLY = "06"


class RemittanceRefused(Exception):
    """A bank does not take this file. ``str()`` says why."""


def answer(remittance: bytes, sequence: int, day: date, *, refuse: str = "", codes: str = "", run: int = 0) -> bytes:
    """Return the return file to a remittance.

    Args:
        sequence: the bank's number of its answer (NSA).
        day: on which it pays.
        refuse: a code with which every batch is refused as a whole.
        codes: what it says of every line, whatever its amount: a later word than the one by the script.
        run: of the bank's own numbers; another run is another movement of the same order, so that it pays twice.

    Raises:
        RemittanceRefused: the file is not one that a bank takes.
    """
    lines = _checked(remittance)
    answered = list[str]()
    for line in lines:
        match line[7], line[13:14]:
            case "0", _:
                line = line[:142] + "2" + day.strftime("%d%m%Y") + line[151:157] + f"{sequence:06}" + line[163:]
            case "1", _ if refuse:
                line = line[:230] + refuse.ljust(10)
            case "3", "A" if not refuse:
                line = _credited(line, day, codes, run)
            case "3", "J" if line[17:19] != "52" and not refuse:
                line = line[:230] + _codes(line[152:167]).ljust(10)
            case _:
                pass
        answered.append(line)
    return "".join(f"{line}\r\n" for line in answered).encode("ascii")


def _checked(remittance: bytes) -> list[str]:
    if not remittance.endswith(b"\r\n"):
        raise RemittanceRefused("the last line has no end")
    lines = remittance.decode("ascii").split("\r\n")[:-1]
    if any(len(line) != _WIDTH for line in lines):
        raise RemittanceRefused("a line has not 240 places")
    if lines[0][7] != "0" or lines[0][142] != "1" or lines[-1][7] != "9":
        raise RemittanceRefused("no remittance from its header to its trailer")
    if int(lines[-1][23:29]) != len(lines) or int(lines[0][157:163]) < 1:
        raise RemittanceRefused("the trailer counts other lines, or the file has no number")
    total = 0
    for line in lines:
        match line[7], line[13:14]:
            case "3", "A":
                total += int(line[119:134])
            case "3", "J" if line[17:19] != "52":
                total += int(line[152:167])
            case "5", _:
                if int(line[23:41]) != total:
                    raise RemittanceRefused("the trailer of a batch has another total than its lines")
                total = 0
            case _:
                pass
    return lines


def _codes(amount: str) -> str:
    return SCRIPT.get(amount[-2:], "00")


def _credited(line: str, day: date, said: str, run: int) -> str:
    amount = line[119:134]
    codes = said or _codes(amount)
    paid = f"{int(amount) - 1:015}" if amount.endswith(_PARTLY) else amount
    effective = day.strftime("%d%m%Y") + paid if codes in ("00", "5T") else "0" * 23
    number = f"B{run or 'K'}{line[73:93].strip()[-12:]}".ljust(20)
    # Itaú keeps five of these places for itself.
    bank_ref = number[:15] + line[149:154] if line[:3] == "341" else number
    return line[:134] + bank_ref + effective + line[177:230] + codes.ljust(10)
