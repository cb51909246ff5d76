-- Roles and database of an installation on a PostgreSQL of your own, 15 or later. Run it once with psql as a superuser:
--   export DATABASE_PASSWORD=… DATABASE_OWNER_PASSWORD=… BACKUP_DATABASE_PASSWORD=…
--   psql --no-psqlrc --set ON_ERROR_STOP=1 --file deploy/postgresql/database.sql postgres://postgres@DATABASE_HOST/postgres
-- The addresses are then DATABASE_URL=postgres://bedel_app:…@DATABASE_HOST/bedel, MIGRATION_DATABASE_URL with bedel_owner, and
-- BACKUP_DATABASE_URL with bedel_backup.
\getenv password DATABASE_PASSWORD
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv backup_password BACKUP_DATABASE_PASSWORD

-- The application serves. It can neither change nor remove a line of the audit.
create role bedel_app login nosuperuser nobypassrls nocreaterole nocreatedb password :'password';
-- The owner of the tables only migrates.
create role bedel_owner login nosuperuser nobypassrls nocreaterole nocreatedb password :'owner_password';
-- The schema of the queue is made by the owner and belongs to the application.
grant bedel_app to bedel_owner;
-- Dumps have to read past the policies of the tables. No process of the installation starts as this role.
create role bedel_backup login nosuperuser bypassrls nocreaterole nocreatedb password :'backup_password';
grant pg_read_all_data to bedel_backup;

create database bedel owner bedel_owner;
revoke connect on database bedel from public;
grant connect on database bedel to bedel_app;
grant connect on database bedel to bedel_backup;
