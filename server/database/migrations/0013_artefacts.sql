-- Processes of the release before can run on: what they do not know, they leave alone.

-- The parts of a submission's analysis, each in the object store. What is missing is made again from the stored file.
create table artefact (
  submission_id uuid not null references submission (id) on delete cascade,
  part text not null check (part in ('records', 'derived', 'failures')),
  -- Key of its manifest, and the hash of that: nothing else counts as this part.
  key text not null,
  sha256 text not null,
  -- Of its files together.
  bytes bigint not null,
  primary key (submission_id, part)
);
alter table artefact enable row level security;
alter table artefact force row level security;
create policy system_only on artefact using (current_setting('bedel.scope', true) = 'all');
