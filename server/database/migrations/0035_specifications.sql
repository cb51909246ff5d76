-- Runs beside releases from 0016_support_contact on.

-- Schemas and rulesets that there are, filled from the repository at the start and by what the agency publishes.
create table schema_version (
  id integer generated always as identity primary key,
  version text not null unique,
  state_id integer not null,
  updated_utc timestamptz not null,
  updated_by text not null
);
create table ruleset_version (
  id integer generated always as identity primary key,
  version text not null unique,
  schema_version text not null references schema_version (version),
  state_id integer not null,
  updated_utc timestamptz not null,
  updated_by text not null
);

-- A version that is deleted is not used again: its row stays.
alter table specification add column deleted_utc timestamptz;
-- Number of its last event.
alter table specification add column event_number integer not null default 0;

-- Every event of a specification, in order, with what the guards read.
create table specification_event (
  specification_id integer not null references specification (id),
  sequence integer not null,
  event text not null,
  from_state text not null,
  to_state text not null,
  actor jsonb not null,
  payload jsonb not null default '{}',
  facts jsonb not null,
  effects jsonb not null default '[]',
  occurred_utc timestamptz not null,
  primary key (specification_id, sequence)
);

-- Words of a rule that stand in place of its ruleset's, in one specification.
create table specification_rule (
  specification_id integer not null references specification (id),
  rule_code text not null,
  description text not null,
  guidance_url text not null,
  updated_utc timestamptz not null,
  updated_by text not null,
  primary key (specification_id, rule_code)
);
