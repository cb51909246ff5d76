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

-- Staff and money of providers' cost centres in the year of a collection: the reference file of the agency, as it was last sent.
create table cost_centre_file (
  collection_id text primary key references collection (id),
  sent_utc timestamptz not null,
  sent_by text not null
);
create table cost_centre (
  collection_id text not null references cost_centre_file (collection_id) on delete cascade,
  inst_id text not null references provider (inst_id),
  cost_centre text not null,
  staff_fte numeric not null,
  expenditure numeric not null,
  primary key (collection_id, inst_id, cost_centre)
);
alter table cost_centre_file enable row level security;
alter table cost_centre_file force row level security;
create policy agency on cost_centre_file using ((select current_setting('bedel.scope', true)) = 'all');
alter table cost_centre enable row level security;
alter table cost_centre force row level security;
create policy tenant on cost_centre using ((select current_setting('bedel.scope', true)) = 'all' or may_see(inst_id));
