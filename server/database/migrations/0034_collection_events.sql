-- Runs beside releases from 0016_support_contact on.

-- Grows with each event of the collection; a change names the version that it saw.
alter table collection add column version integer not null default 0;

-- Until they are, the monitoring page says that additional reports are still to come.
alter table collection add column additional_reports_released boolean not null default false;

-- Every event of a collection, in order, with what the guards read: with both the decision can be made again.
create table collection_event (
  collection_id text not null references collection (id),
  sequence integer not null,
  event text not null,
  from_state text not null,
  to_state text not null,
  actor jsonb not null,
  payload jsonb not null default '{}',
  facts jsonb not null,
  effects jsonb not null default '[]',
  occurred_utc timestamptz not null,
  primary key (collection_id, sequence)
);
