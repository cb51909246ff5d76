-- Runs beside releases from 0016_support_contact on.

-- For which organisation a ticket was asked for: what its holder hears is decided by their roles there. A ticket that a process of
-- an earlier release gives beside this one does not say.
alter table live_ticket add column organisation_id text;
