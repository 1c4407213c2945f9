call allow_moves('recipient', 'status',
  'active: suspended',
  'suspended: active');
