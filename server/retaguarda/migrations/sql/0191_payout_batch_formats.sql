-- owner: payouts/batches
-- Programs bring single payments, each as a batch of one; files come in the formats that merchants' systems write.
alter table payout_batch drop constraint payout_batch_source_check;
alter table payout_batch add constraint payout_batch_source_check check (source in ('file', 'paste', 'again', 'split', 'api'));
alter table payout_batch drop constraint payout_batch_format_check;
alter table payout_batch add constraint payout_batch_format_check check (format in ('csv', 'xlsx', 'ndjson', 'pain.001', 'cnab240'));
