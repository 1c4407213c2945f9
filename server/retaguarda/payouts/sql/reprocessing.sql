-- What was done again for money that leaves: later orders of a payout, questions to a bank, files planned again. A view: orders and
-- events are the log.
create or replace view payout_reprocessing with (security_invoker) as
select 'order:' || o.id as id, o.created_at as at, o.company_id, o.payout_id,
       case when o.processor_id is distinct from p.processor_id then 'rerouted'
            when p.end_to_end_id is null then 'line_resent' else 'new_order' end as kind,
       o.attempt::int as attempt, 'clock' as actor, p.code as reason, p.processor_id as processor_before, o.processor_id as processor_after,
       o.code, 'refused' as state_before, o.state as state_after, o.state = 'done' as money_moved, null::uuid as file_id, null::text as file_name
  from payout_order o
  join payout_order p on p.company_id = o.company_id and p.payout_id = o.payout_id and p.attempt = o.attempt - 1
 where o.attempt > 1 and o.payout_id is not null
union all
select 'event:' || e.id, e.at, e.company_id, e.subject_id::uuid, 'status_asked', (e.data ->> 'attempt')::int, e.actor, e.data ->> 'why',
       (e.data ->> 'processor')::uuid, (e.data ->> 'processor')::uuid, e.data ->> 'code', e.data ->> 'from', e.data ->> 'to',
       coalesce((e.data ->> 'money_moved')::boolean, false), null, null
  from event e where e.name = 'payouts:payment:reprocessed' and e.person_id is not null
union all
select 'event:' || e.id, e.at, e.company_id, null, 'file_read_again', null, e.actor, e.data ->> 'reason', null, null, null,
       e.data ->> 'plan_before', e.data ->> 'plan_after', false, f.id, f.name
  from event e join return_file f on f.company_id = e.company_id and f.id = e.subject_id::uuid
 where e.name = 'payouts:return_file:reprocess' and e.person_id is not null;
grant select on payout_reprocessing to retaguarda_app;
