-- Runs beside releases from 0016_support_contact on.

-- Why a file failed is read by everybody who sees its submission. The words of an XML fault quote what stands at its place: kept
-- reasons lose them, and say where the fault is and that it is one. The line of a schema error may tell of special category data:
-- kept reasons lose it, since they do not hold which error it was.
select set_config('bedel.scope', 'all', true);
update submission
set failure_reason = jsonb_build_object('scope', 'server', 'code', 'schemaErrors.notXml', 'params',
  (failure_reason::jsonb -> 'params') - 'error'
    || '{"kind": {"scope": "server", "code": "xmlFault", "params": {"code": "NOT_WELL_FORMED"}}}')
where failure_reason like '{"scope":"server","code":"schemaErrors.ofFile"%';
update submission
set failure_reason = jsonb_build_object('scope', 'server', 'code', 'schemaErrors.none', 'params',
  (failure_reason::jsonb -> 'params') - 'line')
where failure_reason like '{"scope":"server","code":"schemaErrors.first"%';
