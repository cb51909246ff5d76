-- Runs beside releases from 0016_support_contact on.

-- What a provider's software, or its supplier's, calls the API with. The key itself is kept nowhere: only its hash.
create table api_key (
  id uuid primary key,
  inst_id text not null references provider (inst_id),
  name text not null,
  -- By which people and secret scanners know the key again: the part before its secret.
  prefix text not null unique,
  -- SHA-256 of the whole key.
  secret_hash bytea not null unique,
  scopes text[] not null,
  -- A place of the chart apiKey.
  place text not null,
  made_utc timestamptz not null,
  made_by text not null,
  expires_utc timestamptz not null,
  -- To the minute.
  last_used_utc timestamptz,
  revoked_utc timestamptz,
  revoked_by text
);
create index api_key_by_provider on api_key (inst_id, made_utc desc);
create index api_key_active on api_key (expires_utc) where place = 'ACTIVE';
alter table api_key enable row level security;
alter table api_key force row level security;
-- A regulator and the agency have no business with them.
create policy tenant on api_key
  using (
    (select current_setting('bedel.scope', true)) = 'all'
    or ((select current_setting('bedel.scope', true)) = 'own'
      and inst_id = (select current_setting('bedel.organisation', true)))
  );
