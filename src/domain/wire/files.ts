import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { type Call, call } from './call.ts'
import { collectionId, collectionReference, instId, uuid } from './common.ts'

/** Body of the upload and cancel calls. `submissionUuid` is chosen by the browser: one submission per request id. */
export const uploadRequestBody = z.object({
  submissionUuid: uuid,
  fileName: z.string().check(z.minLength(1), z.maxLength(255)),
  collectionId,
  instId,
  /** Bytes of the file as the browser sees it; the post policy enforces it. */
  fileSize: z.optional(z.int().check(z.gte(0), z.lte(limits.uploadBytes * 4))),
})

/** Pre-signed post data: every field goes before the file in the form (specification 2 §7.1). */
export const signedPost = z.object({ url: z.string(), fields: z.record(z.string(), z.string()) })

const submissionNamed = z.object({ submissionUuid: uuid })
const address = z.object({ url: z.string() })

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

const headerPaths = z.object({
  ukprn: z.string(),
  collectionReference: z.string(),
  identifier: z.string(),
  identifierForm: z.string(),
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
    summary: 'Whether the file with every failing record is ready.',
    query: submissionNamed,
    response: z.object({ exists: z.boolean() }),
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
