-- Runs beside releases from 0016_support_contact on.

-- Addresses of a provider, or of its software supplier, that are told of its submissions.
create table webhook_endpoint (
  id uuid primary key,
  inst_id text not null references provider (inst_id),
  name text not null,
  url text not null,
  events text[] not null,
  -- A place of the chart webhookEndpoint.
  place text not null,
  -- The secret that signs, wrapped by a key of KEYS_DIR; null once the address was removed.
  secret_master text,
  secret_wrapped bytea,
  failing_since_utc timestamptz,
  added_utc timestamptz not null,
  added_by text not null
);
create index webhook_endpoint_by_provider on webhook_endpoint (inst_id);

-- What was sent or is to be sent to them; the same id with each try.
create table webhook_delivery (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint (id),
  inst_id text not null references provider (inst_id),
  event text not null,
  submission_id uuid references submission (id) on delete cascade,
  collection_id text references collection (id),
  -- As it is signed and sent.
  body text not null,
  created_utc timestamptz not null,
  attempts integer not null default 0,
  attempted_utc timestamptz,
  -- HTTP status of the last answer; null where none came.
  answer_status integer,
  -- Why the last try failed.
  fault text,
  delivered_utc timestamptz,
  given_up_utc timestamptz
);
create index webhook_delivery_by_endpoint on webhook_delivery (endpoint_id, created_utc desc);
create index webhook_delivery_by_age on webhook_delivery (created_utc);

do $$
declare
  named text;
begin
  foreach named in array array['webhook_endpoint', 'webhook_delivery'] loop
    execute format('alter table %I enable row level security', named);
    execute format('alter table %I force row level security', named);
    -- A regulator and the agency have no business with them.
    execute format('create policy tenant on %I using ((select current_setting(''bedel.scope'', true)) = ''all'' or ((select current_setting(''bedel.scope'', true)) = ''own'' and inst_id = (select current_setting(''bedel.organisation'', true))))', named);
  end loop;
end $$;
