call allow_moves('hook_endpoint', 'status',
  'enabled: disabled suspended',
  'suspended: enabled disabled',
  'disabled: enabled');

call allow_moves('hook_delivery', 'status',
  'waiting: delivered failed held',
  'held: waiting',
  'failed: waiting',
  'delivered: waiting');
