"""The SQL of sessions as staff see them."""

from retaguarda.connection_time.model import REASONS
from retaguarda.identity.devices import BROWSERS, SYSTEMS

_OVER = "(s.expires_at <= now() or s.last_seen_at <= now() - s.idle)"
_ENDINGS = " ".join(f"when '{reason}' then '{ending}'" for reason, ending in REASONS.items())

STATE = (
    "(case when s.ended_at is not null then case when s.end_reason in ('logout', 'ended by its person') then 'signed_out' else 'forced' end"
    " when s.expires_at <= now() then 'expired' when s.last_seen_at <= now() - s.idle then 'idle' else 'open' end)"
)
ENDING = f"(case when s.ended_at is null then '' else case s.end_reason {_ENDINGS} else 'other' end end)"
#: When it was over: what is forced later does not make it longer than its idle time allows.
UNTIL = "least(coalesce(s.ended_at, s.last_seen_at), s.last_seen_at + s.idle, s.expires_at)"
ENDED = f"(case when s.ended_at is not null or {_OVER} then {UNTIL} end)"
SECONDS = f"extract(epoch from {UNTIL} - s.created_at)::bigint"
#: Signed in from another address at the same time.
OVERLAPS = (
    "exists (select from session o where o.person_id = s.person_id and o.id <> s.id and o.ip is distinct from s.ip"
    f" and o.created_at < {UNTIL} and {UNTIL.replace('s.', 'o.')} > s.created_at)"
)


def _first(patterns: tuple[tuple[str, str], ...]) -> str:
    """SQL of the first name whose mark is in the user agent, as identity/devices.py finds it."""
    return f"case {' '.join(_when(mark, name) for mark, name in patterns)} end"


def _when(mark: str, name: str) -> str:
    return f"when position('{mark}' in s.user_agent) > 0 then '{name}'"


DEVICE = f"concat_ws(' · ', {_first(BROWSERS)}, {_first(SYSTEMS)})"
SOURCE = "session s join person p on p.id = s.person_id join company k on k.id = s.company_id"
COLUMNS = (
    "s.id, s.person_id, p.name as person_name, p.email as person_email, s.company_id, k.name as company_name,"
    f" p.internal, {STATE} as state, {ENDING} as ending, s.two_factor, s.created_at as began_at, s.last_seen_at,"
    f" {ENDED} as ended_at, {SECONDS} as seconds, host(s.ip) as ip, {DEVICE} as device, {OVERLAPS} as overlaps"
)
