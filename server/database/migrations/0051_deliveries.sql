-- Runs beside releases from 0016_support_contact on.

-- What a customer gets of its providers' records, and when.
create table delivery_configuration (
  id uuid primary key,
  name text not null,
  -- Organisation of a statutory customer.
  customer_id text not null references organisation (id),
  collection_id text not null references collection (id),
  -- Files, columns, reasons, filters and form: `DeliveryContent` of the domain.
  content jsonb not null,
  schedule text not null,
  -- A place of the chart deliveryConfiguration.
  place text not null,
  -- Grows with each event.
  version integer not null default 0,
  created_utc timestamptz not null,
  created_by text not null,
  updated_utc timestamptz not null,
  updated_by text not null
);

-- One package that was made, or is to be made, by a configuration; it keeps what was asked for.
create table delivery (
  id uuid primary key,
  configuration_id uuid not null references delivery_configuration (id),
  customer_id text not null references organisation (id),
  collection_id text not null references collection (id),
  name text not null,
  content jsonb not null,
  -- A place of the chart delivery.
  place text not null,
  version integer not null default 0,
  -- The attempt that holds it.
  attempt integer not null default 0,
  requested_utc timestamptz not null,
  -- Who asked; null where the schedule did.
  requested_by text,
  made_utc timestamptz,
  object_key text,
  size bigint,
  row_count bigint,
  -- What is in the package: its `delivery.json`.
  packed jsonb,
  -- Why it was given up, a message of the catalogue.
  fault text
);
create index delivery_by_time on delivery (requested_utc desc, id);
create index delivery_by_configuration on delivery (configuration_id, requested_utc desc);
create index delivery_kept on delivery (made_utc) where place = 'READY';

-- The submissions that it holds.
create table delivery_submission (
  delivery_id uuid not null references delivery (id),
  ordinal integer not null,
  submission_id uuid not null references submission (id),
  inst_id text not null references provider (inst_id),
  primary key (delivery_id, ordinal)
);
create index delivery_submission_by_submission on delivery_submission (submission_id);

-- Each time that somebody was given an address of a package.
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

do $$
declare
  named text;
begin
  foreach named in array array['delivery', 'delivery_download'] loop
    execute format('alter table %I enable row level security', named);
    execute format('alter table %I force row level security', named);
    execute format('create policy tenant on %I using ((select current_setting(''bedel.scope'', true)) = ''all'' or customer_id = (select current_setting(''bedel.organisation'', true)))', named);
  end loop;
  foreach named in array array['delivery_configuration', 'delivery_submission'] loop
    execute format('alter table %I enable row level security', named);
    execute format('alter table %I force row level security', named);
    execute format('create policy agency on %I using ((select current_setting(''bedel.scope'', true)) = ''all'')', named);
  end loop;
end $$;
