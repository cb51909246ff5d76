import { describe, expect, it } from 'vitest'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type StatusName, statuses } from '../../src/domain/status.ts'
import { isExhaustive } from '../server/support/exhaustive.ts'
import { signOffPerson } from './submissions/fixtures.ts'
import { mirror, own } from './support/pages.tsx'
import { wordsAt } from './support/pagesAt.tsx'
import { guest, regulatorAnalyst } from './support/people.ts'
import { analyst } from './support/services.tsx'

/*
 * Who acts next and what they do, at every status and for each kind of reader: the sentences are written here from the
 * specification (1 §4, 2 §2.5; decisions §3, §15, §16). Every page that says it says the same, and offers what it says.
 */

const regulator: UserPrincipal = { ...regulatorAnalyst, organisationId: '5016' }
const readers = { signOff: signOffPerson, guest, analyst, regulator } as const
type Reader = keyof typeof readers
type Sentences = Record<Reader, string>

const one = (sentence: string): Sentences => ({
  signOff: sentence,
  guest: sentence,
  analyst: sentence,
  regulator: sentence,
})
/** What somebody of the provider does, in the words of each reader. */
const provider = (you: string, other: string): Sentences => ({
  signOff: `You ${you}`,
  guest: `A colleague with another role ${other}`,
  analyst: `The provider ${other}`,
  regulator: `The provider ${other}`,
})
/** What the agency does. */
const agency = (you: string, other: string): Sentences => ({
  ...one(`Bedel ${other}`),
  analyst: `You ${you}`,
})
const nothing = one('Nothing more to do')
const corrected = provider('upload a corrected file', 'uploads a corrected file')
const another = provider('upload a new file', 'uploads a new file')
const decision = 'approve or decline the submission'
const decides = 'approves or declines the submission'
const again = agency('process the file again', 'processes the file again')
const processes = one('Bedel processes the file')

const sentences: Record<Exclude<StatusName, 'UNKNOWN'>, Sentences> = {
  UPLOADING: one('The file is being uploaded'),
  UPLOADED: processes,
  UPLOAD_ERROR: provider('upload a file', 'uploads a file'),
  PROVISIONING: processes,
  PROVISIONING_ERROR: again,
  PROVISIONED: processes,
  SCHEMA_CHECK: processes,
  SCHEMA_CHECK_FAILED: corrected,
  SCHEMA_CHECK_ERROR: again,
  SCHEMA_CHECK_PASSED: processes,
  RIGHT_TO_PROCESS: processes,
  RIGHT_TO_PROCESS_FAILED: corrected,
  RIGHT_TO_PROCESS_ERROR: again,
  RIGHT_TO_PROCESS_PASSED: processes,
  ENRICHMENT: processes,
  ENRICHMENT_ERROR: again,
  ENRICHMENT_PASSED: processes,
  SAVING_ENTITIES_ERROR: again,
  QUALITY_RULES: processes,
  QUALITY_RULES_ERROR: again,
  QUALITY_RULES_PASSED: processes,
  CREDIBILITY: processes,
  CREDIBILITY_ERROR: again,
  CREDIBILITY_PASSED: processes,
  COLLECTION_REPORTS: processes,
  COLLECTION_REPORTS_ERROR: again,
  COLLECTION_REPORTS_PASSED: processes,
  QUALITY_PROCESSING_COMPLETE: provider('submit for approval', 'submits for approval'),
  ANALYST_APPROVAL: agency(decision, decides),
  AGENCY_APPROVAL: agency(decision, decides),
  SC_APPROVAL: { ...one(`The statutory customer ${decides}`), regulator: `You ${decision}` },
  APPROVED: provider('request sign-off', 'requests sign-off'),
  PROVIDER_SIGNOFF: provider('return the signed form', 'returns the signed form'),
  SIGNED_OFF: nothing,
  HISTORY_DATA: nothing,
  // The record is signed off; only the agency reads that its history failed, and can make it again.
  HISTORY_DATA_ERROR: { ...nothing, analyst: 'You make the history again' },
  HISTORY_DATA_PASSED: nothing,
  RESUBMISSION_REQUIRED: another,
  RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT: another,
  NIL_RETURN: nothing,
}

/** Pages that can say who acts next, by reader. */
const pagesOf = (reader: Reader): string[] =>
  reader === 'signOff' || reader === 'guest'
    ? ['/', `${own}/approval`, `${own}/signoff`, `${own}/lifecycle`]
    : reader === 'analyst'
      ? [`${mirror}/approval`, `${mirror}/signoff`, `${mirror}/lifecycle`]
      : [`${mirror}/reports`, `${mirror}/lifecycle`]

/** Where this reader decides: a regulator next to the reports, everybody else on the page of the step. */
const decidesAt = (reader: Reader): string => (reader === 'regulator' ? 'reports' : 'approval')

const names = statuses.map(({ name }) => name).filter(name => name !== 'UNKNOWN')
/** Statuses at which people decide, always; those of processing, which differ in nothing here, in the exhaustive run. */
const asked = isExhaustive
  ? names
  : names.filter(name => sentences[name] !== processes || name === 'UPLOADED')

describe.each(Object.keys(readers) as Reader[])('who acts next, as %s reads it', reader => {
  it.each(asked)('at %s is one sentence on every page, and who decides is offered to', async status => {
    const said = new Set<string>()
    for (const at of pagesOf(reader)) {
      const { next, offers } = await wordsAt({ at, user: readers[reader] }, status, 'Open', {
        saysNext: at === '/',
      })
      for (const sentence of next) said.add(sentence)
      if (at.endsWith(decidesAt(reader)))
        expect
          .soft([status, offers.includes('Approve')])
          .toEqual([status, sentences[status][reader] === `You ${decision}`])
    }
    expect([...said]).toEqual([sentences[status][reader]])
  })
})
