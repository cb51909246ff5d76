-- Runs beside releases from 0016_support_contact on.

-- The pseudonymised form of a submission's record, asked for by who analyses it. Seen by the agency alone.
create table pseudonymisation (
  submission_id uuid primary key references submission (id),
  inst_id text not null references provider (inst_id),
  -- A place of the chart pseudonymisationTask.
  place text not null default 'NONE',
  -- Grows with each event.
  version integer not null default 0,
  -- The attempt that holds the task.
  attempt integer not null default 0,
  requested_utc timestamptz,
  made_utc timestamptz,
  object_key text,
  size bigint,
  -- Key by which the pseudonyms were made; the key itself is in KEYS_DIR.
  key_id text,
  -- Why it was given up, a message of the catalogue.
  fault text
);
alter table pseudonymisation enable row level security;
alter table pseudonymisation force row level security;
create policy agency on pseudonymisation using ((select current_setting('bedel.scope', true)) = 'all');
