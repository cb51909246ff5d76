/** What an entry of the audit is about. */
export const auditAboutKinds = [
  'submission',
  'issue',
  'collection',
  'specification',
  'schema',
  'ruleset',
  'delivery',
  'deliveryConfiguration',
  'job',
  'provider',
  'other',
] as const
export type AuditAboutKind = (typeof auditAboutKinds)[number]

/** What an entry is about, with the names that people know; null for what is unknown, or was deleted. */
export interface AuditAbout {
  kind: AuditAboutKind
  /** Of the provider, collection, version or configuration. */
  name: string | null
  /** The file of a submission, or the rule of an issue. */
  note: string | null
  collection: string | null
  /** Its page in the portal. */
  path: string | null
}

const prefixes: readonly (readonly [RegExp, AuditAboutKind])[] = [
  [/^ISSUE_/, 'issue'],
  [/^COLLECTION_(?!REPORTS_)|^COST_CENTRES_/, 'collection'],
  [/^SPECIFICATION_/, 'specification'],
  [/^SCHEMA_(?!CHECK_)/, 'schema'],
  [/^RULESET_/, 'ruleset'],
  [/^DELIVERY_CONFIGURATION_/, 'deliveryConfiguration'],
  [/^DELIVERY_(?!SET_)/, 'delivery'],
  [/^JOB_/, 'job'],
  [/^PROVIDER|^API_KEY_|^WEBHOOK_/, 'provider'],
  [/^(ADMINISTRATOR_|AUDIT_|SIGN_IN|SUPPORT_SESSION_|MAIL_|(GET|POST|PUT|PATCH|DELETE) \/)/, 'other'],
]

/** What an action is about, by its name: a submission, if nothing else says so. */
export const auditAboutKind = (action: string): AuditAboutKind =>
  prefixes.find(([pattern]) => pattern.test(action))?.[1] ?? 'submission'
