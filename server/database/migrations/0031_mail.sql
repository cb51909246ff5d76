-- Runs beside releases from 0016_support_contact on.

-- The address that the identity service said last.
alter table person add column email text;

-- Which kinds of notices a person wants by e-mail; a kind without a row is not wanted.
create table mail_wish (
  user_id text not null,
  kind text not null,
  primary key (user_id, kind)
);

-- Mails by notice and person, each written once, with what became of it.
create table mail (
  id uuid primary key,
  number bigint not null generated always as identity,
  notice_id uuid not null references notice (id) on delete cascade,
  user_id text not null,
  address text not null,
  subject text not null,
  text text not null,
  written_utc timestamptz not null,
  -- When the mail server took it, or refused it for good, in its words.
  sent_utc timestamptz,
  refused_utc timestamptz,
  refusal text,
  unique (notice_id, user_id)
);
create index mail_by_user on mail (user_id, number desc);

do $$
declare
  internal text;
begin
  foreach internal in array array['mail_wish', 'mail'] loop
    execute format('alter table %I enable row level security', internal);
    execute format('alter table %I force row level security', internal);
    execute format('create policy system_only on %I using (current_setting(''bedel.scope'', true) = ''all'')', internal);
  end loop;
end $$;
