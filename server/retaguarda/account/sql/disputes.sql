call allow_moves('med_claim', 'status',
  'created: reported asked refused cancelled',
  'reported: asked returned partly_returned refused cancelled',
  'asked: returned partly_returned refused cancelled');
