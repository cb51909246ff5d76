-- Runs beside releases from 0016_support_contact on.

-- Every event of a delivery configuration and of a delivery, with what its guards read, so that it can be replayed.
create table delivery_configuration_event (
  configuration_id uuid not null references delivery_configuration (id),
  sequence integer not null,
  event text not null,
  from_place text not null,
  to_place text not null,
  actor jsonb not null,
  facts jsonb not null,
  effects jsonb not null,
  occurred_utc timestamptz not null,
  primary key (configuration_id, sequence)
);

create table delivery_event (
  delivery_id uuid not null references delivery (id),
  sequence integer not null,
  event text not null,
  from_place text not null,
  to_place text not null,
  actor jsonb not null,
  payload jsonb not null,
  facts jsonb not null,
  effects jsonb not null,
  occurred_utc timestamptz not null,
  primary key (delivery_id, sequence)
);

do $$
declare
  named text;
begin
  foreach named in array array['delivery_configuration_event', 'delivery_event'] loop
    execute format('alter table %I enable row level security', named);
    execute format('alter table %I force row level security', named);
    execute format('create policy agency on %I using ((select current_setting(''bedel.scope'', true)) = ''all'')', named);
  end loop;
end $$;
