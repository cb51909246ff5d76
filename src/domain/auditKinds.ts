/**
 * Kinds of actions of the audit, by which it is filtered. Each is a pattern that JavaScript and PostgreSQL read alike.
 */
export const auditKinds = {
  uploads: '^(UPLOAD_|FILE_STORED|NIL_RETURN_)',
  decisions:
    '^(SUBMIT|APPROVE|DECLINE|REQUEST_RESUBMISSION|REQUEST_SIGN_OFF|SIGN_OFF|FORM_REFUSED|SIGN_FORM|POST_SIGNED_FORM|RETURN_SIGNED_FORM|HISTORIC_AMENDMENT_REQUESTED)$',
  processing:
    '^(PROVISIONING_|SCHEMA_CHECK_|RIGHT_TO_PROCESS_|ENRICHMENT_|SAVING_ENTITIES_|QUALITY_|CREDIBILITY_|COLLECTION_REPORTS_|HISTORY_|REPROCESSED|SUPERSEDED|COPIED)',
  issues: '^(ISSUE_|REQUEST_CREDIBILITY|WRITE_NOTE)',
  downloads: '(_DOWNLOADED|^WORKBOOK_REQUESTED|^VIEW)$',
  collections: '^(COLLECTION_(?!REPORTS_)|COST_CENTRES_)',
  specifications: '^(SPECIFICATION_|SCHEMA_(?!CHECK_)|RULESET_)',
  jobs: '^(JOB_|DELIVERY_(?!DOWNLOADED|SET_DOWNLOADED)|PSEUDONYMISATION_)',
  providers: '^(PROVIDER|API_KEY_|WEBHOOK_|MAIL_)|TRANSFER',
  access: '^(ADMINISTRATOR_|AUDIT_|SIGN_IN|SUPPORT_SESSION_|(GET|POST|PUT|PATCH|DELETE) /)',
} as const

export type AuditKind = keyof typeof auditKinds
export const auditKindNames = Object.keys(auditKinds) as AuditKind[]

/** The kind of an action; undefined for one that belongs to none. */
export const auditKindOf = (action: string): AuditKind | undefined =>
  auditKindNames.find(kind => new RegExp(auditKinds[kind]).test(action))
