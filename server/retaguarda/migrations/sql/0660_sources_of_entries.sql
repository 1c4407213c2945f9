-- Where an entry of the block list comes from: also a hit that was confirmed, or a case of PLD.

-- owner: compliance/block_list
-- hit_id, case_id: what it comes from. They say which it was, also when that is erased: neither is a foreign key.
alter table block_entry
  drop constraint block_entry_source_check,
  add constraint block_entry_source_check check (source in ('person', 'upload', 'order', 'hit', 'case')),
  add column hit_id uuid,
  add column case_id uuid,
  add constraint block_entry_hit check ((source = 'hit') = (hit_id is not null)),
  add constraint block_entry_case check ((source = 'case') = (case_id is not null)),
  -- Who a case is about must not know of it.
  add constraint block_entry_case_lane check (source <> 'case' or lane = 'pld');
create index if not exists block_entry_of_case on block_entry (case_id) where case_id is not null;
