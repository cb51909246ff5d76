import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditDeeds } from '../src/domain/auditActions.ts'
import { auditKindOf } from '../src/domain/auditKinds.ts'
import { loadChart } from '../src/features/inspector/charts.ts'
import { actionText, deedText } from '../src/features/management/audit/actionText.ts'
import type { ToText } from '../src/messages/index.ts'
import { isSaid } from '../src/messages/isSaid.ts'
import { loadAllMessages, messagesFor } from '../src/messages/messages.ts'
import { inEnglish } from '../src/model/everyMessage.ts'

/** What the charts that write into the audit put before their events (`recordAudit` in server). */
const written: readonly (readonly [chart: string, prefix: string])[] = [
  ['submissionLifecycle', ''],
  ['apiKey', 'API_KEY_'],
  ['collectionState', 'COLLECTION_'],
  ['delivery', 'DELIVERY_'],
  ['deliveryConfiguration', 'DELIVERY_CONFIGURATION_'],
  ['issue', 'ISSUE_'],
  ['job', 'JOB_'],
  ['pseudonymisationTask', 'PSEUDONYMISATION_'],
  ['schemaState', 'SCHEMA_'],
  ['schemaState', 'RULESET_'],
  ['specificationState', 'SPECIFICATION_'],
  ['supportSession', 'SUPPORT_SESSION_'],
  ['transfer', 'TRANSFER_'],
  ['webhookEndpoint', 'WEBHOOK_'],
]

const root = join(import.meta.dirname, '..')

/** Every action that the server names in its code in the call that audits it. */
const named = globSync('server/**/*.ts', { cwd: root })
  .map(file => readFileSync(join(root, file), 'utf8'))
  .filter(text => /recordAudit|auditRefusal|keepEvent/.test(text))
  .flatMap(text => [...text.matchAll(/(?:\b(?:event|action)(?:: | = )|, actor, )'([A-Z]+(?:_[A-Z]+)*)'/g)])
  .map(([, action]) => action!)

const textOf = (action: string): string =>
  actionText(messagesFor('en', 'management.audit'), inEnglish as ToText, action)

describe('the actions of the audit', () => {
  beforeAll(() => loadAllMessages('en'))

  it.each(written)('have words for every event of the chart %s', async (chart, prefix) => {
    const { transitions } = await loadChart(chart)
    const actions = [...new Set(transitions.map(({ event }) => prefix + event))]
    expect(actions.length).toBeGreaterThan(2)
    expect(actions.filter(action => textOf(action) === action)).toEqual([])
  })

  it('have words where the server names them itself', () => {
    expect(named.length).toBeGreaterThan(20)
    // What happens to a provider is written with a prefix, as the events of charts are.
    const isSaid = (action: string) => [action, `PROVIDER_${action}`].some(one => textOf(one) !== one)
    // Events of a submission or a rule, shown with the audit entry.
    const others = ['ASSIGN_SPECIFICATION', 'ONBOARD']
    expect([...new Set(named)].filter(action => !isSaid(action) && !others.includes(action))).toEqual([])
  })

  it('say whose they are where the event does not', () => {
    expect(textOf('SUBMIT')).toBe('Submit for approval')
    expect(textOf('ISSUE_EXPLAIN')).toBe('Issue: Explain')
    expect(textOf('ISSUE_SUBMITTED')).toBe('Issue: Submitted for approval')
    expect(textOf('DELIVERY_CONFIGURATION_CHANGE')).toBe('Delivery configuration: Change')
    expect(textOf('DELIVERY_EXPIRE')).toBe('Delivery: Remove when expired')
    expect(textOf('DELIVERY_DOWNLOADED')).toBe('Download a delivery')
    expect(textOf('GET /audit-lines')).toBe('Call without permission: GET /audit-lines')
  })

  it.each(written)('have a past tense for every event of the chart %s', async (chart, prefix) => {
    const { transitions } = await loadChart(chart)
    const actions = [...new Set(transitions.map(({ event }) => prefix + event))]
    const isInPast = (action: string) =>
      auditDeeds(action)
        .slice(0, 1)
        .some(deed => isSaid('en', deed))
    // What a stage reports is in the past tense already.
    const reports = /_(STARTED|PASSED|FAILED|ERRORED|COMPLETED)$/
    expect(actions.filter(action => !isInPast(action) && !reports.test(action))).toEqual([])
    const t = messagesFor('en', 'management.audit')
    expect(deedText(t, inEnglish as ToText, { action: 'APPROVE', outcome: 'refused' })).toBe(
      'Was refused: Approve',
    )
  })

  it('belong to the kind by which they are filtered', () => {
    expect(
      [
        'UPLOAD_REQUESTED',
        'APPROVE',
        'SCHEMA_CHECK_PASSED',
        'SCHEMA_PUBLISH',
        'COLLECTION_OPEN',
        'COLLECTION_REPORTS_PASSED',
        'DELIVERY_DOWNLOADED',
        'DELIVERY_REQUEST',
        'GIVE_TRANSFER_CONSENT',
        'GET /audit-lines',
        'ISSUE_RAISE',
      ].map(auditKindOf),
    ).toEqual([
      'uploads',
      'decisions',
      'processing',
      'specifications',
      'collections',
      'processing',
      'downloads',
      'jobs',
      'providers',
      'access',
      'issues',
    ])
  })

  it('say it once', async () => {
    const texts = await Promise.all(
      written.map(async ([chart, prefix]) =>
        (await loadChart(chart)).transitions.map(({ event }) => textOf(prefix + event)),
      ),
    )
    const twice = texts.flat().filter(text => {
      const [subject = '', ...rest] = text.toLowerCase().split(': ')
      return rest.join(': ').includes(subject)
    })
    expect([...new Set(twice)]).toEqual([])
    expect(textOf('WEBHOOK_ADD')).toBe('Add webhook')
    expect(textOf('ISSUE_RAISE')).toBe('Create issue')
  })

  it('of another release stay what they are', () => {
    expect(textOf('JOB_OF_THE_PAST')).toBe('JOB_OF_THE_PAST')
  })
})
