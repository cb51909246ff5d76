-- Runs beside releases from 0016_register_contacts on.

-- For the list of users: since when a person is known, what is wrong with the organisations and roles that the issuer says, and when
-- the last sign-in was refused for it (null: it was not).
alter table person add column first_utc timestamptz;
update person set first_utc = said_utc;
alter table person add column faults jsonb not null default '[]';
alter table person add column refused_utc timestamptz;
