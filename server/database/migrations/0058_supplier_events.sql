-- Runs beside releases from 0016_support_contact on.

-- Every event of an API key and of a webhook, with what its guards read, so that it can be replayed. Of what happens by itself
-- many times a day (a key is used, an address is called) only what leads to another state.
create table api_key_event (
  api_key_id uuid not null references api_key (id) deferrable initially deferred,
  sequence integer not null,
  event text not null,
  from_place text not null,
  to_place text not null,
  actor jsonb not null,
  payload jsonb not null,
  facts jsonb not null,
  effects jsonb not null,
  occurred_utc timestamptz not null,
  primary key (api_key_id, sequence)
);

create table webhook_endpoint_event (
  endpoint_id uuid not null references webhook_endpoint (id) deferrable initially deferred,
  sequence integer not null,
  event text not null,
  from_place text not null,
  to_place text not null,
  actor jsonb not null,
  payload jsonb not null,
  facts jsonb not null,
  effects jsonb not null,
  occurred_utc timestamptz not null,
  primary key (endpoint_id, sequence)
);

do $$
declare
  named text;
begin
  foreach named in array array['api_key_event', 'webhook_endpoint_event'] loop
    execute format('alter table %I enable row level security', named);
    execute format('alter table %I force row level security', named);
    execute format('create policy agency on %I using ((select current_setting(''bedel.scope'', true)) = ''all'')', named);
  end loop;
end $$;
