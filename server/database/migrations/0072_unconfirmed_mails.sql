-- Runs beside releases from 0016_support_contact on.

-- Times at which a mail was handed over whole and the mail server did not say what became of it: the person may have it.
alter table mail add column unconfirmed_utc timestamptz[] not null default '{}';
