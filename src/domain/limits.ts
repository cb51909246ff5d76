/** Limits and page sizes (specification 1 §9, 2 §9; decisions §7). */
export const pageSizes = [10, 25, 50, 100] as const
export const defaultPageSize = 10
/** "All" where specification 2 names it. */
export const allRows = -1

/**
 * What the portal takes of XML. A file in an encoding with one byte for each character is not taken: where one that is really in
 * UTF-8 declares ISO-8859-1, nobody can tell, and the names in it would be wrong.
 */
export const xmlLimits = { allowsByteEncodings: false } as const

export const limits = {
  /** Characters that the sender of a reminder adds. */
  reminderWords: 1000,
  uploadBytes: 4 * 1024 ** 3,
  /** Files over this size are sent in parts, so that what has arrived need not be sent again; an installation may set another. */
  uploadAtOnceBytes: 64 * 1024 ** 2,
  /** The most of one part; each but the last is of the same size. */
  uploadPartBytes: 8 * 1024 ** 2,
  /** A file that is checked without a submission, while its sender waits. */
  validateBytes: 256 * 1024 ** 2,
  /** A schema with its sample files, or a zipped ruleset, that is published. */
  publishedBytes: 16 * 1024 ** 2,
  /** Sample files beside a schema. */
  schemaSamples: 20,
  schemaFailuresRequested: 101,
  schemaFailuresShown: 100,
  /** Findings of one check that are kept at all; beyond, they are only counted. */
  schemaFailuresKept: 20_000,
  ruleDetailDirectCsv: 1000,
  searchText: 200,
  previousSubmissions: 5,
  pageLimit: 1000,
  /** How long a reading of the whole audit counts before it is read again. */
  auditVerifiedForMs: 600_000,
  socketsPerUser: 10,
  /** Characters of a comment or an explanation, and files beside it. */
  issueText: 10_000,
  /** Characters of a note to a decision on a submission. */
  decisionNote: 2_000,
  issueAttachments: 10,
  /** Issues that one text explains. */
  issuesAtOnce: 100,
  issueAttachmentBytes: 5 * 1024 ** 2,
  /** The signed copy of a sign-off form; a scan in colour is several megabytes. */
  signedFormBytes: 10_000_000,
  /** Within which a form is signed in the portal after signing in again. */
  signatureMinutes: 10,
  /** Characters of the name that is typed as a signature. */
  signedName: 200,
  /** Characters of the reference file of cost centres. */
  costCentreFile: 900_000,
  collectionName: 100,
  streamName: 40,
  supportContact: 200,
  /** Characters of the reason for which submissions are paused. */
  pauseReason: 500,
  /** Characters of a register of providers; 5,000 providers are about this. */
  registerText: 900_000,
  providerName: 200,
  providerContacts: 10,
  /** Characters of each part of a contact. */
  contactPart: 100,
  /** Characters of a rule's description and of the address of its guidance. */
  ruleDescription: 2000,
  guidanceUrl: 500,
  /** Characters of the reason for a changed tolerance or text. */
  changeReason: 500,
  /** Values of tolerances that are saved at once: 1,000 rules of a record with ten values each. */
  toleranceRows: 10_000,
  /** Results of each kind in a search of everything. */
  foundOfKind: 5,
} as const

/** Endings of the names of files that can be uploaded, as the window for choosing files takes them. */
export const uploadEndings = ['.xml'] as const

export const searchDebounceMs = { filters: 200, pseudonymisation: 300 } as const

/** Last characters of a submission id as crumbs and summaries show it: 8 (specification 2 §9). */
export const shortId = (submissionId: string): string => submissionId.slice(-8)
/** Last characters of a submission id as pickers show it: 9 (specification 2 §9). */
export const pickerId = (submissionId: string): string => submissionId.slice(-9)

/** File name that marks a nil return (specification 2 §4.4). */
export const nilReturnFileName = 'NIL_RETURN_FILE'
