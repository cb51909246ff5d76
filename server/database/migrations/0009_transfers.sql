-- Runs beside no earlier release.
-- What two providers say to each other about research students (decisions §16): the state of the chart `transfer` of each sender and
-- receiver, in place of the receiver's consent alone.
alter table transfer_consent rename to transfer;
alter index transfer_consent_by_receiver rename to transfer_by_receiver;
alter table transfer rename constraint transfer_consent_pkey to transfer_pkey;
alter table transfer rename column given_utc to agreed_utc;
alter table transfer rename column given_by to agreed_by;
alter table transfer
  -- Null while the receiver has not agreed.
  alter column agreed_utc drop not null,
  alter column agreed_by drop not null,
  add column place text not null default 'AGREED',
  -- Students of the last request, and of the agreement.
  add column students integer not null default 0,
  add column agreed_students integer not null default 0,
  add column asked_utc timestamptz,
  add column reminded_utc timestamptz;
alter table transfer alter column place drop default, alter column students drop default, alter column agreed_students drop default;

-- The receiver reads the students once it has agreed.
drop policy tenant on transfer_out;
create policy tenant on transfer_out
  using (
    (select current_setting('bedel.scope', true)) = 'all'
    or may_see(inst_id)
    or exists (
      select 1 from transfer c join provider p on p.inst_id = c.receiver_inst_id
      where c.collection_id = transfer_out.collection_id and c.sender_inst_id = transfer_out.inst_id
        and p.ukprn = transfer_out.destination_ukprn
        and c.agreed_utc is not null
        and current_setting('bedel.scope', true) = 'own'
        and c.receiver_inst_id = current_setting('bedel.organisation', true)
    )
  )
  with check ((select current_setting('bedel.scope', true)) = 'all');

-- Messages of the two providers about a transfer.
create table transfer_message (
  collection_id text not null,
  sender_inst_id text not null,
  receiver_inst_id text not null,
  number integer not null,
  -- The provider that wrote.
  author_inst_id text not null references provider (inst_id),
  written_by text not null,
  written_utc timestamptz not null,
  text text not null,
  primary key (collection_id, sender_inst_id, receiver_inst_id, number),
  foreign key (collection_id, sender_inst_id, receiver_inst_id) references transfer (collection_id, sender_inst_id, receiver_inst_id)
);
alter table transfer_message enable row level security;
alter table transfer_message force row level security;
create policy tenant on transfer_message
  using ((select current_setting('bedel.scope', true)) = 'all' or may_see(sender_inst_id) or may_see(receiver_inst_id))
  with check ((select current_setting('bedel.scope', true)) = 'all' or may_see(author_inst_id));
