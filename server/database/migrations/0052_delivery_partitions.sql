-- Runs beside releases from 0016_support_contact on.

-- A provider's part of a set of a whole collection, kept so that the next set takes it over (decisions §13).
create table delivery_partition (
  configuration_id uuid not null references delivery_configuration (id),
  submission_id uuid not null references submission (id),
  -- What the files follow from: the choice of files, the specification, the attempt that derived, the key of pseudonyms.
  fingerprint text not null,
  -- The files, one behind the other in the order of the manifest.
  object_key text not null,
  size bigint not null,
  -- `DeliveryManifest` of the domain.
  manifest jsonb not null,
  primary key (configuration_id, submission_id)
);
create index delivery_partition_by_submission on delivery_partition (submission_id);
alter table delivery_partition enable row level security;
alter table delivery_partition force row level security;
create policy agency on delivery_partition using ((select current_setting('bedel.scope', true)) = 'all');
