import * as z from 'zod/mini'
import { call, workbookType } from './call.ts'
import { flag, instant, limit, offset, uuid } from './common.ts'
import { issueReference } from './issueList.ts'

const labelled = z.object({
  Label: z.string(),
  Value: z.nullable(z.string()),
  Suffix: z.optional(z.string()),
})

/** Cell of a credibility report (specification 2 §3). */
export const credibilityCell = z.object({
  Id: z.string(),
  Label: z.nullable(z.string()),
  Colour: z.enum(['Yellow', 'Clear', 'HeaderColour', 'Salmon']),
  DataValues: z.nullable(
    z.object({
      ShadingRules: z.array(z.object({ RuleText: z.string() })),
      ChangeTooltipText: z.nullable(z.string()),
      TopLeft: z.nullable(labelled),
      TopRight: z.nullable(labelled),
      BottomLeft: z.nullable(labelled),
      BottomRight: z.nullable(labelled),
      /**
       * The figures as numbers, for a picture: this submission's, the one that it is held against, and between which values it is
       * not shaded. Absent in reports that were made before.
       */
      Figures: z.optional(
        z.object({
          value: z.number(),
          previous: z.nullable(z.number()),
          band: z.nullable(z.object({ from: z.number(), to: z.number() })),
        }),
      ),
    }),
  ),
})
export type CredibilityCell = z.output<typeof credibilityCell>

/** That a report, or the part of it that is asked for, cannot be shown, and why (specification 2 §8). */
export const reportFault = { Error: z.optional(z.boolean()), ErrorMsg: z.optional(z.string()) }
export type ReportFault = { Error?: boolean | undefined; ErrorMsg?: string | undefined }

export const credibilityReport = z.object({
  ReportMetadata: z.object({
    ReportCode: z.string(),
    Title: z.string(),
    UpperNotes: z.string(),
    LowerNotes: z.string(),
    Details: z.string(),
    WhatToLookOutFor: z.string(),
    Tips: z.string(),
    StartExpanded: z.boolean(),
    DrilldownAvailable: z.boolean(),
  }),
  Tabs: z.array(
    z.object({
      TabName: z.string(),
      Failures: z.number(),
      HeaderRow: z.array(credibilityCell),
      DataRows: z.array(z.array(credibilityCell)),
    }),
  ),
  ...reportFault,
})
export type CredibilityReport = z.output<typeof credibilityReport>

export const credibilityChapter = z.object({
  chapterId: z.number(),
  chapterName: z.string(),
  chapterFailureCount: z.number(),
  reports: z.array(
    z.object({
      ReportCode: z.string(),
      Title: z.string(),
      failureCount: z.number(),
      UpperNotes: z.string(),
      /** How far its figures lie from those of the year before, for a small picture: 1 is the edge of what is not shaded. */
      deviations: z.array(z.number()),
      /** Of the report and the provider's regulator; null where nobody has raised one. */
      issue: z.nullable(issueReference),
    }),
  ),
})
export type CredibilityChapter = z.output<typeof credibilityChapter>

export const listCredibilityReports = call({
  method: 'GET',
  path: '/credibility/{submissionId}/get-reports/{providerId}',
  summary: 'The credibility reports of a submission by chapter.',
  permission: 'collections.reports',
  response: z.object({ chapters: z.array(credibilityChapter) }),
})

export const listPreviousSubmissions = call({
  method: 'GET',
  path: '/credibility/{submissionId}/get-previous-submissions/{collectionId}/{instId}',
  summary:
    "Earlier uploads of the provider in the collection that have results, newest first, five at most; and the submission with which last year's collection was signed off.",
  permission: 'collections.reports',
  response: z.object({
    previousSubmissions: z.array(
      z.object({ submissionId: z.string(), uploadedDate: z.string(), fileName: z.string() }),
    ),
    /** Null where the provider has none. */
    lastYear: z.nullable(
      z.object({
        submissionId: z.string(),
        uploadedDate: z.string(),
        fileName: z.string(),
        collectionName: z.string(),
      }),
    ),
  }),
})

export const getCredibilityReport = call({
  method: 'GET',
  path: '/credibilityapi/credibilityreport/{reportCode}/{submissionId}',
  summary: 'One credibility report.',
  permission: 'collections.reports',
  response: credibilityReport,
})

export const compareCredibilityReport = call({
  method: 'GET',
  path: '/credibilityapi/get-compare-data/{reportCode}/{currentSubmissionId}/{previousSubmissionId}',
  summary:
    'One credibility report beside the figures of an earlier upload of the provider; as a file, as the report alone is.',
  permission: 'collections.reports',
  response: credibilityReport,
  produces: ['text/csv', workbookType],
})

export const downloadReportWorkbook = call({
  method: 'GET',
  path: '/credibilityapi/credibilityreport/{reportCode}/{submissionId}/xlsx',
  summary: 'One credibility report as a workbook: its table, its figures one in a line, and its notes.',
  permission: 'collections.reports',
  produces: [workbookType],
})

export const downloadCostCentreWorkbook = call({
  method: 'GET',
  path: '/credibilityapi/collection-report/cca/{id}/xlsx',
  summary: 'The cost centre analysis as a workbook.',
  permission: 'collections.reports',
  produces: [workbookType],
})

export const downloadReportsZip = call({
  method: 'GET',
  path: '/credibilityapi/credibilityreport/{submissionId}/zip',
  summary: 'All credibility reports, or those of one chapter, as a zip of workbooks.',
  permission: 'collections.reports',
  query: z.object({ chapterId: z.optional(z.string().check(z.regex(/^\d{1,4}$/))) }),
  produces: ['application/zip'],
})

export const downloadReportCsv = call({
  method: 'POST',
  path: '/files/acr/url/{reportCode}/csv',
  summary:
    'One report as CSV: a line for each figure of a credibility report; of an additional report the list that fileCode names, the first without it.',
  permission: 'collections.reports',
  body: z.object({
    submissionUuid: uuid,
    reportCode: z.string().check(z.maxLength(20)),
    fileCode: z.optional(z.string().check(z.maxLength(100))),
  }),
  produces: ['text/csv'],
})

const recordsPermission = 'collections.reports-validation-details'
const recordsSort = {
  sortField: z.optional(z.string()),
  sortOrder: z.optional(z.enum(['ASC', 'DESC'])),
}

export const getDrilldown = call({
  method: 'GET',
  path: '/credibilityapi/credibilityreport/{reportCode}/{submissionId}/drilldown/{cellId}',
  summary: 'The records behind one cell.',
  permission: recordsPermission,
  query: z.object({ limit, offset, ...recordsSort }),
  response: z.object({
    DrillDown: z.object({
      Headers: z.array(z.string()),
      Data: z.array(z.array(z.nullable(z.string()))),
      UpperNotes: z.string(),
      /** Why no record is listed, where those behind the cell are not for this reader. */
      Withheld: z.optional(z.string()),
    }),
    PagingMetadata: z.object({ Total: z.number(), Limit: z.number(), Offset: z.number() }),
  }),
})

export const downloadDrilldown = call({
  method: 'GET',
  path: '/credibilityapi/credibilityreport/{reportCode}/{submissionId}/drilldown/{cellId}/csv',
  summary: 'All records behind one cell as CSV.',
  permission: recordsPermission,
  query: z.object(recordsSort),
  produces: ['text/csv'],
})

export const listAdditionalReports = call({
  method: 'GET',
  path: '/collection-reports/{submissionId}/reports',
  summary: 'The additional reports that exist for a submission.',
  permission: 'collections.reports',
  response: z.object({
    reports: z.array(
      z.object({
        CollectionReportCode: z.string(),
        Title: z.string(),
        Details: z.string(),
        /** What is in it: its lists, each with the number of its rows. Absent if the report counts nothing. */
        Contents: z.optional(
          z.array(
            z.object({
              name: z.string(),
              total: z.number(),
              /** The same in the provider's last upload before; absent if that has no such list. */
              before: z.optional(z.number()),
            }),
          ),
        ),
      }),
    ),
    /** When the upload was made that `before` is about; absent if there is none with results. */
    comparedWithUtc: z.optional(instant),
  }),
})

export const frequencyCounts = z.object({
  entities: z.array(
    z.object({
      entity: z.string(),
      fields: z.array(
        z.object({
          field: z.string(),
          total: z.number(),
          values: z.array(
            z.object({
              code: z.nullable(z.string()),
              label: z.string(),
              count: z.number(),
              percent: z.number(),
            }),
          ),
        }),
      ),
    }),
  ),
})
export type FrequencyCounts = z.output<typeof frequencyCounts>
export const getFrequencyCounts = call({
  method: 'GET',
  path: '/collection-reports/frequency-counts/{id}',
  summary: 'How often each code of each coded field occurs.',
  permission: 'collections.reports',
  query: z.object({ hideZeroValues: flag }),
  response: frequencyCounts,
})

/** Expected engagement population against the last signed-off record. */
export const expectedPopulation = z.object({
  ...reportFault,
  hasPrevious: z.boolean(),
  /** Why no engagement is listed, where they are not for this reader. */
  withheld: z.optional(z.string()),
  counts: z.object({ missing: z.number(), found: z.number(), new: z.number() }),
  tabs: z.array(
    z.object({
      name: z.enum(['Missing', 'Found', 'New']),
      headers: z.array(z.string()),
      rows: z.array(z.array(z.nullable(z.string()))),
      total: z.number(),
    }),
  ),
})
export type ExpectedPopulation = z.output<typeof expectedPopulation>
export const getExpectedPopulation = call({
  method: 'GET',
  path: '/collection-reports/conpop/{id}',
  summary: 'Engagements expected from the last signed-off record: missing, found and new.',
  permission: recordsPermission,
  query: z.object({ limit, offset }),
  response: expectedPopulation,
})
