-- The foundation, part 5 of 8: work of the agency on many submissions: jobs, pseudonymisation, deliveries.
-- A column `place` is a state of the chart that its comment names.

-- One decision about many submissions of a collection.
create table job (
  id uuid primary key,
  kind text not null,
  collection_id text not null references collection (id),
  -- For a job that measures the impact of a specification: that specification.
  specification_id integer references specification (id),
  -- Chart: job.
  place text not null,
  -- Incremented by each event.
  version integer not null,
  -- Who asked for it: each row is decided as this person.
  actor jsonb not null,
  -- Whether submissions at approval or after it are included.
  with_submitted boolean not null,
  created_utc timestamptz not null,
  started_utc timestamptz,
  ended_utc timestamptz
);
create index job_of_collection on job (collection_id, created_utc desc);
create index job_of_specification on job (specification_id, created_utc desc) where specification_id is not null;

-- The decision about each provider, in the order of work.
create table job_row (
  job_id uuid not null references job (id),
  ordinal integer not null,
  inst_id text not null references provider (inst_id),
  -- The provider's latest submission when the job was requested, and its status then.
  submission_id uuid not null references submission (id),
  status_id integer not null,
  state text not null,
  -- Why it was refused, a message of the catalogue.
  reason text,
  settled_utc timestamptz,
  primary key (job_id, inst_id)
);
create index job_row_in_order on job_row (job_id, ordinal);

-- The outputs of submissions that a job of the kind IRIS makes again, in the order of work. In their own table and queue, so that a
-- process that does not know this kind never takes such a job.
create table job_output (
  job_id uuid not null,
  ordinal integer not null,
  inst_id text not null references provider (inst_id),
  submission_id uuid not null references submission (id),
  -- Key of the output within its report.
  output text not null,
  -- The status of the submission when the job was requested.
  status_id integer not null,
  state text not null,
  -- Why it could not be made, a message of the catalogue.
  reason text,
  settled_utc timestamptz,
  primary key (job_id, submission_id, output)
);
create index job_output_in_order on job_output (job_id, ordinal);
create index job_output_of_submission on job_output (submission_id, output);

-- What a specification would change for one provider: results that would differ, and rules that cannot run.
create table impact_row (
  job_id uuid not null references job (id),
  inst_id text not null references provider (inst_id),
  findings jsonb not null,
  primary key (job_id, inst_id)
);

-- The pseudonymised form of a submission's record, requested by analysts.
create table pseudonymisation (
  submission_id uuid primary key references submission (id),
  inst_id text not null references provider (inst_id),
  -- Chart: pseudonymisationTask.
  place text not null default 'NONE',
  -- Incremented by each event.
  version integer not null default 0,
  -- The attempt that has the task.
  attempt integer not null default 0,
  requested_utc timestamptz,
  made_utc timestamptz,
  object_key text,
  size bigint,
  -- Names the key of the pseudonyms, which is in KEYS_DIR.
  key_id text,
  -- Why it was given up, a message of the catalogue.
  fault text
);

-- Deliveries ---------------------------------------------------------------------------------------------------------

-- What a customer receives of its providers' records, and when.
create table delivery_configuration (
  id uuid primary key,
  name text not null,
  -- Organisation of a statutory customer.
  customer_id text not null references organisation (id),
  collection_id text not null references collection (id),
  -- Files, columns, reasons, filters and format: `DeliveryContent` of the domain.
  content jsonb not null,
  schedule text not null,
  -- Chart: deliveryConfiguration.
  place text not null,
  -- Incremented by each event.
  version integer not null default 0,
  created_utc timestamptz not null,
  created_by text not null,
  updated_utc timestamptz not null,
  updated_by text not null
);

-- One package of a configuration, made or still to be made, with its own copy of what was requested.
create table delivery (
  id uuid primary key,
  configuration_id uuid not null references delivery_configuration (id),
  customer_id text not null references organisation (id),
  collection_id text not null references collection (id),
  name text not null,
  content jsonb not null,
  -- Chart: delivery.
  place text not null,
  version integer not null default 0,
  -- The attempt that has it.
  attempt integer not null default 0,
  requested_utc timestamptz not null,
  -- Null if the schedule requested it.
  requested_by text,
  made_utc timestamptz,
  object_key text,
  size bigint,
  row_count bigint,
  -- Contents of the package: its `delivery.json`.
  packed jsonb,
  -- Why it was given up, a message of the catalogue.
  fault text
);
create index delivery_by_time on delivery (requested_utc desc, id);
create index delivery_by_configuration on delivery (configuration_id, requested_utc desc);
create index delivery_kept on delivery (made_utc) where place = 'READY';

-- The submissions in a package.
create table delivery_submission (
  delivery_id uuid not null references delivery (id),
  ordinal integer not null,
  submission_id uuid not null references submission (id),
  inst_id text not null references provider (inst_id),
  primary key (delivery_id, ordinal)
);
create index delivery_submission_by_submission on delivery_submission (submission_id);

-- A provider's part of a package of a whole collection, kept for the next package (decisions §13).
create table delivery_partition (
  configuration_id uuid not null references delivery_configuration (id),
  submission_id uuid not null references submission (id),
  -- What the files depend on: the choice of files, the specification, the attempt that derived, the key of pseudonyms.
  fingerprint text not null,
  -- The files one after the other, in the order of the manifest.
  object_key text not null,
  size bigint not null,
  -- `DeliveryManifest` of the domain.
  manifest jsonb not null,
  primary key (configuration_id, submission_id)
);
create index delivery_partition_by_submission on delivery_partition (submission_id);

-- Each time that somebody received the URL of a package.
create table delivery_download (
  id bigint generated always as identity primary key,
  delivery_id uuid not null references delivery (id),
  customer_id text not null references organisation (id),
  downloaded_utc timestamptz not null,
  user_id text not null,
  user_name text not null,
  organisation_id text not null
);
create index delivery_download_by_time on delivery_download (downloaded_utc desc, id);
