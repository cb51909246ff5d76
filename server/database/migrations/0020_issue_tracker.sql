-- Runs beside releases from 0016_support_contact on.

-- Key and address of an issue in the tracker that is configured; none in the portal's own register.
alter table issue add column tracker_key text;
alter table issue add column tracker_link text;
