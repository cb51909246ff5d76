import type { Message, Scope } from '../messages/message.ts'

/** Whose decisions a group of actions is about, named in `management.audit.json`. */
export type AuditSubject =
  | 'apiKey'
  | 'collection'
  | 'delivery'
  | 'deliveryConfiguration'
  | 'issue'
  | 'job'
  | 'pseudonymisation'
  | 'ruleset'
  | 'schema'
  | 'specification'
  | 'supportSession'
  | 'transfer'
  | 'webhook'

interface Group {
  /** What the action begins with in the audit; the rest is the event of a chart. */
  prefix: string
  /** Where the words of the chart's events are. */
  scope: Scope
  events: string
  /** Said before the event. */
  subject?: AuditSubject
  /** The events whose own words name what they are about. */
  named?: readonly string[]
}

/** The charts that write their events into the audit. Where one prefix begins another, the longer comes first. */
const groups: readonly Group[] = [
  { prefix: 'API_KEY_', scope: 'apiKey', events: 'events', subject: 'apiKey' },
  { prefix: 'COLLECTION_', scope: 'collection', events: 'events', subject: 'collection', named: ['CREATE'] },
  {
    prefix: 'DELIVERY_CONFIGURATION_',
    scope: 'delivery',
    events: 'configuration.events',
    subject: 'deliveryConfiguration',
  },
  { prefix: 'DELIVERY_', scope: 'delivery', events: 'events', subject: 'delivery' },
  {
    prefix: 'ISSUE_',
    scope: 'issue',
    events: 'events',
    subject: 'issue',
    named: [
      'RAISE',
      'WITHDRAW',
      'CLOSE',
      'REOPEN',
      'CREATED',
      'CREATION_FAILED',
      'TRACKER_COMMENTED',
      'TRACKER_RESOLVED',
      'TRACKER_REOPENED',
    ],
  },
  { prefix: 'JOB_', scope: 'job', events: 'events', subject: 'job' },
  { prefix: 'PSEUDONYMISATION_', scope: 'pseudonymisation', events: 'events', subject: 'pseudonymisation' },
  { prefix: 'RULESET_', scope: 'specification', events: 'contentEvents', subject: 'ruleset' },
  { prefix: 'SCHEMA_', scope: 'specification', events: 'contentEvents', subject: 'schema' },
  {
    prefix: 'SPECIFICATION_',
    scope: 'specification',
    events: 'events',
    subject: 'specification',
    named: ['CREATE', 'MOVE_TO_DRAFT', 'DELETE'],
  },
  { prefix: 'SUPPORT_SESSION_', scope: 'supportSession', events: 'events', subject: 'supportSession' },
  { prefix: 'TRANSFER_', scope: 'transfer', events: 'events', subject: 'transfer' },
  { prefix: 'WEBHOOK_', scope: 'webhook', events: 'events', subject: 'webhook', named: ['ADD'] },
  // Those of the lifecycle stand as they are.
  { prefix: '', scope: 'domain', events: 'actions' },
  { prefix: '', scope: 'lifecycle', events: 'reports' },
  // Those of no chart.
  { prefix: '', scope: 'management.audit', events: 'actions' },
]

/** What an action may be called: what it is about, and a message that need not be there. */
export interface AuditActionName {
  subject: AuditSubject | undefined
  event: Message
}

/** What an action of the audit may be called, the most fitting first; another release may have had other actions. */
export const auditActionNames = (action: string): AuditActionName[] =>
  groups.flatMap(({ prefix, scope, events, subject, named = [] }) => {
    if (!action.startsWith(prefix)) return []
    const event = action.slice(prefix.length)
    return [
      {
        subject: named.includes(event) ? undefined : subject,
        event: { scope, code: `${events}.${event}` } as Message,
      },
    ]
  })

/** What an action was, in the past tense, the most fitting message first. */
export const auditDeeds = (action: string): Message[] => [
  { scope: 'management.audit', code: `did.${action}` } as Message,
  ...auditActionNames(action).map(({ event }) => event),
]

/** The call of the API that was refused for want of a right; undefined for an action that is none. */
export const auditedCall = (action: string): string | undefined =>
  /^(?:GET|POST|PUT|PATCH|DELETE) \//.test(action) ? action : undefined
