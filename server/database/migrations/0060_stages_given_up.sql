-- Runs beside releases from 0016_support_contact on.

-- How many stages were ever given up is asked for at each reading of the figures: few events of a table that grows with
-- every upload. While the index is made, writing of that table waits.
create index submission_event_errored on submission_event (event) where event like '%\_ERRORED';
