-- The audit as a list that only grows (RFC 9162): each line gets a place, a hash that stands for it, and a hash that
-- stands for it and all before it. Lines are sealed in bulk soon after their commit, so that decisions never wait for
-- one another at the end of one list.

-- Lines that wait for their place. Filled by the database, for whoever writes a line.
create table audit_pending (line_id bigint primary key);

create table audit_leaf (
  position bigint primary key check (position >= 0),
  line_id bigint not null unique,
  -- SHA-256(0x00 || entry)
  leaf_hash bytea not null check (octet_length(leaf_hash) = 32),
  -- SHA-256(chain hash of the line before || leaf hash)
  chain_hash bytea not null check (octet_length(chain_hash) = 32)
);

-- Roots of the complete subtrees of two entries and more: what proofs are made of.
create table audit_node (
  level integer not null check (level > 0),
  index bigint not null check (index >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (level, index)
);

create table audit_checkpoint (
  size bigint primary key check (size > 0),
  created_utc timestamptz not null,
  -- The signed note, as it lies in the object store.
  note text not null
);

create function await_audit_seal() returns trigger language plpgsql as $$
begin
  insert into audit_pending (line_id) values (new.id);
  return null;
end $$;
create trigger await_seal after insert on audit_line for each row execute function await_audit_seal();
insert into audit_pending (line_id) select id from audit_line;

-- For the owner too: what was written is not written again.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on audit_line for each row execute function refuse_change();
create trigger append_only before update or delete on audit_leaf for each row execute function refuse_change();
create trigger append_only before update or delete on audit_node for each row execute function refuse_change();
create trigger append_only before update or delete on audit_checkpoint for each row execute function refuse_change();
create trigger never_emptied before truncate on audit_line execute function refuse_change();
create trigger never_emptied before truncate on audit_leaf execute function refuse_change();
create trigger never_emptied before truncate on audit_node execute function refuse_change();
create trigger never_emptied before truncate on audit_checkpoint execute function refuse_change();

alter table audit_pending enable row level security;
alter table audit_pending force row level security;
create policy append_pending on audit_pending for insert with check (current_setting('bedel.scope', true) in ('all', 'own', 'regulator'));
create policy read_pending on audit_pending for select using (current_setting('bedel.scope', true) = 'all');
create policy seal_pending on audit_pending for delete using (current_setting('bedel.scope', true) = 'all');

do $$
declare
  kept text;
begin
  foreach kept in array array['audit_leaf', 'audit_node', 'audit_checkpoint'] loop
    execute format('alter table %I enable row level security', kept);
    execute format('alter table %I force row level security', kept);
    execute format('create policy read_sealed on %I for select using (current_setting(''bedel.scope'', true) = ''all'')', kept);
    execute format('create policy append_sealed on %I for insert with check (current_setting(''bedel.scope'', true) = ''all'')', kept);
  end loop;
end $$;
