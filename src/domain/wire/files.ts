import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { type Call, call } from './call.ts'
import { collectionId, collectionReference, instant, instId, sha256Hex, uuid } from './common.ts'
import { workbookStatus } from './workbooks.ts'

/** Body of the upload and cancel calls. `submissionUuid` is chosen by the browser: one submission per request id. */
export const uploadRequestBody = z.object({
  submissionUuid: uuid,
  fileName: z.string().check(z.minLength(1), z.maxLength(255)),
  collectionId,
  instId,
  /** Bytes of the file as the browser sees it; the post policy enforces it. */
  fileSize: z.optional(z.int().check(z.gte(0), z.lte(limits.uploadBytes * 4))),
  /** SHA-256 of the file as the browser has read it: nothing else is taken for it. */
  fileHash: z.optional(sha256Hex),
})

/** Pre-signed post data: every field goes before the file in the form (specification 2 §7.1). */
export const signedPost = z.object({ url: z.string(), fields: z.record(z.string(), z.string()) })

const submissionNamed = z.object({ submissionUuid: uuid })
const address = z.object({ url: z.string() })

export const downloadDeliverySet = call({
  method: 'POST',
  path: '/files/delivery-set/download',
  summary:
    'A short-lived address of the files that are delivered of a submission: a zip of TSV files with their manifest.',
  permission: 'collections.download-file',
  body: submissionNamed,
  response: address,
})

/** A call for live files and, under `/files/ovt`, the same one for files of the online validation tool. */
// @__NO_SIDE_EFFECTS__
const forBoth = <const Path extends string, const C extends Omit<Call, 'path' | 'permission'>>(
  path: Path,
  permission: Call['permission'],
  ovtPermission: Call['permission'],
  rest: C,
) =>
  [
    call({ ...rest, path: `/files/${path}`, permission }),
    call({ ...rest, path: `/files/ovt/${path}`, permission: ovtPermission }),
  ] as const

export const [requestUpload, requestOvtUpload] = forBoth(
  'uploadRequest',
  'collections.upload-submission-file',
  'online-validation.online-validation',
  {
    method: 'POST',
    summary: 'Starts a submission and returns the signed post for its file.',
    body: uploadRequestBody,
    response: signedPost,
  },
)

/** Body of the calls about a file that is sent in parts: its size has to be known before. */
export const partUploadBody = z.extend(uploadRequestBody, {
  fileSize: z.int().check(z.gte(0), z.lte(limits.uploadBytes * 4)),
})

/** A part that the store has: its number, from 1, and its SHA-256 in hex digits. */
export const storedPart = z.object({ number: z.int(), sha256: z.string() })

/**
 * What the parts of a file are posted with: each as a form with these fields, then `number`, `sha256` and the part as `file`.
 */
export const partUploadGrant = z.object({
  ...signedPost.shape,
  /** Bytes of each part but the last. */
  partBytes: z.int(),
  /** What has arrived already, by number. */
  parts: z.array(storedPart),
})

export const [requestPartUpload, requestOvtPartUpload] = forBoth(
  'partUploadRequest',
  'collections.upload-submission-file',
  'online-validation.online-validation',
  {
    method: 'POST',
    summary:
      'Starts a submission whose file is sent in parts, or goes on with it; tells which parts have arrived.',
    body: partUploadBody,
    response: partUploadGrant,
  },
)

export const [completePartUpload, completeOvtPartUpload] = forBoth(
  'completePartUpload',
  'collections.upload-submission-file',
  'online-validation.online-validation',
  {
    method: 'POST',
    summary: 'Puts a file together whose parts have all arrived.',
    body: partUploadBody,
  },
)

/** What of a file that is sent in parts has arrived. */
export const unfinishedUpload = z.object({
  fileName: z.string(),
  /** Bytes of the whole file, and of what has arrived. */
  fileSize: z.int(),
  storedBytes: z.int(),
  /** When the last part arrived; null while none has. */
  lastStored: z.nullable(instant),
  /** Until when the rest can be sent. */
  expires: instant,
})
export type UnfinishedUpload = z.output<typeof unfinishedUpload>

export const [getUnfinishedUpload, getUnfinishedOvtUpload] = forBoth(
  'unfinishedUpload',
  'collections.upload-submission-file',
  'online-validation.online-validation',
  {
    method: 'GET',
    summary: 'The upload in parts that a submission is waiting for; null where it waits for none.',
    query: z.object({ submissionUuid: uuid, instId }),
    response: z.object({ upload: z.nullable(unfinishedUpload) }),
  },
)

const headerPaths = z.object({
  ukprn: z.string(),
  collectionReference: z.string(),
  identifier: z.optional(z.string()),
  identifierForm: z.optional(z.string()),
  onlyIn: z.optional(z.record(z.string(), z.array(z.string()))),
})

/** What the browser checks a file against before it is sent. */
export const fileExpectations = z.object({
  collectionReference,
  /** Version of the collection's schema; null where it has none yet. */
  schemaVersion: z.nullable(z.string()),
  provider: z.object({ ukprn: z.string(), name: z.string(), countryCode: z.string() }),
  /** Where the file names its provider and collection; null where files of this record do not. */
  headerPaths: z.nullable(headerPaths),
})
export type FileExpectations = z.output<typeof fileExpectations>

export const getFileExpectations = call({
  method: 'GET',
  path: '/files/expectations',
  summary: 'What a file of this provider for this collection will be checked against.',
  permission: ['collections.upload-submission-file', 'online-validation.online-validation'],
  query: z.object({ collectionId, instId }),
  response: fileExpectations,
})

export const [cancelUpload, cancelOvtUpload] = forBoth(
  'cancel-upload',
  'collections.cancel-upload',
  'online-validation.cancel-upload-ovt',
  { method: 'POST', summary: 'Cancels an upload that is under way.', body: uploadRequestBody },
)

export const [requestDownload, requestOvtDownload] = forBoth(
  'downloadRequest',
  'collections.download-file',
  'online-validation.download-file',
  {
    method: 'POST',
    summary: 'A short-lived address of a stored file. The key is `<instId>/<submissionUuid>/<file name>`.',
    body: z.object({ key: z.string().check(z.minLength(1), z.maxLength(600)) }),
    response: z.object({ data: z.string() }),
  },
)

export const [downloadAllFailures, downloadAllOvtFailures] = forBoth(
  'download-all-quality-rule-failures',
  'collections.reports-validation-details',
  'online-validation.reports-validation-details-ovt',
  {
    method: 'POST',
    summary: 'A short-lived address of the file with every failing record of every rule.',
    body: submissionNamed,
    response: address,
  },
)

export const [allFailuresExist, allOvtFailuresExist] = forBoth(
  'all-quality-rule-failures-exists',
  'collections.reports-validation-details',
  'online-validation.reports-validation-details-ovt',
  {
    method: 'GET',
    summary:
      'Whether the file with every failing record is ready, and the workbook of them if somebody has asked for it.',
    query: submissionNamed,
    response: z.object({
      exists: z.boolean(),
      /** Bytes, and when it was made; null while it is not ready, the size also where it is made when it is downloaded. */
      size: z.nullable(z.number()),
      madeAt: z.nullable(instant),
      workbook: z.nullable(workbookStatus),
    }),
  },
)

export const requestSignOffForm = call({
  method: 'POST',
  path: '/files/signOffFormDownloadRequest/{id}',
  summary: 'A short-lived address of the sign-off form (PDF) of the file with this hash.',
  permission: 'collections.sign-off-form',
  response: z.object({ data: z.string() }),
})

export const [downloadGracefulFailures, downloadOvtGracefulFailures] = forBoth(
  'download-graceful-failures',
  'monitoring.graceful-failures',
  'monitoring.graceful-failures',
  {
    method: 'POST',
    summary: "A short-lived address of the error log of a submission's processing.",
    body: submissionNamed,
    response: address,
  },
)
