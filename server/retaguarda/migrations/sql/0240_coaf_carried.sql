-- owner: compliance/coaf
-- What each communication said when a file was written of it; null: a file from before this was kept.
alter table coaf_file add column carried jsonb check (jsonb_typeof(carried) = 'object');
