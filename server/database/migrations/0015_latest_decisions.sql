-- Runs beside releases from 0010_reminders on.

-- The last decisions of all collections tell how long the next one usually takes. Without this index every submission would be read.
create index submission_event_decided on submission_event (occurred_utc desc)
  where event in ('APPROVE', 'DECLINE', 'REQUEST_SIGN_OFF', 'SIGN_OFF');
