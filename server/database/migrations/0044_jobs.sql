-- Runs beside releases from 0016_support_contact on.

-- One decision about many submissions of a collection. Seen by the agency alone.
create table job (
  id uuid primary key,
  kind text not null,
  collection_id text not null references collection (id),
  -- A place of the chart job.
  place text not null,
  -- Grows with each event.
  version integer not null,
  -- Who asked: each row is decided as that person.
  actor jsonb not null,
  -- Submissions at or beyond approval are taken too.
  with_submitted boolean not null,
  created_utc timestamptz not null,
  started_utc timestamptz,
  ended_utc timestamptz
);
create index job_of_collection on job (collection_id, created_utc desc);

-- What is to be decided of each provider, in the order in which it is.
create table job_row (
  job_id uuid not null references job (id),
  ordinal integer not null,
  inst_id text not null references provider (inst_id),
  -- The submission that was the latest when the job was asked for, and the status that it had.
  submission_id uuid not null references submission (id),
  status_id integer not null,
  state text not null,
  -- Why it was refused, a message of the catalogue.
  reason text,
  settled_utc timestamptz,
  primary key (job_id, inst_id)
);
create index job_row_in_order on job_row (job_id, ordinal);

-- Every event of a job, in order, with what the guards read.
create table job_event (
  job_id uuid not null references job (id),
  sequence integer not null,
  event text not null,
  from_place text not null,
  to_place text not null,
  actor jsonb not null,
  payload jsonb not null default '{}',
  facts jsonb not null,
  effects jsonb not null default '[]',
  occurred_utc timestamptz not null,
  primary key (job_id, sequence)
);

alter table job enable row level security;
alter table job force row level security;
create policy agency on job using ((select current_setting('bedel.scope', true)) = 'all');
alter table job_row enable row level security;
alter table job_row force row level security;
create policy agency on job_row using ((select current_setting('bedel.scope', true)) = 'all');
alter table job_event enable row level security;
alter table job_event force row level security;
create policy agency on job_event using ((select current_setting('bedel.scope', true)) = 'all');
