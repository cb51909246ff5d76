-- Runs beside releases from 0016_register_contacts on.

-- Streams of collections (decisions §17). A collection's reference ends with the id of its stream.
create table stream (
  id text primary key check (id ~ '^[0-9]{3}$'),
  name text not null unique,
  -- Whether a collection of it can be made.
  is_available boolean not null default false,
  -- The order in which they are listed.
  position integer generated always as identity
);
insert into stream (id, name, is_available)
values ('056', 'Student', true), ('042', 'Estates', false), ('031', 'Finance', false), ('025', 'Staff', false);
alter table collection add foreign key (stream_id) references stream (id);
alter table collection alter column stream_id drop default;

-- The record that a ruleset is for, as its manifest describes it: {id, name, words, parts}. Null until the next start if an earlier
-- release published the ruleset.
alter table ruleset_version add column record jsonb;
