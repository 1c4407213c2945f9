-- As 0045 did for charges: a foreign key locks the row it names, and what is told of a hundred payments names one processor a hundred
-- times. Neither processors nor companies are ever deleted, and verify looks.
set local lock_timeout = '3s';

alter table provider_message
  drop constraint provider_message_company_id_fkey,
  drop constraint provider_message_connection_id_fkey;
