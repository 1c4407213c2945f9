from typing import Any

from sandbox.conftest import Bank

TXID = "7978c0c97ea847e78e8849634473c1f1"
KEY = "financeiro@padaria-sol.example"
COB: dict[str, Any] = {
    "calendario": {"expiracao": 3600},
    "devedor": {"cpf": "52998224725", "nome": "Maria Exemplo"},
    "valor": {"original": "37.00"},
    "chave": KEY,
    "solicitacaoPagador": "Pedido 42",
    "infoAdicionais": [{"nome": "Pedido", "valor": "42"}],
}


async def test_a_charge_is_made_and_read_back(bank: Bank) -> None:
    made = await bank.http.put(f"/cob/{TXID}", json=COB)
    assert made.status_code == 201
    cob = made.json()
    print(cob)
    read = (await bank.http.get(f"/cob/{TXID}")).json()
    assert read == cob
