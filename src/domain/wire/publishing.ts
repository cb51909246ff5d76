import { call } from './call.ts'
import { content, ruleset } from './specifications.ts'

/** All examples of a ruleset are run while its sender waits. */
const publishingSeconds = 180

export const publishSchema = call({
  method: 'POST',
  path: '/specifications/schemas',
  summary:
    'Publishes a schema (XSD) as a Draft, under the version that it names itself. It is compiled, and sample files beside it have to fit it (`accepted`) or not (`refused`); nothing is kept of them. A fault is answered with file and line.',
  permission: 'management.content',
  takes: 'multipart/form-data',
  files: ['schema', 'accepted', 'refused'],
  seconds: publishingSeconds,
  response: content,
})

export const publishRuleset = call({
  method: 'POST',
  path: '/specifications/rulesets',
  summary:
    'Publishes a ruleset (a zip of its folder) as a Draft, under the version that its manifest names. It is compiled and every example is run; each fault is answered with file and line.',
  permission: 'management.content',
  takes: 'application/zip',
  seconds: publishingSeconds,
  response: ruleset,
})
