#!/bin/sh
# The application's role owns its database and is no superuser: with any other the server refuses to start.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" <<'SQL'
create role bedel_app login nosuperuser nobypassrls nocreaterole nocreatedb password :'password';
create database bedel owner bedel_app;
SQL
