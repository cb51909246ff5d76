-- Runs beside releases from 0016_support_contact on.

-- That a provider agrees to take over the research students whom another provider of the collection says come to it. It is of the
-- two providers and not of a submission: the sender's next upload has it still.
create table transfer_consent (
  collection_id text not null references collection (id),
  sender_inst_id text not null references provider (inst_id),
  receiver_inst_id text not null references provider (inst_id),
  given_utc timestamptz not null,
  given_by text not null,
  primary key (collection_id, sender_inst_id, receiver_inst_id)
);
create index transfer_consent_by_receiver on transfer_consent (receiver_inst_id, collection_id);
alter table transfer_consent enable row level security;
alter table transfer_consent force row level security;
-- Both providers read it; only the receiver, and the system for it, writes it.
create policy tenant on transfer_consent
  using ((select current_setting('bedel.scope', true)) = 'all' or may_see(sender_inst_id) or may_see(receiver_inst_id))
  with check (may_see(receiver_inst_id));

-- The collection stands beside the transfer, since the receiver cannot read the sender's submission.
alter table transfer_out add column collection_id text references collection (id);
select set_config('bedel.scope', 'all', true);
update transfer_out t set collection_id = s.collection_id from submission s where s.id = t.submission_id;
drop policy system_only on transfer_out;
-- The sender reads its own; the receiver those that come to it, once it has agreed.
create policy tenant on transfer_out
  using (
    (select current_setting('bedel.scope', true)) = 'all'
    or may_see(inst_id)
    or exists (
      select 1 from transfer_consent c join provider p on p.inst_id = c.receiver_inst_id
      where c.collection_id = transfer_out.collection_id and c.sender_inst_id = transfer_out.inst_id
        and p.ukprn = transfer_out.destination_ukprn and may_see(c.receiver_inst_id)
    )
  )
  with check ((select current_setting('bedel.scope', true)) = 'all');
