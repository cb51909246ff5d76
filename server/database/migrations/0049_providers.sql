-- Runs beside releases from 0016_support_contact on.

-- The register of providers as it was last imported (decisions §10); a provider takes part once it is taken in.
create table register_provider (
  inst_id text primary key,
  ukprn text not null,
  name text not null,
  published_name text not null,
  country_code text not null check (country_code in ('E', 'W', 'S', 'N')),
  region text not null,
  regulator_code text not null references regulator (code),
  risk_code text not null,
  awarding_powers boolean not null,
  imported_utc timestamptz not null
);

-- Whom the agency writes to or calls at a provider, in the order in which they are listed.
create table provider_contact (
  inst_id text not null references provider (inst_id),
  ordinal integer not null,
  name text not null,
  role text not null,
  email text not null,
  phone text not null,
  primary key (inst_id, ordinal)
);

-- What was changed of a provider, by whom and when.
create table provider_event (
  inst_id text not null references provider (inst_id),
  sequence integer not null,
  event text not null,
  changes jsonb not null,
  actor jsonb not null,
  occurred_utc timestamptz not null,
  primary key (inst_id, sequence)
);

alter table register_provider enable row level security;
alter table register_provider force row level security;
create policy agency on register_provider using ((select current_setting('bedel.scope', true)) = 'all');
alter table provider_contact enable row level security;
alter table provider_contact force row level security;
create policy agency on provider_contact using ((select current_setting('bedel.scope', true)) = 'all');
alter table provider_event enable row level security;
alter table provider_event force row level security;
create policy agency on provider_event using ((select current_setting('bedel.scope', true)) = 'all');
