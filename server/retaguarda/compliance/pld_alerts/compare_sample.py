"""SQL that computes a sample of stored evaluations anew, each value by a query of its own, otherwise than the engine counts it."""

from retaguarda.compliance.pld_rules.condition_facts import FEATURES, Feature

#: Of each rule the newest, and so many in all: the time of ``verify`` does not grow with the history.
OF_A_RULE, IN_ALL = 5, 100

_COUNTED = {
    "sum": "coalesce(sum(m.amount), 0)",
    "count": "count(*)",
    "max": "max(m.amount)",
    "distinct": "count(distinct m.other)",
}


def _again(feature: Feature) -> str:
    """SQL of a feature at the hit ``s``; a ratio is of its two parts."""
    if feature.name == "amount":
        return "s.amount"
    if feature.of:
        top, bottom = (_again(next(each for each in FEATURES if each.name == name)) for name in feature.of)
        return f"div({top} * 10000, nullif({bottom}, 0))"
    last = f"s.at - interval '{feature.offset} seconds'"
    order = "" if feature.offset else " and (m.known_at, m.movement) <= (s.at, s.movement)"
    return (
        f"(select {_COUNTED[feature.measure]} from moved m where {feature.where}"
        f" and m.known_at > {last} - interval '{feature.window} seconds' and m.known_at <= {last}{order})"
    )


_ASKED = [each for each in FEATURES if each.name == "amount" or each.measure != "point"]
_CASES = "\n".join(f"                      when '{each.name}' then {_again(each)}" for each in _ASKED)

#: A movement that became known within a minute before the evaluation may have been committed after it, as where Postgres stood still
#: meanwhile; one that came late was not there at all. Then nobody can tell.
WRONG_EVALUATIONS = f"""
    with sample as materialized (
      select h.*, v.target from pld_rule r
       cross join lateral (select * from pld_hit x where x.rule_id = r.id and x.effect <> 'error'
                            order by x.evaluated_at desc limit {OF_A_RULE}) h
        join pld_rule_version v on v.id = h.version_id
       limit {IN_ALL})
    select count(*) from sample s
     where exists (
       select from jsonb_to_recordset(s.why) w (feature text, operator text, value bigint, threshold bigint, margin bigint, held boolean)
        where w.value is not null and w.threshold is not null
          and (w.margin is distinct from w.value - w.threshold
               or w.held is distinct from case w.operator when '>=' then w.value >= w.threshold when '>' then w.value > w.threshold
                                                          when '<=' then w.value <= w.threshold when '<' then w.value < w.threshold
                                                          when '==' then w.value = w.threshold else w.value <> w.threshold end))
        or exists (
       select from jsonb_to_recordset(s.why) w (feature text, value bigint)
        cross join lateral (
              with moved as (
                select v.movement collate "C" as movement, v.known_at, v.direction, v.kind, v.amount,
                       coalesce(l.recorded_at, v.known_at) as came_at,
                       case s.target when 'merchant' then v.document else v.company_id::text end as other
                  from pld_movement v left join movement_late l on l.company_id = 1 and l.movement = v.movement collate "C"
                 where v.currency = s.currency and v.company_id <> 1 and v.known_at <= s.at
                   and (s.target = 'merchant' and v.company_id = s.merchant_id or s.target = 'end_user' and v.document = s.subject))
              select (case w.feature
{_CASES}
                      else w.value end)::bigint as value,
                     exists (select from moved m where m.came_at > s.evaluated_at - interval '60 seconds'
                                                   and m.movement <> s.movement) as unsure) again
        where w.feature is not null and not again.unsure and again.value is distinct from w.value)
"""
