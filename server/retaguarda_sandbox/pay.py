"""Pays a code at the sandbox from the shell: ``python -m retaguarda pay <code> [--amount 10.00]``."""

import argparse
import os
import sys

import httpx


def main(argv: list[str]) -> int:
    """0 when paid, 1 when refused or the sandbox did not answer; says which on the terminal."""
    parser = argparse.ArgumentParser(prog="retaguarda pay", description="Pay a Pix code at the sandbox.")
    parser.add_argument("code", help="the copy-and-paste code")
    parser.add_argument("--amount", help="as 10.00; what the code asks for unless given")
    parser.add_argument("--name", help="the payer's name")
    parser.add_argument("--document", help="the payer's CPF or CNPJ")
    parser.add_argument("--count", type=int, default=1, help="pay this many times at once")
    parser.add_argument("--force", action="store_true", help="also when it is expired, paid or removed")
    default = os.environ.get("SANDBOX_URL", "http://localhost:8001")
    parser.add_argument("--sandbox", default=default, help="address of the sandbox (%(default)s)")
    given = parser.parse_args(argv)
    if (given.name is None) != (given.document is None):
        parser.error("--name and --document come together")
    body = {"code": given.code, "amount": given.amount, "count": given.count, "force": given.force}
    if given.name is not None:
        body["payer"] = {"name": given.name, "document": given.document}
    try:
        answer = httpx.post(f"{given.sandbox.rstrip('/')}/sandbox/pay", json=body, timeout=30, trust_env=False)
        content = answer.json()
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        print(f"The sandbox at {given.sandbox} did not answer: {error}", file=sys.stderr)
        return 1
    if not answer.is_success:
        reasons = [violation["razao"] for violation in content.get("violacoes", [])]
        print(f"Refused: {'; '.join(reasons) or content.get('detail')}", file=sys.stderr)
        return 1
    for pix in content["pix"]:
        print(f"Paid {pix['valor']} as {pix['endToEndId']}")
    return 0
