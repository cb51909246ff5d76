-- Runs beside releases from 0016_support_contact on.

-- Number of the last comment of the tracker that the portal has taken, and whether the tracker calls the issue done.
alter table issue add column tracker_comment bigint;
alter table issue add column tracker_done boolean not null default false;

-- When the tracker was last asked for what is new in it; at most one row.
create table tracker_poll (
  id integer primary key check (id = 1),
  polled_utc timestamptz not null
);
alter table tracker_poll enable row level security;
alter table tracker_poll force row level security;
create policy system_only on tracker_poll using ((select current_setting('bedel.scope', true)) = 'all');
