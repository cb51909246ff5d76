-- Runs beside releases from 0016_support_contact on.

-- How old a release may be to run on what a migration has made: the name of that release's last migration. The migration
-- says so in its first line; one without a row here runs beside no release that does not know it.
create table release_beside (
  migration text primary key,
  oldest text not null
);
