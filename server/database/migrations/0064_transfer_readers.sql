-- Runs beside releases from 0016_support_contact on.

-- The students who leave a provider are in that provider's record. Besides those who see its records the receiver reads them, once it
-- has agreed; a regulator of the receiver alone does not, as it reads nothing else of the sender (decisions §12, specification 1 §6).
drop policy tenant on transfer_out;
create policy tenant on transfer_out
  using (
    (select current_setting('bedel.scope', true)) = 'all'
    or may_see(inst_id)
    or exists (
      select 1 from transfer_consent c join provider p on p.inst_id = c.receiver_inst_id
      where c.collection_id = transfer_out.collection_id and c.sender_inst_id = transfer_out.inst_id
        and p.ukprn = transfer_out.destination_ukprn
        and current_setting('bedel.scope', true) = 'own'
        and c.receiver_inst_id = current_setting('bedel.organisation', true)
    )
  )
  with check ((select current_setting('bedel.scope', true)) = 'all');
