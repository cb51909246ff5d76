-- Processes of the release before can run on: they write neither column, and register in the portal.

-- Key and address of an issue in the tracker that is configured; none in the portal's own register.
alter table issue add column tracker_key text;
alter table issue add column tracker_link text;
