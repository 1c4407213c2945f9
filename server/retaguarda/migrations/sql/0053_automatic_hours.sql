-- The merchants side by side count the charges of cycles by their hours, which are few among all hours.
set local lock_timeout = '3s';

create index if not exists payin_hour_automatic on payin_hour (hour) where method = 'automatic';
