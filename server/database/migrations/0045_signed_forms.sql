-- Runs beside releases from 0016_support_contact on.

-- Signed copies of sign-off forms. One is announced first, then posted to the store, then returned: only a returned one is shown.
-- Each of a submission stays, and the last one counts.
create table signed_form (
  id uuid primary key,
  -- In the order in which they were announced.
  ordinal bigint not null generated always as identity,
  submission_id uuid not null references submission (id) on delete cascade,
  inst_id text not null references provider (inst_id),
  file_name text not null,
  uploader_id text not null,
  uploaded_by text not null,
  uploader_organisation_id text references organisation (id),
  created_utc timestamptz not null,
  -- Null until the file has arrived and was returned.
  returned_utc timestamptz,
  file_size bigint,
  object_key text
);
create index signed_form_by_submission on signed_form (submission_id, ordinal desc);
create index signed_form_announced on signed_form (created_utc) where returned_utc is null;
alter table signed_form enable row level security;
alter table signed_form force row level security;
create policy tenant on signed_form
  using ((select current_setting('bedel.scope', true)) = 'all' or may_see(inst_id)) with check (may_see(inst_id));
