-- Runs beside releases from 0016_support_contact on.

-- Whether providers may sign the sign-off form in the portal, by typing their name after signing in again.
alter table collection add column signs_in_portal boolean not null default false;

-- When the person of a sign-in has last shown the identity service who they are.
alter table sign_in add column authenticated_utc timestamptz;

-- Of a form that was signed in the portal: the name as it was typed, the sign-in that it rests on, and the SHA-256 of the form.
alter table signed_form add column signed_name text;
alter table signed_form add column authenticated_utc timestamptz;
alter table signed_form add column form_hash text;
-- One sign-in signs one form.
create unique index signed_form_by_authentication on signed_form (uploader_id, authenticated_utc)
  where authenticated_utc is not null and returned_utc is not null;
