-- Runs beside releases from 0016_support_contact on.

-- By the end of this day, in London, submissions are due; none is named where it is null.
alter table collection add column submission_deadline date;

-- What an organisation is told of a submission, an issue or a collection; never of a student.
create table notice (
  id uuid primary key,
  -- The order in which they were given, also at one instant.
  number bigint not null generated always as identity,
  organisation_id text not null references organisation (id),
  kind text not null,
  mode text not null default 'live',
  created_utc timestamptz not null,
  collection_id text not null references collection (id),
  -- The provider that it is about; none where it is about a collection.
  inst_id text references provider (inst_id),
  submission_id uuid references submission (id) on delete cascade,
  issue_id uuid references issue (id) on delete cascade,
  -- What its words need besides.
  detail jsonb not null default '{}',
  -- Whether the mails to those who want them are written.
  is_mailed boolean not null default false
);
create index notice_by_organisation on notice (organisation_id, number desc);
create index notice_not_mailed on notice (created_utc) where not is_mailed;

-- Which of them a person has read.
create table notice_read (
  notice_id uuid not null references notice (id) on delete cascade,
  user_id text not null,
  organisation_id text not null,
  read_utc timestamptz not null,
  primary key (user_id, notice_id)
);
create index notice_read_by_notice on notice_read (notice_id);

-- What was last told of each collection, and of which deadlines people were reminded: each is told once.
create table collection_told (
  collection_id text primary key references collection (id) on delete cascade,
  state_id integer not null,
  submission_deadline date
);
create table deadline_reminder (
  collection_id text not null references collection (id) on delete cascade,
  submission_deadline date not null,
  days integer not null,
  reminded_utc timestamptz not null,
  primary key (collection_id, submission_deadline, days)
);

do $$
declare
  named text;
begin
  foreach named in array array['notice', 'notice_read'] loop
    execute format('alter table %I enable row level security', named);
    execute format('alter table %I force row level security', named);
    execute format('create policy tenant on %I using (current_setting(''bedel.scope'', true) = ''all'' or organisation_id = current_setting(''bedel.organisation'', true)) with check (current_setting(''bedel.scope'', true) = ''all'' or organisation_id = current_setting(''bedel.organisation'', true))', named);
  end loop;
  foreach named in array array['collection_told', 'deadline_reminder'] loop
    execute format('alter table %I enable row level security', named);
    execute format('alter table %I force row level security', named);
    execute format('create policy system_only on %I using (current_setting(''bedel.scope'', true) = ''all'')', named);
  end loop;
end $$;

-- What is there already is nobody's news. The owner reads and writes the rows of all.
select set_config('bedel.scope', 'all', true);
insert into collection_told (collection_id, state_id) select id, state_id from collection;
