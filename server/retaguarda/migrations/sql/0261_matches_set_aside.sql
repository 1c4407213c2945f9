-- What no rung may find again is read once for each rung, and is little beside all matches.
create index match_group_apart on match_group (account_id) where state in ('undone', 'rejected', 'proposed');

-- That a company is there is said by the house account that each of these stands on, and by its matches; to look for it once more with
-- every line, expectation, match and member took a tenth of a run.
alter table bank_line drop constraint bank_line_company_id_fkey;
alter table expectation drop constraint expectation_company_id_fkey;
alter table match_group drop constraint match_group_company_id_fkey;
alter table match_member drop constraint match_member_company_id_fkey;

-- It takes what it asks of a line alone apart now.
drop function if exists conciliation_pairs(text);
