call allow_moves('export', 'status',
  'queued: running canceled',
  'running: succeeded failed canceled',
  'succeeded: expired');

call allow_moves('bulk_item', 'status',
  'queued: done awaiting refused failed');
