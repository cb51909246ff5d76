-- Runs beside releases from 0016_support_contact on.

-- Every event of a task of pseudonymisation, with what its guards read, so that it can be replayed.
create table pseudonymisation_event (
  submission_id uuid not null references pseudonymisation (submission_id),
  sequence integer not null,
  event text not null,
  from_place text not null,
  to_place text not null,
  actor jsonb not null,
  payload jsonb not null,
  facts jsonb not null,
  effects jsonb not null,
  occurred_utc timestamptz not null,
  primary key (submission_id, sequence)
);
alter table pseudonymisation_event enable row level security;
alter table pseudonymisation_event force row level security;
create policy agency on pseudonymisation_event using ((select current_setting('bedel.scope', true)) = 'all');
