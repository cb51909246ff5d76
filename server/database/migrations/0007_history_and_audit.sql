-- The foundation, part 7 of 8: the history of every enforced chart, and the audit.

-- Every event of every chart that the server enforces, with the facts that the guards read and the effects: the decision can be
-- repeated from them. Events of the lifecycle are in submission_event.
create table chart_event (
  -- Id of the machine.
  chart text not null,
  -- The thing that has the state, in the terms of the chart's folder.
  subject text not null,
  sequence integer not null,
  -- The provider whose people may read it; null if only the agency may.
  inst_id text,
  event text not null,
  from_place text not null,
  to_place text not null,
  actor jsonb not null,
  payload jsonb not null default '{}',
  facts jsonb not null,
  effects jsonb not null default '[]',
  occurred_utc timestamptz not null,
  primary key (chart, subject, sequence)
);

-- One line for each decision, granted or refused.
create table audit_line (
  id bigint generated always as identity primary key,
  occurred_utc timestamptz not null,
  actor_id text not null,
  actor_organisation text not null,
  inst_id text,
  action text not null,
  subject text,
  outcome text not null check (outcome in ('done', 'refused')),
  status integer not null,
  reason text,
  detail jsonb not null default '{}'
);
-- The inspector asks for the lines of one submission.
create index audit_by_subject on audit_line (subject);

-- The audit as an append-only list (RFC 9162): each line gets a position, a hash of itself, and a hash of itself and all lines
-- before it. Lines are sealed in batches soon after their commit, so that decisions never wait for each other at the end of one list.

-- Lines without a position yet, added by the database itself for whoever writes a line.
create table audit_pending (line_id bigint primary key);

create table audit_leaf (
  position bigint primary key check (position >= 0),
  line_id bigint not null unique,
  -- SHA-256(0x00 || entry)
  leaf_hash bytea not null check (octet_length(leaf_hash) = 32),
  -- SHA-256(chain hash of the line before || leaf hash)
  chain_hash bytea not null check (octet_length(chain_hash) = 32)
);

-- Roots of the complete subtrees of two or more entries: proofs are made of them.
create table audit_node (
  level integer not null check (level > 0),
  index bigint not null check (index >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (level, index)
);

create table audit_checkpoint (
  size bigint primary key check (size > 0),
  created_utc timestamptz not null,
  -- The signed note, as in the object store.
  note text not null
);

create function await_audit_seal() returns trigger language plpgsql as $$
begin
  insert into audit_pending (line_id) values (new.id);
  return null;
end $$;
create trigger await_seal after insert on audit_line for each row execute function await_audit_seal();

-- Binds the owner of the tables too: the application's role has no right to update or delete here anyway.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = 'insufficient_privilege';
end $$;
do $$
declare
  sealed text;
begin
  foreach sealed in array array['audit_line', 'audit_leaf', 'audit_node', 'audit_checkpoint'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function refuse_change()', sealed);
    execute format('create trigger never_emptied before truncate on %I execute function refuse_change()', sealed);
  end loop;
end $$;
