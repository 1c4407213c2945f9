-- owner: compliance/kyc
-- From which part on somebody is a beneficial owner, in percent: a quarter at most (Circular 3.978/2020, art. 25), less where the
-- house wants to know more. An open request keeps the one that it began under.
alter table kyc_reason_version add column owner_percent int not null default 25 check (owner_percent between 1 and 25);
