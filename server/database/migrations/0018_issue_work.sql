-- Runs beside releases from 0016_support_contact on.

-- To whom of the provider an issue is assigned, and whether that person works on it.
alter table issue add column assignee_id text;
alter table issue add column assignee_name text;
alter table issue add column is_in_work boolean not null default false;

-- The name that the identity service said last, for colleagues who assign work to each other.
alter table person add column name text;
