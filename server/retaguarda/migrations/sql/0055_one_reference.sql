-- A charge's reference stood in two indexes, one by company and one for a provider's return files, and each payment of a charge
-- writes into all of its indexes. One serves both: who asks for a reference names it whole.
set local lock_timeout = '3s';

create index if not exists charge_by_reference_of on charge (reference, company_id) where reference is not null;
drop index charge_by_reference, charge_of_all_by_reference;
