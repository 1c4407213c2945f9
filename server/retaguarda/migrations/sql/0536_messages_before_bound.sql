-- Reads the whole table, while everybody writes into it.
alter table provider_message validate constraint provider_message_first;
