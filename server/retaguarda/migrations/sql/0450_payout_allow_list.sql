-- Whether a merchant's payments may go to destinations that its payee book does not trust: anywhere, with a warning, or nowhere else.
alter table payout_setting_version add column allow_list text not null default 'off' check (allow_list in ('off', 'warn', 'trusted'));
-- It answers one column more.
drop function if exists payout_rules(int);
