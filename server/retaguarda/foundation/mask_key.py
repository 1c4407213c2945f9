"""A Pix key as people may see it, in Python and in SQL: of a CPF, a phone number and an e-mail only a part is shown."""

from retaguarda.foundation.documents import mask_text


def mask_key(key: str) -> str:
    """Mask a key as the directory writes it: ***.982.247-**, +5511*****321, j***@loja.example. A CNPJ and an EVP stay whole."""
    if "@" in key:
        return f"{key[0]}***{key[key.index('@') :]}"
    if key.startswith("+"):
        return f"{key[:5]}*****{key[-3:]}"
    return key if "-" in key else mask_text(key) or key


def masked_key(row: str) -> str:
    """Return the SQL that masks the columns pix_key and pix_key_kind of a row."""
    return masked_key_of(f"{row}.pix_key", f"{row}.pix_key_kind")


def masked_key_of(key: str, kind: str) -> str:
    """Return the SQL that masks a key, of SQL for the key and its kind."""
    return (
        f"(case {kind} when 'cpf' then '***.' || substr({key}, 4, 3) || '.' || substr({key}, 7, 3) || '-**'"
        f" when 'phone' then left({key}, 5) || '*****' || right({key}, 3)"
        f" when 'email' then left({key}, 1) || '***' || substr({key}, strpos({key}, '@')) else {key} end)"
    )
