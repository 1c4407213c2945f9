"""Text that a person wrote."""

from retaguarda.foundation.errors import invalid_field


def clean(field: str, text: str) -> str:
    """
    Raises:
        ApiError: 400 for nothing but white space, or a zero character.
    """
    if "\x00" in text:
        raise invalid_field(field, "field_invalid", f"{field} holds a zero character")
    if not text.strip():
        raise invalid_field(field, "field_required", f"{field} is only white space")
    return text.strip()
