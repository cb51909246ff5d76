import * as z from 'zod/mini'
import { workbookStates } from '../workbook.ts'
import { call } from './call.ts'
import { instant, uuid } from './common.ts'

/** A field of the record with its entity. */
const fieldName = z.string().check(z.regex(/^[A-Za-z]\w{0,60}\.[A-Za-z]\w{0,60}$/))

/** One workbook of all failing records, or with a field a zip with one for each of its values. */
const chosen = z.object({ submissionUuid: uuid, field: z.optional(fieldName) })

export const workbookStatus = z.object({
  /** The field whose values have a workbook each; null for one of all. */
  field: z.nullable(z.string()),
  state: z.enum(workbookStates),
  /** Rows that are written, of how many; null while that is not known. */
  done: z.number(),
  total: z.nullable(z.number()),
  /** Bytes, and when it was made; null while it is not ready. */
  size: z.nullable(z.number()),
  madeAt: z.nullable(instant),
  /** Why it could not be made. */
  reason: z.optional(z.string()),
})
export type WorkbookStatus = z.output<typeof workbookStatus>

const workbookList = z.object({
  /** The workbooks that were asked for. */
  workbooks: z.array(workbookStatus),
  /** Fields by which the reader may have the records divided. */
  fields: z.array(z.string()),
})
export type WorkbookList = z.output<typeof workbookList>

const live = 'collections.reports-validation-details'
const ovt = 'online-validation.reports-validation-details-ovt'

/** For live files, and under `/ovt` for those of online validation. */
const listing = {
  method: 'GET',
  summary: 'The workbooks of failing records that are ready or being made, and the fields to divide them by.',
  query: z.object({ submissionUuid: uuid }),
  response: workbookList,
} as const
export const listWorkbooks = call({ ...listing, path: '/files/workbooks', permission: live })
export const listOvtWorkbooks = call({ ...listing, path: '/files/ovt/workbooks', permission: ovt })

const making = {
  method: 'POST',
  summary:
    'Has a workbook of the failing records made in the background; one that is ready or being made stays as it is.',
  body: chosen,
  response: workbookStatus,
} as const
export const makeWorkbook = call({ ...making, path: '/files/workbooks', permission: live })
export const makeOvtWorkbook = call({ ...making, path: '/files/ovt/workbooks', permission: ovt })

const downloading = {
  method: 'POST',
  summary: 'A short-lived address of a workbook that is ready.',
  body: chosen,
  response: z.object({ url: z.string() }),
} as const
export const downloadWorkbook = call({
  ...downloading,
  path: '/files/workbooks/download',
  permission: live,
})
export const downloadOvtWorkbook = call({
  ...downloading,
  path: '/files/ovt/workbooks/download',
  permission: ovt,
})
