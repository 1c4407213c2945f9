-- owner: compliance/pld_alerts
-- An alert that was added an earlier movement kept the term of its first reading.
update pld_alert a
   set selection_due = (a.first_at at time zone 'America/Sao_Paulo')::date + k.days
  from pld_clock k
 where k.code = 'selection' and k.unit = 'calendar' and k.valid_from = (
         select max(c.valid_from) from pld_clock c
          where c.code = 'selection' and c.valid_from <= (a.first_at at time zone 'America/Sao_Paulo')::date)
   and a.selection_due > (a.first_at at time zone 'America/Sao_Paulo')::date + k.days;
