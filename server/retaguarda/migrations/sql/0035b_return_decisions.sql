-- What a person decided of a line that did not fit by itself.
set local lock_timeout = '3s';

alter table return_line
  add column decision   text check (decision in ('assigned', 'dismissed')),
  add column decided_by text,
  add column decided_at timestamptz,
  add column note       text check (length(note) between 1 and 400),
  drop constraint return_line_check2,
  add constraint return_line_done_check
    check (done_at is null or effect in ('settle', 'fee') or decision = 'dismissed') not valid,
  add constraint return_line_decided_check
    check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)
           and (decision is distinct from 'assigned' or effect = 'settle')
           and (decision is null or done_at is not null)) not valid;
alter table return_line validate constraint return_line_done_check;
alter table return_line validate constraint return_line_decided_check;
-- What waits for a person, across files.
create index return_line_waiting on return_line (company_id, file_id, number)
  where effect in ('review', 'unknown') and decision is null;
