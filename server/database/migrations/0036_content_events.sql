-- Runs beside releases from 0016_support_contact on.

-- Every event of a schema or a ruleset, in order, with what the guards read.
create table content_event (
  kind text not null check (kind in ('schema', 'ruleset')),
  version text not null,
  sequence integer not null,
  event text not null,
  from_state text not null,
  to_state text not null,
  actor jsonb not null,
  facts jsonb not null,
  occurred_utc timestamptz not null,
  primary key (kind, version, sequence)
);
