/**
 * Ids of the tables whose paging, sort, filters and expansion stand in the address (specification 1 §2). An id is the
 * prefix of its parameters, so no two may be equal.
 */
export const tableIds = {
  qualityRules: 'qr',
  qualitySections: 'qa',
  qualityRuleDetail: 'rd',
  students: 'st',
  submissionsSummary: 'ss',
  ovtSummary: 'os',
  manageSubmissions: 'ms',
  onlineValidation: 'ov',
  issues: 'is',
  issueChoice: 'ic',
  schemaFailures: 'sf',
  collectionActivityLog: 'ca',
  providerActivityLog: 'pa',
  deliveries: 'dl',
  downloadsLog: 'lg',
  iris: 'ir',
  collections: 'co',
  bulkReprocessing: 'br',
  historicAmendment: 'ha',
  deliveryConfigurations: 'dc',
  specifications: 'sp',
  specificationRules: 'sr',
  specificationDerivedFields: 'sd',
  schemas: 'sc',
  rulesets: 'rs',
  providers: 'pr',
  monitoring: 'mo',
  credibility: 'cr',
  credibilityDrillDown: 'cd',
  additionalReports: 'ar',
  pseudonymisation: 'ps',
  milestones: 'mi',
  inspector: 'in',
  audit: 'au',
} as const

export type TableName = keyof typeof tableIds
