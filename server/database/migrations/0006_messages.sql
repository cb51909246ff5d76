-- The foundation, part 6 of 8: live messages, notices and mails; API keys and webhooks of providers' software.

-- Live messages ------------------------------------------------------------------------------------------------------

create table live_sequence (
  inst_id text primary key,
  last bigint not null
);

create table live_message (
  inst_id text not null,
  sequence bigint not null,
  payload jsonb not null,
  created_utc timestamptz not null default now(),
  primary key (inst_id, sequence)
);
-- The inspector asks for the messages of one submission.
create index live_message_by_submission on live_message ((payload ->> 'submissionId'));

-- Opens one socket. Its holder receives what their roles at the organisation allow, as long as the sign-in is valid.
create table live_ticket (
  ticket_hash text primary key,
  user_id text not null,
  inst_id text not null,
  organisation_id text not null,
  sign_in_id text not null,
  expires_utc timestamptz not null,
  used_utc timestamptz
);

-- Notices and mails --------------------------------------------------------------------------------------------------

-- News for an organisation about a submission, an issue or a collection; never about a student.
create table notice (
  id uuid primary key,
  -- The order of notices, also of those written at the same instant.
  number bigint not null generated always as identity,
  organisation_id text not null references organisation (id),
  kind text not null,
  mode text not null default 'live',
  created_utc timestamptz not null,
  collection_id text not null references collection (id),
  -- The provider that it is about; null if it is about a collection.
  inst_id text references provider (inst_id),
  submission_id uuid references submission (id) on delete cascade,
  issue_id uuid references issue (id) on delete cascade,
  -- Other parameters of its text.
  detail jsonb not null default '{}',
  -- Whether the mails to those who want them are written.
  is_mailed boolean not null default false
);
create index notice_by_organisation on notice (organisation_id, number desc);
create index notice_not_mailed on notice (created_utc) where not is_mailed;

-- The notices that a person has read.
create table notice_read (
  notice_id uuid not null references notice (id) on delete cascade,
  user_id text not null,
  organisation_id text not null,
  read_utc timestamptz not null,
  primary key (user_id, notice_id)
);
create index notice_read_by_notice on notice_read (notice_id);

-- The kinds of notices that a person wants by e-mail; no row means no mail.
create table mail_wish (
  user_id text not null,
  kind text not null,
  primary key (user_id, kind)
);

-- Mails by notice and person, each written once, with their outcome.
create table mail (
  id uuid primary key,
  number bigint not null generated always as identity,
  notice_id uuid not null references notice (id) on delete cascade,
  user_id text not null,
  address text not null,
  subject text not null,
  text text not null,
  written_utc timestamptz not null,
  -- When the mail server accepted it, or refused it for good, in its words.
  sent_utc timestamptz,
  refused_utc timestamptz,
  refusal text,
  -- When the mail was handed over completely and the mail server did not confirm it: the person may have it.
  unconfirmed_utc timestamptz[] not null default '{}',
  unique (notice_id, user_id)
);
create index mail_by_user on mail (user_id, number desc);

-- Software of providers and their suppliers --------------------------------------------------------------------------

-- With a key, software of a provider or its supplier calls the API. Nobody stores the key itself, only its hash.
create table api_key (
  id uuid primary key,
  inst_id text not null references provider (inst_id),
  name text not null,
  -- The part before the secret: people and secret scanners recognise the key by it.
  prefix text not null unique,
  -- SHA-256 of the whole key.
  secret_hash bytea not null unique,
  scopes text[] not null,
  -- A state of the chart apiKey.
  place text not null,
  made_utc timestamptz not null,
  made_by text not null,
  -- Whoever made the key neither approves nor signs off what was sent with it.
  made_by_id text not null,
  expires_utc timestamptz not null,
  -- To the minute.
  last_used_utc timestamptz,
  revoked_utc timestamptz,
  revoked_by text
);
create index api_key_by_provider on api_key (inst_id, made_utc desc);
create index api_key_active on api_key (expires_utc) where place = 'ACTIVE';

-- URLs of a provider or its software supplier that are called with news of its submissions.
create table webhook_endpoint (
  id uuid primary key,
  inst_id text not null references provider (inst_id),
  name text not null,
  url text not null,
  events text[] not null,
  -- A state of the chart webhookEndpoint.
  place text not null,
  -- The signing secret, wrapped by a key of KEYS_DIR; null after the endpoint was removed.
  secret_master text,
  secret_wrapped bytea,
  failing_since_utc timestamptz,
  added_utc timestamptz not null,
  added_by text not null
);
create index webhook_endpoint_by_provider on webhook_endpoint (inst_id);

-- Calls that were made or are still to be made; each retry has the same id.
create table webhook_delivery (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint (id),
  inst_id text not null references provider (inst_id),
  event text not null,
  submission_id uuid references submission (id) on delete cascade,
  collection_id text references collection (id),
  -- As signed and sent.
  body text not null,
  created_utc timestamptz not null,
  attempts integer not null default 0,
  attempted_utc timestamptz,
  -- HTTP status of the last answer; null if none arrived.
  answer_status integer,
  -- Why the last attempt failed.
  fault text,
  delivered_utc timestamptz,
  given_up_utc timestamptz
);
create index webhook_delivery_by_endpoint on webhook_delivery (endpoint_id, created_utc desc);
create index webhook_delivery_by_age on webhook_delivery (created_utc);
