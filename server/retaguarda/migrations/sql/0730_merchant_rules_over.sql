-- What a merchant had of its own for a time is over with it, and makes room for the next.
alter table merchant_rule drop constraint merchant_rule_status_check;
alter table merchant_rule add constraint merchant_rule_status_check check (status in ('proposed', 'active', 'rejected', 'cleared', 'over'));
