-- The list of alerts counts up to ten thousand of them, in an index that says no more than whose they are: a few pages instead of hundreds.

-- owner: compliance/pld_alerts
create index if not exists pld_alert_of_house on pld_alert (company_id);
