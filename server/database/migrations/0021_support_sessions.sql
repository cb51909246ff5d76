-- Runs beside releases from 0016_register_contacts on.

-- A person lets support see the actors of their browser, with a code and for a short time.
create table support_session (
  id uuid primary key,
  -- The organisation that the person acts for.
  organisation_id text not null,
  -- SHA-256 of the code.
  code_hash bytea not null unique,
  -- A state of the chart supportSession.
  place text not null,
  sharer_id text not null,
  sharer_name text not null,
  watcher_id text,
  watcher_name text,
  offered_utc timestamptz not null,
  joined_utc timestamptz,
  -- The end of the code's time; after support has joined, the end of the session.
  expires_utc timestamptz not null,
  -- Entries that were relayed.
  relayed integer not null default 0
);
create index support_session_open on support_session (expires_utc) where place in ('OFFERED', 'WATCHED');

-- What support has still to see: names, states and times, never record data. Deleted when the session ends.
create table support_entry (
  session_id uuid not null references support_session (id) on delete cascade,
  sequence integer not null,
  entry jsonb not null,
  primary key (session_id, sequence)
);

-- Only the system's own transactions read and write them: the chart decides who takes part.
alter table support_session enable row level security;
alter table support_session force row level security;
create policy system_only on support_session using ((select current_setting('bedel.scope', true)) = 'all');
alter table support_entry enable row level security;
alter table support_entry force row level security;
create policy system_only on support_entry using ((select current_setting('bedel.scope', true)) = 'all');
