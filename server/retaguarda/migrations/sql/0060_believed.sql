-- What a processor says was paid is posted. So somebody agrees to where it is, by enabling it, before anything it says counts.
set local lock_timeout = '3s';

alter table pix_connection add column believed boolean not null default true;  -- since its address and key are these
update pix_connection c set believed = false
 where c.settings_name is null and not c.enabled
   and not exists (select from event e where e.company_id = c.company_id and e.name = 'payin:processor:enable' and e.person_id is not null
                      and e.subject_id = c.id::text);
alter table pix_connection add constraint pix_connection_believed check (believed or not enabled);
