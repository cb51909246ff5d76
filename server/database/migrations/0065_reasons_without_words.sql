-- Runs beside releases from 0016_support_contact on.

-- Why a file is no XML is read by everybody who sees its submission, and the words of the fault quote what stands at its place. Kept
-- reasons lose them, and say where the fault is and that it is one.
select set_config('bedel.scope', 'all', true);
update submission
set failure_reason = jsonb_build_object('scope', 'server', 'code', 'schemaErrors.notXml', 'params',
  (failure_reason::jsonb -> 'params') - 'error'
    || '{"kind": {"scope": "server", "code": "xmlFault", "params": {"code": "NOT_WELL_FORMED"}}}')
where failure_reason like '{"scope":"server","code":"schemaErrors.ofFile"%';
