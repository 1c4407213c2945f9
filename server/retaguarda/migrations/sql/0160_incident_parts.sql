-- An incident that was merged into another, or split into two, counts no more: those that replace it do.
alter table incident add column replaced_by uuid[] not null default '{}'
  check (cardinality(replaced_by) = 0 or state = 'dismissed');
