-- Runs beside releases from 0016_support_contact on.

-- What the agency has published: the XSD of a schema, the files of a ruleset as a zip. What comes with the release has none.
-- A version never changes, so that results can be explained by what they were made under.
create table published_content (
  kind text not null check (kind in ('schema', 'ruleset')),
  version text not null,
  content bytea not null,
  -- SHA-256 of the content, in hex digits: compared whenever it is read.
  sha256 text not null,
  published_utc timestamptz not null,
  primary key (kind, version)
);
