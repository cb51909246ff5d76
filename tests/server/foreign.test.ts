import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mayCall } from '../../server/http/route.ts'
import * as additional from '../../src/domain/wire/additionalReports.ts'
import { type Call, isCall } from '../../src/domain/wire/call.ts'
import * as files from '../../src/domain/wire/files.ts'
import { getLiveTicket } from '../../src/domain/wire/identity.ts'
import { getLifecycle, getSequence } from '../../src/domain/wire/inspection.ts'
import { listIssues } from '../../src/domain/wire/issueList.ts'
import * as issues from '../../src/domain/wire/issues.ts'
import * as notes from '../../src/domain/wire/notes.ts'
import { getProviderOverview } from '../../src/domain/wire/providerOverview.ts'
import * as quality from '../../src/domain/wire/quality.ts'
import * as reports from '../../src/domain/wire/reports.ts'
import * as signedForms from '../../src/domain/wire/signedForms.ts'
import * as students from '../../src/domain/wire/students.ts'
import * as submissions from '../../src/domain/wire/submissions.ts'
import * as workbooks from '../../src/domain/wire/workbooks.ts'
import {
  placeIssue,
  placeWithRule,
  regulatorCode,
  requestedTolerances,
  ruleCode,
} from './support/issueScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** The ids of a submission as a caller may name them. */
interface Names {
  id: string
  /** Of an issue of the submission's provider. */
  issueId: string
  instId: string
  hash: string
}

const calls: [string, Call][] = Object.entries({
  ...files,
  ...workbooks,
  ...submissions,
  ...quality,
  ...students,
  ...reports,
  ...additional,
  ...issues,
  ...notes,
  ...signedForms,
  getLifecycle,
  getSequence,
  getLiveTicket,
  getProviderOverview,
}).flatMap(([name, value]): [string, Call][] => (isCall(value) ? [[name, value]] : []))

const uploadBody = ({ id, instId }: Names) => ({
  submissionUuid: id,
  fileName: 'file.xml',
  collectionId: 'c23056',
  instId,
})
const partUploadBody = (names: Names) => ({ ...uploadBody(names), fileSize: 10 })
const uuidBody = ({ id }: Names) => ({ submissionUuid: id })
const keyBody = ({ id, instId }: Names) => ({ key: `${instId}/${id}/placed.xml` })
const instIds = ({ instId }: Names) => ({ instIds: [instId] })

const bodies: Record<string, (names: Names) => unknown> = {
  requestUpload: uploadBody,
  requestOvtUpload: uploadBody,
  requestPartUpload: partUploadBody,
  requestOvtPartUpload: partUploadBody,
  completePartUpload: partUploadBody,
  completeOvtPartUpload: partUploadBody,
  cancelUpload: uploadBody,
  cancelOvtUpload: uploadBody,
  requestDownload: keyBody,
  requestOvtDownload: keyBody,
  downloadDeliverySet: uuidBody,
  downloadAllFailures: uuidBody,
  downloadAllOvtFailures: uuidBody,
  makeWorkbook: uuidBody,
  makeOvtWorkbook: uuidBody,
  downloadWorkbook: uuidBody,
  downloadOvtWorkbook: uuidBody,
  downloadGracefulFailures: uuidBody,
  downloadOvtGracefulFailures: uuidBody,
  updateState: () => ({ action: 'submit', statusId: 26, termsAccepted: true }),
  createNilSubmission: ({ instId }) => ({ collectionId: 'c23056', instId }),
  requestHistoricAmendment: names => ({ ...instIds(names), collectionReference: '23056' }),
  reprocess: instIds,
  getLiveTicket: ({ instId }) => ({ instId }),
  createIssue: () => ({ validationCode: ruleCode, regulatorCode }),
  commentOnIssue: () => ({ text: 'Why?' }),
  explainIssue: () => ({ text: 'So.', attachments: [randomUUID()] }),
  explainIssues: ({ issueId }) => ({ issues: [issueId], text: 'So.' }),
  assignIssue: () => ({ userId: null }),
  assignIssues: ({ issueId }) => ({ issues: [issueId], userId: null }),
  explainRules: () => ({ rules: [{ validationCode: ruleCode, regulatorCode }], text: 'So.' }),
  attachToExplanation: () => ({ fileName: 'a.pdf', fileSize: 10 }),
  requestCredibility: ({ id, instId }) => ({
    submissionUuid: id,
    instId,
    collectionId: 'c23056',
    fileName: 'placed.xml',
    providerName: 'University of Ashby',
  }),
  downloadRegulatorOutput: ({ id }) => ({ key: '1', uuid: id }),
  reprocessFiles: ({ id }) => ({ files: [{ submissionUuid: id, fileCode: '1' }] }),
  downloadReportCsv: ({ id }) => ({ submissionUuid: id, reportCode: 'SEN1' }),
  postSignedForm: () => ({ fileName: 'signed.pdf', fileSize: 10 }),
  signForm: () => ({ name: 'Rhian' }),
  returnSignedForm: ({ id }) => ({ formId: id }),
  writeNote: () => ({ subject: 'rule', code: ruleCode, text: 'So.' }),
  requestOverride: () => ({ tolerances: requestedTolerances, text: 'Please.' }),
  approveOverride: () => ({}),
  declineOverride: () => ({ note: 'No.' }),
  withdrawIssue: () => ({}),
  closeIssue: () => ({ resolution: 'KNOWN_ISSUE' }),
  reopenIssue: () => ({}),
  attachToIssue: () => ({ fileName: 'a.pdf', fileSize: 10 }),
}

const queries: Record<string, (names: Names) => string> = {
  getFileExpectations: ({ instId }) => `?collectionId=c23056&instId=${instId}`,
  getUnfinishedUpload: ({ id, instId }) => `?submissionUuid=${id}&instId=${instId}`,
  getUnfinishedOvtUpload: ({ id, instId }) => `?submissionUuid=${id}&instId=${instId}`,
  giveTransferConsent: ({ instId }) => `?instId=${instId}`,
  withdrawTransferConsent: ({ instId }) => `?instId=${instId}`,
  compareAllReports: ({ id }) => `?previousSubmissionId=${id}`,
  allFailuresExist: ({ id }) => `?submissionUuid=${id}`,
  allOvtFailuresExist: ({ id }) => `?submissionUuid=${id}`,
  listWorkbooks: ({ id }) => `?submissionUuid=${id}`,
  listOvtWorkbooks: ({ id }) => `?submissionUuid=${id}`,
  listSubmissions: ({ instId }) => `?collectionId=c23056&instId=${instId}`,
  listOvtSubmissions: ({ instId }) => `?collectionId=c23056&instId=${instId}`,
  listProviderStatuses: ({ instId }) => `?collectionReference=23056&instId=${instId}`,
}

const pathOf = (name: string, call: Call, { id, issueId, instId, hash }: Names): string => {
  const values: Record<string, string> = {
    id: name === 'requestSignOffForm' ? hash : call.path.startsWith('/issues/') ? issueId : id,
    attachmentId: id,
    uuid: id,
    submissionId: id,
    previousId: id,
    instId,
    providerId: instId,
    collectionId: 'c23056',
    reference: '23056',
    reportCode: 'SEN1',
    cellId: '*~*',
    validationId: 'QR.STUDENT.Student.SID.902.V01',
    student: '5',
  }
  return call.path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(values[parameter] ?? ''),
  )
}

/** Calls that name nobody's submission. */
const withoutIds = ['listStates', 'listIssues', 'listColleagues', 'listReprocessFiles']

/** Somebody of another organisation with as many roles as there are. */
const strangers = ['brackley-signoff', 'brackley-software', 'fcw-analyst'] as const

describe("another organisation's submission", () => {
  let server: ProcessingServer
  const own: Names = { id: randomUUID(), issueId: '', instId: '0001', hash: '0'.repeat(64) }
  const ownOvt: Names = { ...own, id: randomUUID() }
  const nobody: Names = { id: randomUUID(), issueId: randomUUID(), instId: '9999', hash: 'e'.repeat(64) }
  beforeAll(async () => {
    server = await startProcessingServer()
    own.id = await placeWithRule(server, 'APPROVED')
    own.issueId = await placeIssue(server, own.id, 'OVERRIDE_REQUESTED')
    ownOvt.issueId = own.issueId
    await server.place({ ...ownOvt, mode: 'ovt' }, 'QUALITY_PROCESSING_COMPLETE')
  })
  afterAll(() => server.stop())

  it('names every call in these tests', () => {
    const named = calls.filter(
      ([name, { path }]) => name in bodies || name in queries || /\{\w+\}/.test(path),
    )
    expect(calls.map(([name]) => name).filter(name => !withoutIds.includes(name))).toEqual(
      named.map(([name]) => name),
    )
  })

  it.each(calls.filter(([name]) => !withoutIds.includes(name)))(
    'is not found by %s, in the very words of an id that does not exist',
    async (name, call) => {
      const ask = (user: string, names: Names) =>
        server.call<{ detail?: string; title?: string }>(
          user,
          call.method,
          `${pathOf(name, call, names)}${queries[name]?.(names) ?? ''}`,
          { body: bodies[name]?.(names) },
        )
      const asking = strangers.filter(user => mayCall(call, server.actor(user)))
      for (const user of asking) {
        const unknown = await ask(user, nobody)
        const textOf = ({ status, body }: typeof unknown) => ({
          status,
          detail: body.detail,
          title: body.title,
        })
        for (const foreign of [own, ownOvt]) {
          const answer = await ask(user, foreign)
          expect(textOf(answer)).toEqual({ ...textOf(unknown), status: 404 })
        }
      }
      for (const user of ['bedel-admin', 'ashby-signoff'].filter(who => mayCall(call, server.actor(who))))
        expect((await ask(user, nobody)).status).toBe(404)
    },
  )

  it('leaves nothing written by any of it', async () => {
    const history = await server.call<{ events: unknown[] }>(
      'bedel-staff',
      'GET',
      `/submissions/${own.id}/lifecycle`,
    )
    expect(history.body.events).toEqual([])
    expect(await server.statusOfSubmission(own.id)).toBe('APPROVED')
    expect(
      await server.look(`select status, version, (select count(*)::int from issue_event) as events,
        (select count(*)::int from issue_attachment) + (select count(*)::int from explanation_file) as attachments from issue`),
    ).toEqual({ status: 'OVERRIDE_REQUESTED', version: 1, events: 0, attachments: 0 })
  })

  it('shows no issue of it in the list', async () => {
    for (const user of strangers.filter(who => mayCall(listIssues, server.actor(who)))) {
      const { body } = await server.call<{ issues: unknown[] }>(
        user,
        'GET',
        '/issues?collectionReference=23056',
      )
      expect([user, body.issues]).toEqual([user, []])
    }
  })

  it('cannot be compared with', async () => {
    const other = randomUUID()
    await server.place({ id: other, instId: '0002' }, 'QUALITY_PROCESSING_COMPLETE')
    const answer = await server.call(
      'bedel-admin',
      'GET',
      `/submissions/${own.id}/validations/compare/${other}`,
    )
    expect(answer.status).toBe(404)
  })
})
