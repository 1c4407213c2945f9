"""SQL that writes each file to COAF again, otherwise than ``write_file`` does, and compares it with the bytes that were sealed."""

from collections.abc import Sequence
from types import SimpleNamespace

from retaguarda.compliance.coaf.check_communication import layout

_LAYOUT = SimpleNamespace(**layout())
_TAGS, _HOUSE = _LAYOUT.tags, _LAYOUT.house
_TAG = SimpleNamespace(**_TAGS)
#: What a communication says of itself; after its export none of it changes until it is a draft again.
_TOLD = ("intent", "codes", "first_on", "last_on", "detail", "people", "currency", "credit", "debit", "reason")


def _text(value: str) -> str:
    """SQL of a text as XML carries it, on one line."""
    one_line = rf"btrim(regexp_replace({value}, '[ \t\n\r\u00A0]+', ' ', 'g'))"
    return f"replace(replace(replace({one_line}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')"


def _day(value: str) -> str:
    return f"to_char(({value})::date, 'DD/MM/YYYY')"


def _money(value: str) -> str:
    return f"(({value})::bigint / 100)::text || ',' || lpad((({value})::bigint % 100)::text, 2, '0')"


def _plain(value: str) -> str:
    """Upper case without accents, of what ISO-8859-1 can carry."""
    bare = rf"regexp_replace(normalize({value}, NFKD), '[\u0300-\u036f]', '', 'g')"
    return _text(rf"upper(translate(replace({bare}, 'ß', 'SS'), 'øæðþ', 'ØÆÐÞ'))")


def _lines(indent: int, *fields: tuple[str, str]) -> str:
    """SQL of one line for each tag and the SQL of its text."""
    pad = " " * indent
    return " || ".join(f"'{pad}<{_TAGS[tag]}>' || {value} || '</{_TAGS[tag]}>' || chr(10)" for tag, value in fields)


def _constant(*names: str) -> Sequence[tuple[str, str]]:
    return [(name, f"'{_HOUSE[name.removeprefix('person_')]}'") for name in names]


_PERSON = _lines(
    10,
    ("document", "regexp_replace(upper(p ->> 'document'), '[^0-9A-Z]', '', 'g')"),
    ("name", _plain("p ->> 'name'")),
    ("role", "(p ->> 'role')"),
    *_constant("person_branch", "person_branch_name"),
    ("obliged", "(p ->> 'obliged')::boolean::int::text"),
    ("pep", "(p ->> 'pep')::boolean::int::text"),
    ("public_servant", "(p ->> 'public_servant')"),
)
_NUMBER = "lpad(r ->> 'number', greatest(6, length(r ->> 'number')), '0')"
_OCCURRENCE = f"""
    '    <{_TAG.item}>' || chr(10) || {_lines(6, ("number", _NUMBER))}
    || case when r ->> 'intent' = 'rectify' then {
    _lines(6, ("coaf_number", _text("coalesce(r ->> 'coaf_number', '')")))
} else '' end
    || {
    _lines(
        6,
        ("reporter", _text("x.carried ->> 'reporter'")),
        ("first_on", _day("r ->> 'first_on'")),
        ("last_on", _day("r ->> 'last_on'")),
        *_constant("branch", "branch_name", "branch_city", "branch_state"),
        ("detail", _text("r ->> 'detail'")),
        ("credit", _money("r ->> 'credit'")),
        ("debit", _money("r ->> 'debit'")),
        ("provision", "'0,00'"),
        ("proposal", "'0,00'"),
    )
}
    || '      <{_TAG.codes}>' || chr(10)
    || (select string_agg({
    _lines(8, ("code", _text("c")))
}, '' order by n) from jsonb_array_elements_text(r -> 'codes') with ordinality k (c, n))
    || '      </{_TAG.codes}>' || chr(10) || '      <{_TAG.people}>' || chr(10)
    || (select string_agg('        <{_TAG.person}>' || chr(10) || {_PERSON} || '        </{
    _TAG.person
}>' || chr(10), '' order by n)
          from jsonb_array_elements(r -> 'people') with ordinality k (p, n))
    || '      </{_TAG.people}>' || chr(10) || '    </{_TAG.item}>' || chr(10)
"""
_CANCELLED = f"""
    '    <{_TAG.cancelled}>' || chr(10) || {
    _lines(
        6,
        ("cancel_number", _NUMBER),
        ("cancel_coaf", _text("coalesce(r ->> 'coaf_number', '')")),
        ("cancel_authentication", _text("coalesce(r ->> 'authentication', '')")),
        ("cancel_reason", _text("coalesce(r ->> 'reason', '')")),
    )
} || '    </{_TAG.cancelled}>' || chr(10)
"""
_ROOT = "".join(f" when '{kind}' then '{_TAGS[kind]}'" for kind in ("send", "rectify", "cancel"))
_SAME = ", ".join(f"to_jsonb(c) -> '{name}'" for name in _TOLD), ", ".join(f"r -> '{name}'" for name in _TOLD)

#: Files of this layout whose bytes come out otherwise, or that say otherwise than a communication that still stands as it left.
WRONG_FILES = f"""
    select count(*) from coaf_file x
     where x.layout = '{_LAYOUT.version}' and x.carried is not null and (
           convert_from(x.bytes, 'LATIN1') is distinct from (
             select '<?xml version="1.0" encoding="{_LAYOUT.encoding}"?>' || chr(10) || '<' || root || '>' || chr(10)
                    || '  <{_TAG.batch} ID="' || x.batch_id || '">' || chr(10)
                    || (select string_agg(case x.kind when 'cancel' then {_CANCELLED} else {_OCCURRENCE} end, '' order by place)
                          from jsonb_array_elements(x.carried -> 'rows') with ordinality e (r, place))
                    || '  </{_TAG.batch}>' || chr(10) || '</' || root || '>' || chr(10)
               from (select case x.kind{_ROOT} end as root) t)
        or exists (
             select from coaf_communication c
               left join jsonb_array_elements(x.carried -> 'rows') r on r ->> 'number' = c.number::text
              where c.file_id = x.id and c.status in ('exported', 'sent', 'receipted')
                and (r is null or ({_SAME[0]}) is distinct from ({_SAME[1]}))))
"""
