#!/bin/sh
# Two roles of ours, neither of them a superuser: the owner of the tables migrates; the application serves, and can neither change
# nor remove a line of the audit. The server refuses to start with a role that is a superuser or looks past the policies. The
# issuer has a role and a database of its own.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set owner_password="$DATABASE_OWNER_PASSWORD" \
  --set password="$DATABASE_PASSWORD" --set issuer_password="$ISSUER_DATABASE_PASSWORD" <<'SQL'
create role bedel_app login nosuperuser nobypassrls nocreaterole nocreatedb password :'password';
create role bedel_owner login nosuperuser nobypassrls nocreaterole nocreatedb password :'owner_password';
-- The schema of the queue is made by the owner and belongs to the application.
grant bedel_app to bedel_owner;
create database bedel owner bedel_owner;
create role keycloak login nosuperuser nobypassrls nocreaterole nocreatedb password :'issuer_password';
create database keycloak owner keycloak;
-- Neither of the two reaches the other's.
revoke connect on database bedel from public;
grant connect on database bedel to bedel_app;
revoke connect on database keycloak from public;
SQL
