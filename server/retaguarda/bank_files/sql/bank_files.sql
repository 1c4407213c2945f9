call append_only('boleto_payment');

call allow_moves('return_file', 'status',
  'receiving: received rejected',
  'received: parsed rejected',
  'parsed: applying',
  'applying: parsed applied',
  'applied: parsed');
