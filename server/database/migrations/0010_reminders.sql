-- Runs beside releases from 0009_transfers on.
-- Reminders that the agency sent to providers (decisions §16): to whom, when, by whom, and the text.
create table provider_reminder (
  id uuid primary key,
  collection_id text not null references collection (id),
  inst_id text not null references provider (inst_id),
  sent_utc timestamptz not null,
  sent_by text not null,
  sent_by_id text not null,
  subject text not null,
  text text not null,
  -- Contacts that got the e-mail.
  people integer not null
);
create index provider_reminder_by_provider on provider_reminder (inst_id, collection_id, sent_utc desc);
alter table provider_reminder enable row level security;
alter table provider_reminder force row level security;
create policy agency on provider_reminder using ((select current_setting('bedel.scope', true)) = 'all');
