-- The foundation, part 2 of 8: specifications, schemas and rulesets; collections and their reference data.

-- Specifications -----------------------------------------------------------------------------------------------------

-- The schemas and rulesets of the installation: those of the repository are added at the start, the others when the agency
-- publishes them.
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

-- Files that the agency has published: the XSD of a schema, or a ruleset as a zip. Versions that came with a release have no row.
-- A version never changes, so that a result can always be explained by the version that made it.
create table published_content (
  kind text not null check (kind in ('schema', 'ruleset')),
  version text not null,
  content bytea not null,
  -- SHA-256 of the content, in hex digits: compared at each read.
  sha256 text not null,
  published_utc timestamptz not null,
  primary key (kind, version)
);

create table specification (
  id integer generated always as identity primary key,
  version text not null unique,
  state_id integer not null,
  -- Number of its last event.
  event_number integer not null default 0,
  stream_id text not null default '056',
  schema_version text not null,
  ruleset_version text not null,
  created_utc timestamptz not null default now(),
  created_by text not null,
  updated_utc timestamptz not null default now(),
  updated_by text not null,
  -- The row of a deleted specification remains, so that nobody uses its version again.
  deleted_utc timestamptz
);

-- Texts of a rule that replace those of its ruleset in one specification.
create table specification_rule (
  specification_id integer not null references specification (id),
  rule_code text not null,
  description text not null,
  guidance_url text not null,
  updated_utc timestamptz not null,
  updated_by text not null,
  primary key (specification_id, rule_code)
);

-- Tolerances of a specification that an administrator has changed from those of its ruleset.
create table specification_tolerance (
  specification_id integer not null references specification (id),
  rule_code text not null,
  regulator_code text not null references regulator (code),
  -- {conjunction: 'A' | 'O', parts: [{type, from, to}]}, as in the ruleset.
  tolerance jsonb not null,
  updated_utc timestamptz not null default now(),
  updated_by text not null,
  primary key (specification_id, rule_code, regulator_code)
);

-- Collections --------------------------------------------------------------------------------------------------------

create table collection (
  id text primary key,
  reference text not null unique,
  name text not null,
  stream_id text not null default '056',
  reference_period_start date not null,
  reference_period_end date not null,
  -- Submissions are due by the end of this day, London time; null if no day is set.
  submission_deadline date,
  -- Where providers ask about the collection: an e-mail or https address (decisions §10).
  support_contact text,
  state_id integer not null,
  -- Incremented by each event. An update names the version that it read, so that of two simultaneous ones only one succeeds.
  version integer not null default 0,
  specification_id integer references specification (id),
  allow_submissions boolean not null default true,
  disallow_create_issues boolean not null default false,
  -- Until then the monitoring page says that additional reports will follow.
  additional_reports_released boolean not null default false,
  -- Whether providers may sign the sign-off form in the portal, by typing their name after signing in again.
  signs_in_portal boolean not null default false
);

-- The state and deadline of each collection that people were last notified of, so that they are notified once.
create table collection_told (
  collection_id text primary key references collection (id) on delete cascade,
  state_id integer not null,
  submission_deadline date
);
-- The deadlines that people were reminded of.
create table deadline_reminder (
  collection_id text not null references collection (id) on delete cascade,
  submission_deadline date not null,
  days integer not null,
  reminded_utc timestamptz not null,
  primary key (collection_id, submission_deadline, days)
);

-- Staff and money of providers' cost centres in the year of a collection: the agency's reference file, as last sent.
create table cost_centre_file (
  collection_id text primary key references collection (id),
  sent_utc timestamptz not null,
  sent_by text not null
);
create table cost_centre (
  collection_id text not null references cost_centre_file (collection_id) on delete cascade,
  inst_id text not null references provider (inst_id),
  cost_centre text not null,
  staff_fte numeric not null,
  expenditure numeric not null,
  primary key (collection_id, inst_id, cost_centre)
);
