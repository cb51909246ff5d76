import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rowActionLabel } from '../src/features/common/decisions/actions.ts'
import { userEventTypes } from '../src/machines/submission-lifecycle/index.ts'
import { inEnglish } from '../src/model/everyMessage.ts'

/** What people do with a submission, in the specification's own words where it has some. */
const actions: Readonly<Record<string, string>> = {
  UPLOAD_REQUESTED: 'Upload file', // 2 §2.7
  UPLOAD_CANCELLED: 'Cancel upload',
  NIL_RETURN_CREATED: 'Create nil return', // 2 §4.3
  NIL_RETURN_WITHDRAWN: 'Withdraw nil return', // decisions §12
  SUBMIT: 'Submit for approval', // 2 §2.12
  APPROVE: 'Approve', // 2 §4.3
  DECLINE: 'Decline', // 2 §4.3
  REQUEST_SIGN_OFF: 'Request sign-off', // 2 §2.12
  SIGN_OFF: 'Sign-off submission',
  FORM_REFUSED: 'Ask for another form', // 2 §4.3
  REQUEST_RESUBMISSION: 'Request resubmission', // 2 §4.3
  HISTORIC_AMENDMENT_REQUESTED: 'Request historic amendment',
  REPROCESSED: 'Re-process', // 1 §2
  HISTORY_REQUESTED: 'Regenerate history',
}

const root = join(import.meta.dirname, '..')

/** Every English message: its scope, its key and what it says. */
const messages = globSync('src/messages/en/*.json', { cwd: root }).flatMap(file =>
  Object.entries<string>(JSON.parse(readFileSync(join(root, file), 'utf8'))).map(([key, text]) => ({
    at: `${basename(file, '.json')} ${key}`,
    text,
  })),
)

/** The words of a text without case, hyphens and articles: what two spellings of one action share. */
const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\b(a|an|the|this)\b/g, '')
    .replace(/[^a-z]/g, '')

describe('each action has one spelling', () => {
  it('that of the specification, in one list', () => {
    const listed = messages.filter(({ at }) => at.startsWith('domain actions.'))
    expect(
      Object.fromEntries(listed.map(({ at, text }) => [at.replace('domain actions.', ''), text])),
    ).toEqual(actions)
    expect(Object.keys(actions).sort()).toEqual([...userEventTypes].sort())
  })

  it('and no other message says it again, in this spelling or another', () => {
    const spellings = new Set(Object.values(actions).map(bare))
    const again = messages.filter(
      ({ at, text }) => !at.startsWith('domain actions.') && spellings.has(bare(text)),
    )
    expect(again).toEqual([])
  })

  it('in the menu of a row too, where taking a submission back is labelled Decline (2 §4.3)', () => {
    expect(inEnglish(rowActionLabel('REPROCESSED'))).toBe('Re-process')
    expect(inEnglish(rowActionLabel('SIGN_OFF'))).toBe('Sign-off submission')
    expect(inEnglish(rowActionLabel('REQUEST_RESUBMISSION'))).toBe('Decline')
  })

  it.each([
    // The specification writes "(Reprocessed: new time)" for uploads, 1 §9, and names the page Bulk Reprocessing, 1 §2.
    ['re-process', /reprocess/i, ['formats reprocessed', 'management.bulk-run title.REPROCESS']],
    // The tab is called Sign Off, 2 §2.3; to sign off, a sign-off.
    ['sign-off', /signoff|Sign-Off|SIGN/, []],
    ['upload', /Upload File/, []],
    ['nil return', /nil-return|Nil Return/, []],
    // The specification writes "historical amendment changes do not align", 2 §2.12, and so names page and action, 1 §2.
    [
      'historic amendment',
      /historical|Historic Amendment/,
      [
        'management.bulk-run title.HISTORIC_AMENDMENT',
        'management.collections action.HISTORIC_AMENDMENT',
        'submissions.approval resubmission.reasons.amendments',
      ],
    ],
  ])('"%s" is written in one way in sentences', (_, otherwise, specified) => {
    const found = messages.filter(({ text }) => otherwise.test(text.replace(/\{[^}]*\}/g, '')))
    expect(found.map(({ at }) => at)).toEqual(specified)
  })
})
