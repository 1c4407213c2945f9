-- The self-check and the nightly verification read it as the application, with the rights of whoever asks.
set local lock_timeout = '3s';

alter view payin_hour_recount set (security_invoker = true);
grant select on payin_hour_recount to retaguarda_app;
