import { randomUUID } from 'node:crypto'
import type { ChangingCall } from '../../../server/http/openapi.ts'
import type { IssueStatus } from '../../../src/domain/issue.ts'
import type { SubmissionMode } from '../../../src/domain/status.ts'
import { type StatusName, statusOf } from '../../../src/domain/status.ts'
import { generateSample } from '../../../src/sample/index.ts'
import { deliveryScene, details } from './deliveryScene.ts'
import { addNotice } from './foreignScene.ts'
import { uploadBody } from './gestures.ts'
import {
  placeIssue,
  placeReports,
  placeResults,
  regulatorCode,
  requestedTolerances,
  ruleCode,
} from './issueScene.ts'
import { jobBody } from './jobScene.ts'
import { partUploadOf } from './partUpload.ts'
import type { ProcessingServer } from './processingServer.ts'
import { guestRule, guestRuleset, guestSchema, publisher, schemaForm, zipped } from './published.ts'
import { type SignedPost, sendForm } from './sendForm.ts'
import { signIn } from './signIn.ts'
import { specificationScene } from './specificationScene.ts'

/** A valid request of a call, but for its body. */
export interface Prepared {
  /** Parameters of its path. */
  params?: Readonly<Record<string, string | number>>
  query?: string
  /** The body: of turn 0 again and again, or of each turn another one that is valid by itself. */
  body?: (turn: number) => unknown
  file?: (turn: number) => Blob | FormData
}

/**
 * What six requests at once leave behind: as much as one of them; each what it leaves alone, for the reason given; or as much as some of
 * them.
 */
type Outcome = 'one' | { each: string } | { some: string }

export interface ChangingSample {
  user: string
  /** Makes what the call is about. */
  prepare?: () => Promise<Prepared> | Prepared
  /** Of six equal requests; one unless said. */
  equal?: Outcome
  /** Of six with different bodies; absent where the call has none that could differ. */
  different?: Outcome
}

/** A record that is processed before the test, with what is made of it. */
export interface Processed {
  id: string
  /** Of online validation. */
  ovtId: string
  fileHash: string
}

const reading: Outcome = { each: 'It reads, and each has its line in the audit of downloads.' }
const seasons = ['Spring', 'Summer', 'Autumn', 'Winter', 'Michaelmas', 'Hilary']
const fields = [
  'Student.ETHNIC',
  'Student.NATION',
  'Student.SURNAME',
  'Student.BIRTHDTE',
  'StudentCourseSession.SCSMODE',
  'ModuleInstance.MODINSTID',
]
const named = (turn: number): string => seasons[turn] ?? 'Spring'

/**
 * A sample of each call that is no GET: the compiler asks for one of every new call. Whatever a sample needs is made on a server on
 * which no worker takes jobs.
 */
export const changingCalls = (
  server: ProcessingServer,
  processed: Processed,
): Record<ChangingCall, ChangingSample> => {
  const ask = async <T>(user: string, method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await server.call<T>(user, method, path, body === undefined ? {} : { body })
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const specifications = specificationScene(() => server)
  const deliveries = deliveryScene(() => server)
  const publish = publisher(server)

  /** A submission at a status, the latest of its provider. */
  const placed = async (
    status: StatusName,
    { instId = '0001', mode = 'live' }: { instId?: string; mode?: SubmissionMode } = {},
  ): Promise<string> => {
    const id = randomUUID()
    await server.asOwner(
      `update submission set is_latest = false where inst_id = '${instId}' and mode = '${mode}'`,
    )
    await server.place({ id, instId, mode }, status)
    return id
  }
  const withRule = async (status: StatusName = 'QUALITY_PROCESSING_COMPLETE'): Promise<string> => {
    const id = await placed(status)
    await placeResults(server, id)
    return id
  }
  const issueAt = async (status: IssueStatus) => {
    const submissionId = await withRule()
    return { submissionId, id: await placeIssue(server, submissionId, status) }
  }
  /** A call about one issue, whose id is in the path. */
  const ofIssue =
    (status: IssueStatus, body?: Prepared['body']): NonNullable<ChangingSample['prepare']> =>
    async () => ({ params: { id: (await issueAt(status)).id }, ...(body ? { body } : {}) })
  const ofSubmission =
    (
      status: StatusName,
      parameter: 'uuid' | 'id',
      body?: Prepared['body'],
    ): NonNullable<ChangingSample['prepare']> =>
    async () => ({ params: { [parameter]: await withRule(status) }, ...(body ? { body } : {}) })
  const ofProcessed = (): Prepared => ({ body: () => ({ submissionUuid: processed.id }) })
  const ofProcessedOvt = (): Prepared => ({ body: () => ({ submissionUuid: processed.ovtId }) })

  /** A workbook that a worker would have made. */
  const readyWorkbook = async (user: string, path: string, submissionUuid: string): Promise<void> => {
    await ask(user, 'POST', path, { submissionUuid })
    await server.asOwner('update workbook set made_utc = now(), size = 10')
  }

  const uploading = async (path: string, user: string): Promise<Prepared> => {
    const body = uploadBody(randomUUID())
    await ask(user, 'POST', path, body)
    return { body: () => body }
  }
  /** All files have their turn under one id. */
  const upload = async (mode: SubmissionMode): Promise<Prepared> => {
    await placed('UPLOAD_ERROR', { mode })
    const body = uploadBody(randomUUID())
    return { body: turn => ({ ...body, fileName: `${named(turn)}.xml` }) }
  }
  const partUpload = async (mode: SubmissionMode): Promise<Prepared> => {
    await placed('UPLOAD_ERROR', { mode })
    const body = uploadBody(randomUUID())
    return { body: turn => ({ ...body, fileSize: 1000 + turn }) }
  }
  const record = Buffer.concat([
    ...generateSample({ provider: '0001', students: 3, faults: 'none', collection: '23056' }),
  ])
  const sentInParts = async (path: 'files' | 'files/ovt', user: string): Promise<Prepared> => {
    await placed('UPLOAD_ERROR', { mode: path === 'files' ? 'live' : 'ovt' })
    const parts = partUploadOf(server, {
      user,
      instId: '0001',
      submissionUuid: randomUUID(),
      content: record,
    })
    const grant = await ask<Parameters<typeof parts.send>[0]>(
      user,
      'POST',
      `/${path}/partUploadRequest`,
      parts.body,
    )
    const { status } = await parts.send(grant, 1)
    if (status !== 204) throw new Error(`The part is answered ${status}.`)
    return { body: () => parts.body }
  }

  const webhookBody = (turn: number) => ({
    name: named(turn),
    url: 'https://ashby.example/hook',
    events: ['submission.declined'],
  })
  const webhook = async () => {
    const made = await ask<{ webhook: { id: string } }>(
      'ashby-signoff',
      'POST',
      '/suppliers/webhooks',
      webhookBody(0),
    )
    return made.webhook.id
  }
  const ofWebhook =
    (body?: Prepared['body']): NonNullable<ChangingSample['prepare']> =>
    async () => ({ params: { webhookId: await webhook() }, ...(body ? { body } : {}) })
  const apiKey = (turn: number) => ({ name: named(turn), scopes: ['read'], days: 90 })

  const configuration = async (isEnabled = true): Promise<string> => {
    const id = randomUUID()
    await ask('bedel-admin', 'POST', '/delivery-configurations', { ...details(), id })
    if (isEnabled) await deliveries.setState(id, 'ENABLED')
    return id
  }
  const delivery = async (): Promise<string> => {
    const id = randomUUID()
    await deliveries.ask(await configuration(), id)
    return id
  }
  const draft = async (): Promise<number> => (await specifications.makeDraft()).id
  const guests = async () => {
    const schema = await publish.schema(schemaForm(guestSchema('26900_1_0_0')))
    const ruleset = await publish.ruleset(guestRuleset('26900_1.0.0', '26900_1_0_0'))
    return { schemaId: schema.body.id, id: ruleset.body.id, code: 'QR.GUEST.Stay.NIGHTS.001.V01' }
  }
  /** Rulesets of the next versions, each with another word. */
  const rulesets = async (): Promise<Prepared> => {
    await publish.schema(schemaForm(guestSchema('26900_1_0_0')))
    const zips = await Promise.all(
      seasons.map(season => {
        const files = guestRuleset('26900_1.0.0', '26900_1_0_0')
        return zipped({
          ...files,
          [guestRule]: files[guestRule]!.replace('Long stay of one born late', season),
        })
      }),
    )
    return { file: turn => zips[turn]! }
  }
  const aboutRule = async (failures: readonly string[]): Promise<Prepared> => {
    const { id, code } = await guests()
    return { params: { id, code }, body: turn => ({ texts: { name: failures[turn] } }) }
  }

  const attachment = async (): Promise<Prepared> => {
    const { id } = await issueAt('AWAITING_PROVIDER')
    const file = { fileName: 'a.pdf', fileSize: 4 }
    const sent = await ask<SignedPost & { attachmentId: string }>(
      'ashby-signoff',
      'POST',
      `/issues/${id}/attachments`,
      file,
    )
    await sendForm(server.origin, sent, '%PDF', file.fileName)
    await ask('ashby-signoff', 'POST', `/issues/${id}/comments`, {
      text: 'See the file.',
      attachments: [sent.attachmentId],
    })
    return { params: { id, attachmentId: sent.attachmentId } }
  }
  const pdf = '%PDF-1.7 signed'
  const signedForm = async (isReturned: boolean) => {
    const uuid = await placed('PROVIDER_SIGNOFF')
    const path = `/submissions/${uuid}/signed-form`
    const forms: string[] = []
    for (const season of isReturned ? seasons.slice(0, 1) : seasons) {
      const file = { fileName: `${season}.pdf`, fileSize: pdf.length }
      const sent = await ask<SignedPost & { formId: string }>('ashby-signoff', 'POST', path, file)
      await sendForm(server.origin, sent, pdf, file.fileName)
      forms.push(sent.formId)
    }
    if (isReturned) await ask('ashby-signoff', 'PUT', path, { formId: forms[0] })
    return { uuid, forms }
  }
  const transfer = async (isGiven: boolean): Promise<Prepared> => {
    const sender = await placed('QUALITY_PROCESSING_COMPLETE')
    const id = await placed('QUALITY_PROCESSING_COMPLETE', { instId: '0002' })
    await server.asOwner(`insert into transfer_out (submission_id, inst_id, collection_id, sid, numhus, destination_ukprn)
      values ('${sender}', '0001', 'c23056', '1', '1', '10000002')`)
    if (isGiven)
      await ask('brackley-signoff', 'PUT', `/collection-reports/pgr-transfers-in/${id}?instId=0001`)
    return { params: { id }, query: '?instId=0001' }
  }
  const register = (turn: number): string =>
    [
      'instId,ukprn,name,publishedName,country,region,regulator,riskCode,awardingPowers',
      `0006,10000006,"Farndon College",${named(turn)} College,E,London,5016,01,no`,
    ].join('\n')
  const tokens = async () => (await signIn(server.origin, 'ashby-submitter')).tokens.id_token
  const next = (turn: number) => ({
    reference: `2${6 + turn}056`.slice(0, 5),
    name: named(turn),
    streamId: '056',
    referencePeriodStart: '2026-08-01',
    referencePeriodEnd: '2027-07-31',
  })
  const run = (uuid: string) => ask('bedel-anon', 'POST', `/submissions/run-dps-task/${uuid}`)
  const ids = seasons.map(() => randomUUID())
  const idAt = (turn: number) => ids[turn] ?? randomUUID()

  return {
    exchangeToken: {
      user: 'ashby-submitter',
      prepare: async () => ({ body: (token => () => ({ token }))(await tokens()) }),
    },
    getLiveTicket: {
      user: 'ashby-submitter',
      prepare: () => ({ body: () => ({ instId: '0001' }) }),
      equal: { each: 'A ticket opens one connection, and a page asks for one each time.' },
    },
    signOut: {
      user: 'ashby-submitter',
      prepare: async () => ({ body: (token => () => ({ token }))(await tokens()) }),
    },
    exportCollectionSubmissions: {
      user: 'bedel-staff',
      prepare: () => ({
        params: { reference: '23056' },
        body: turn => ({ instIds: [`000${1 + (turn % 4)}`] }),
      }),
      different: 'one',
    },
    createNilSubmission: {
      user: 'bedel-staff',
      prepare: async () => {
        await server.asOwner("delete from submission_event where inst_id = '0004'")
        return { body: () => ({ collectionId: 'c23056', instId: '0004' }) }
      },
    },
    makeHistory: { user: 'bedel-admin', prepare: ofSubmission('HISTORY_DATA_ERROR', 'uuid') },
    reprocess: {
      user: 'bedel-admin',
      prepare: async () => {
        await placed('QUALITY_PROCESSING_COMPLETE', { instId: '0004' })
        return {
          params: { reference: '23056' },
          body: turn => ({ instIds: ['0004'], withSubmitted: turn % 2 === 0 }),
        }
      },
      different: 'one',
    },
    requestHistoricAmendment: {
      user: 'bedel-admin',
      prepare: async () => {
        await placed('SIGNED_OFF', { instId: '0004' })
        await server.setCollection('Historic amendment')
        return { body: () => ({ instIds: ['0004'], collectionReference: '23056' }) }
      },
    },
    requestResubmission: {
      user: 'bedel-staff',
      prepare: ofSubmission('APPROVED', 'uuid', turn => ({ note: named(turn) })),
      different: 'one',
    },
    signOffSubmission: { user: 'bedel-staff', prepare: ofSubmission('PROVIDER_SIGNOFF', 'id') },
    updateState: {
      user: 'bedel-admin',
      prepare: ofSubmission('AGENCY_APPROVAL', 'id', turn =>
        turn % 2 === 0
          ? { action: 'approve', statusId: statusOf('SC_APPROVAL').id, note: named(turn) }
          : { action: 'decline', statusId: statusOf('RESUBMISSION_REQUIRED').id, note: named(turn) },
      ),
      different: 'one',
    },
    withdrawNilReturn: { user: 'bedel-staff', prepare: ofSubmission('NIL_RETURN', 'uuid') },
    cancelOvtUpload: { user: 'ashby-ovt', prepare: () => uploading('/files/ovt/uploadRequest', 'ashby-ovt') },
    cancelUpload: {
      user: 'ashby-submitter',
      prepare: () => uploading('/files/uploadRequest', 'ashby-submitter'),
    },
    completeOvtPartUpload: { user: 'ashby-ovt', prepare: () => sentInParts('files/ovt', 'ashby-ovt') },
    completePartUpload: { user: 'ashby-submitter', prepare: () => sentInParts('files', 'ashby-submitter') },
    downloadAllFailures: { user: 'ashby-signoff', prepare: ofProcessed, equal: reading },
    downloadAllOvtFailures: { user: 'bedel-admin', prepare: ofProcessedOvt, equal: reading },
    downloadDeliverySet: { user: 'ashby-signoff', prepare: ofProcessed, equal: reading },
    downloadGracefulFailures: {
      user: 'bedel-admin',
      prepare: async () => {
        const id = await placed('SCHEMA_CHECK_ERROR')
        await server.asOwner(
          `update submission set error_file_key = '0001/${id}/error.txt' where id = '${id}'`,
        )
        return { body: () => ({ submissionUuid: id }) }
      },
    },
    downloadOvtGracefulFailures: {
      user: 'bedel-admin',
      prepare: async () => {
        const id = await placed('SCHEMA_CHECK_ERROR', { mode: 'ovt' })
        await server.asOwner(
          `update submission set error_file_key = '0001/${id}/error.txt' where id = '${id}'`,
        )
        return { body: () => ({ submissionUuid: id }) }
      },
    },
    requestDownload: {
      user: 'ashby-signoff',
      prepare: () => ({ body: () => ({ key: `0001/${processed.id}/file.xml` }) }),
      equal: reading,
    },
    requestOvtDownload: {
      user: 'bedel-special',
      prepare: () => ({ body: () => ({ key: `0001/${processed.ovtId}/file.xml` }) }),
      equal: reading,
    },
    requestOvtPartUpload: { user: 'ashby-ovt', prepare: () => partUpload('ovt'), different: 'one' },
    requestOvtUpload: { user: 'ashby-ovt', prepare: () => upload('ovt'), different: 'one' },
    requestPartUpload: { user: 'ashby-submitter', prepare: () => partUpload('live'), different: 'one' },
    requestSignOffForm: {
      user: 'ashby-signoff',
      prepare: async () => {
        await server.asOwner(
          `update submission set status_id = ${statusOf('PROVIDER_SIGNOFF').id} where id = '${processed.id}'`,
        )
        return { params: { id: processed.fileHash } }
      },
    },
    requestUpload: { user: 'ashby-submitter', prepare: () => upload('live'), different: 'one' },
    downloadOvtWorkbook: {
      user: 'bedel-admin',
      prepare: async () => {
        await readyWorkbook('bedel-admin', '/files/ovt/workbooks', processed.ovtId)
        return ofProcessedOvt()
      },
      equal: reading,
    },
    downloadWorkbook: {
      user: 'ashby-signoff',
      prepare: async () => {
        await readyWorkbook('ashby-signoff', '/files/workbooks', processed.id)
        return ofProcessed()
      },
      equal: reading,
    },
    makeOvtWorkbook: { user: 'bedel-admin', prepare: ofProcessedOvt },
    makeWorkbook: {
      user: 'ashby-signoff',
      prepare: () => ({
        body: turn => ({ submissionUuid: processed.id, field: fields[turn] }),
      }),
      different: { each: 'Each is about another field.' },
    },
    approveOverride: {
      user: 'bedel-analyst',
      prepare: ofIssue('OVERRIDE_REQUESTED', turn => ({ note: named(turn) })),
      different: 'one',
    },
    closeIssue: {
      user: 'bedel-analyst',
      prepare: ofIssue('AWAITING_AGENCY', turn => ({
        resolution: turn % 2 === 0 ? 'KNOWN_ISSUE' : 'DATA_CORRECTED',
        note: named(turn),
      })),
      different: 'one',
    },
    declineOverride: {
      user: 'bedel-analyst',
      prepare: ofIssue('OVERRIDE_REQUESTED', turn => ({ note: named(turn) })),
      different: 'one',
    },
    reopenIssue: {
      user: 'bedel-analyst',
      prepare: ofIssue('KNOWN_ISSUE', turn => ({ note: named(turn) })),
      different: 'one',
    },
    requestOverride: {
      user: 'ashby-submitter',
      prepare: ofIssue('AWAITING_PROVIDER', turn => ({ tolerances: requestedTolerances, text: named(turn) })),
      different: 'one',
    },
    startWork: { user: 'ashby-submitter', prepare: ofIssue('AWAITING_PROVIDER') },
    withdrawIssue: {
      user: 'ashby-submitter',
      prepare: ofIssue('AWAITING_PROVIDER', turn => ({ note: named(turn) })),
      different: 'one',
    },
    assignIssue: {
      user: 'ashby-submitter',
      prepare: ofIssue('AWAITING_PROVIDER', turn => ({
        userId: turn % 2 === 0 ? 'ashby-submitter' : 'ashby-signoff',
      })),
      different: { some: 'Whom the one before has named is not assigned once more.' },
    },
    assignIssues: {
      user: 'ashby-submitter',
      prepare: async () => {
        const { id } = await issueAt('AWAITING_PROVIDER')
        return { body: () => ({ issues: [id], userId: 'ashby-submitter' }) }
      },
    },
    attachToExplanation: {
      user: 'ashby-submitter',
      prepare: ofSubmission('QUALITY_PROCESSING_COMPLETE', 'uuid', turn => ({
        fileName: `${named(turn)}.pdf`,
        fileSize: 10,
      })),
      equal: { each: 'A place for one file each; those without a file are swept.' },
      different: { each: 'A place for one file each.' },
    },
    attachToIssue: {
      user: 'ashby-submitter',
      prepare: ofIssue('AWAITING_PROVIDER', turn => ({ fileName: `${named(turn)}.pdf`, fileSize: 10 })),
      equal: { each: 'A place for one file each; those without a file are swept.' },
      different: { each: 'A place for one file each.' },
    },
    commentOnIssue: {
      user: 'ashby-submitter',
      prepare: ofIssue('AWAITING_PROVIDER', turn => ({ text: named(turn) })),
      different: { each: 'Each says something else.' },
    },
    createIssue: {
      user: 'ashby-submitter',
      prepare: ofSubmission('QUALITY_PROCESSING_COMPLETE', 'uuid', turn => ({
        validationCode: ruleCode,
        regulatorCode: turn % 2 === 0 ? regulatorCode : '5101',
      })),
    },
    downloadAttachment: { user: 'ashby-submitter', prepare: attachment, equal: reading },
    explainIssue: {
      user: 'ashby-submitter',
      prepare: ofIssue('AWAITING_PROVIDER', turn => ({ text: named(turn) })),
      different: { each: 'Each says something else.' },
    },
    explainIssues: {
      user: 'ashby-submitter',
      prepare: async () => {
        const { id } = await issueAt('AWAITING_PROVIDER')
        return { body: turn => ({ issues: [id], text: named(turn) }) }
      },
      different: { each: 'Each says something else.' },
    },
    explainRules: {
      user: 'ashby-submitter',
      prepare: ofSubmission('QUALITY_PROCESSING_COMPLETE', 'uuid', turn => ({
        rules: [{ validationCode: ruleCode, regulatorCode }],
        text: named(turn),
      })),
      different: { some: 'The first raises the issue, and each says something else.' },
    },
    requestCredibility: {
      user: 'ashby-submitter',
      prepare: async () => {
        const id = await placed('QUALITY_PROCESSING_COMPLETE')
        await placeReports(server, id, { SEN1: 2, SEN3: 1 })
        await server.asOwner("update provider set risk_code = '02' where inst_id = '0001'")
        return {
          body: () => ({
            submissionUuid: id,
            instId: '0001',
            collectionId: 'c23056',
            fileName: 'placed.xml',
            providerName: 'University of Ashby',
          }),
        }
      },
    },
    retryIssue: { user: 'ashby-submitter', prepare: ofIssue('FAILED') },
    writeNote: {
      user: 'ashby-submitter',
      prepare: ofSubmission('QUALITY_PROCESSING_COMPLETE', 'uuid', turn => ({
        subject: 'rule',
        code: ruleCode,
        text: named(turn),
      })),
      different: { some: 'Each says something else; the last one counts.' },
    },
    downloadSignedForm: {
      user: 'bedel-staff',
      prepare: async () => ({ params: { uuid: (await signedForm(true)).uuid } }),
    },
    postSignedForm: {
      user: 'ashby-signoff',
      prepare: ofSubmission('PROVIDER_SIGNOFF', 'uuid', turn => ({
        fileName: `${named(turn)}.pdf`,
        fileSize: pdf.length,
      })),
      equal: { each: 'A place for one file each; those without a file are swept.' },
      different: { each: 'A place for one file each.' },
    },
    returnSignedForm: {
      user: 'ashby-signoff',
      prepare: async () => {
        const { uuid, forms } = await signedForm(false)
        return { params: { uuid }, body: turn => ({ formId: forms[turn] }) }
      },
      different: { each: 'Each is another signed copy; the last one counts.' },
    },
    signForm: {
      user: 'ashby-signoff',
      prepare: async () => {
        await server.asOwner("update collection set signs_in_portal = true where id = 'c23056'")
        const uuid = await placed('PROVIDER_SIGNOFF')
        await server.tokenOf('ashby-signoff')
        await server.asOwner(
          `update sign_in set authenticated_utc = '${server.clock.now().toISOString()}' where id = 'session:ashby-signoff'`,
        )
        const { name } = server.actor('ashby-signoff')
        return { params: { uuid }, body: () => ({ name }) }
      },
    },
    markNotices: {
      user: 'ashby-submitter',
      prepare: async () => {
        const notices = [await addNotice(server, '0001'), await addNotice(server, '0001')]
        return { body: () => ({ ids: notices }) }
      },
    },
    setMailSettings: {
      user: 'ashby-submitter',
      prepare: () => ({
        body: turn => ({
          kinds: turn % 2 === 0 ? ['processingFinished', 'declined'] : ['approved', 'declined'],
        }),
      }),
      different: 'one',
    },
    downloadReportCsv: {
      user: 'ashby-signoff',
      prepare: () => ({
        params: { reportCode: 'SEN1' },
        body: () => ({ submissionUuid: processed.id, reportCode: 'SEN1' }),
      }),
      equal: reading,
    },
    downloadRegulatorOutput: {
      user: 'ashby-signoff',
      prepare: () => ({ body: () => ({ key: '1', uuid: processed.id }) }),
      equal: reading,
    },
    giveTransferConsent: { user: 'brackley-signoff', prepare: () => transfer(false) },
    reprocessFiles: {
      user: 'bedel-admin',
      prepare: () => ({
        body: turn => ({
          id: ids[0],
          files: [{ submissionUuid: processed.id, fileCode: String(1 + (turn % 2)) }],
        }),
      }),
      different: 'one',
    },
    withdrawTransferConsent: { user: 'brackley-signoff', prepare: () => transfer(true) },
    assignSpecification: {
      user: 'bedel-admin',
      prepare: async () => {
        const { id } = await server.look<{ id: number }>(
          "select specification_id as id from collection where reference = '24056'",
        )
        const rows = await server.look<{ state: number }>(
          `select state_id as state from specification where id = ${id}`,
        )
        if (!rows.state) throw new Error('There is no specification.')
        await server.asOwner("update collection set specification_id = null where reference = '24056'")
        return { params: { reference: '24056' }, body: () => ({ specificationId: id }) }
      },
    },
    changeCollection: {
      user: 'bedel-admin',
      prepare: () => ({ params: { reference: '23056' }, body: turn => ({ name: named(turn) }) }),
      different: { each: 'Each gives it another name, and its history says so.' },
    },
    changeCollectionState: {
      user: 'bedel-admin',
      prepare: () => ({
        params: { reference: '23056' },
        body: turn => ({ stateId: turn % 2 === 0 ? 4 : 6 }),
      }),
      different: { some: 'Both states may follow each other.' },
    },
    createCollection: {
      user: 'bedel-admin',
      prepare: () => ({ body: turn => ({ ...next(0), name: named(turn) }) }),
      different: 'one',
    },
    putCostCentres: {
      user: 'bedel-admin',
      prepare: () => ({
        params: { reference: '23056' },
        body: turn => ({ csv: `INSTID,COSTCN,STAFFFTE,EXPENDITURE\n0001,101,${turn + 1},5` }),
      }),
      different: 'one',
    },
    changeProvider: {
      user: 'bedel-admin',
      prepare: () => ({ params: { instId: '0001' }, body: turn => ({ publishedName: named(turn) }) }),
      different: { each: 'Each gives it another name, and its history says so.' },
    },
    importRegister: {
      user: 'bedel-admin',
      prepare: async () => {
        const digests: string[] = []
        for (const turn of seasons.keys())
          digests.push(
            (
              await ask<{ digest: string }>('bedel-admin', 'POST', '/providers/register/preview', {
                csv: register(turn),
              })
            ).digest,
          )
        return { body: turn => ({ csv: register(turn), digest: digests[turn], action: 'TAKE_IN' }) }
      },
      different: 'one',
    },
    previewRegister: {
      user: 'bedel-admin',
      prepare: () => ({ body: turn => ({ csv: register(turn) }) }),
      different: 'one',
    },
    takeProviderIn: {
      user: 'bedel-admin',
      prepare: async () => {
        const csv = register(0)
        const { digest } = await ask<{ digest: string }>(
          'bedel-admin',
          'POST',
          '/providers/register/preview',
          { csv },
        )
        await ask('bedel-admin', 'POST', '/providers/register', { csv, digest, action: 'REGISTER' })
        return { body: () => ({ instId: '0006' }) }
      },
    },
    cancelDelivery: { user: 'bedel-admin', prepare: async () => ({ params: { id: await delivery() } }) },
    changeDeliveryConfiguration: {
      user: 'bedel-admin',
      prepare: async () => ({
        params: { id: await configuration() },
        body: turn => details({ name: named(turn) }),
      }),
      different: { each: 'Each gives it another name, and its history says so.' },
    },
    createDeliveryConfiguration: {
      user: 'bedel-admin',
      prepare: () => ({ body: turn => ({ ...details({ name: named(turn) }), id: ids[0] }) }),
      different: 'one',
    },
    deleteDeliveryConfiguration: {
      user: 'bedel-admin',
      prepare: async () => ({ params: { id: await configuration(false) } }),
    },
    downloadDelivery: {
      user: 'ohe-delivery',
      prepare: async () => {
        const id = await delivery()
        await server.asOwner(
          `update delivery set place = 'READY', object_key = '5016/${id}/delivery.1.zip', size = 10 where id = '${id}'`,
        )
        return { params: { id } }
      },
      equal: { each: 'Each download is noted, for the agency to see.' },
    },
    previewDelivery: {
      user: 'bedel-admin',
      prepare: () => {
        const { customerId, collectionReference, content } = details()
        return { body: () => ({ customerId, collectionReference, content, file: 'StudentEngagement' }) }
      },
    },
    requestDelivery: {
      user: 'bedel-admin',
      prepare: async () => ({ params: { id: await configuration() }, body: turn => ({ id: idAt(turn) }) }),
      different: { each: 'Each has an id of its own.' },
    },
    setDeliveryConfigurationState: {
      user: 'bedel-admin',
      prepare: async () => ({
        params: { id: await configuration(false) },
        body: () => ({ state: 'ENABLED' }),
      }),
    },
    cancelJob: {
      user: 'bedel-admin',
      prepare: async () => {
        const id = randomUUID()
        await placed('QUALITY_PROCESSING_COMPLETE')
        await ask('bedel-admin', 'POST', '/jobs', jobBody(['0001'], { id }))
        return { params: { id } }
      },
    },
    startJob: {
      user: 'bedel-admin',
      prepare: async () => {
        await placed('QUALITY_PROCESSING_COMPLETE')
        return { body: turn => jobBody(['0001'], { id: idAt(turn) }) }
      },
      different: 'one',
    },
    startImpact: {
      user: 'bedel-analyst',
      prepare: async () => ({
        params: { id: await draft() },
        body: turn => ({ id: idAt(turn), collectionReference: '23056' }),
      }),
      different: 'one',
    },
    cancelDpsTask: {
      user: 'bedel-anon',
      prepare: async () => {
        await run(processed.id)
        return { params: { uuid: processed.id } }
      },
    },
    resetDpsTask: {
      user: 'bedel-admin',
      prepare: async () => {
        await run(processed.id)
        await server.asOwner("update pseudonymisation set place = 'FAILED'")
        return { params: { uuid: processed.id } }
      },
    },
    runDpsTask: { user: 'bedel-anon', prepare: () => ({ params: { uuid: processed.id } }) },
    applyConfiguration: {
      user: 'bedel-analyst',
      prepare: async () => ({ params: { id: (await specifications.make()).body.id } }),
    },
    changeRulesetState: {
      user: 'bedel-admin',
      prepare: async () => ({ params: { id: (await guests()).id }, body: () => ({ stateId: 2 }) }),
    },
    changeSchemaState: {
      user: 'bedel-admin',
      prepare: async () => ({ params: { id: (await guests()).schemaId }, body: () => ({ stateId: 2 }) }),
    },
    changeSpecificationRule: {
      user: 'bedel-analyst',
      prepare: async () => ({
        params: { specId: await draft(), validationId: ruleCode },
        body: turn => ({ metadata: { description: named(turn), guidanceUrl: 'https://bedel.example/' } }),
      }),
      different: { some: 'Each describes it in other words, and its history says so.' },
    },
    changeSpecificationState: {
      user: 'bedel-analyst',
      prepare: async () => ({ params: { id: await draft() }, body: () => ({ stateId: 3 }) }),
    },
    createSpecification: {
      user: 'bedel-analyst',
      prepare: async () => {
        const bodies = await Promise.all(
          ['major', 'minor', 'patch'].map(step => specifications.bodyFor(step)),
        )
        return { body: turn => bodies[turn % 3] }
      },
      different: { some: 'Each increment makes a version of its own.' },
    },
    deleteSpecification: { user: 'bedel-analyst', prepare: async () => ({ params: { id: await draft() } }) },
    publishRuleset: { user: 'bedel-admin', prepare: rulesets, different: 'one' },
    publishSchema: {
      user: 'bedel-admin',
      prepare: () => ({
        file: turn => schemaForm(guestSchema('26900_1_0_0').replaceAll('STAYID', `STAY${turn}`)),
      }),
      different: 'one',
    },
    runRule: { user: 'bedel-admin', prepare: () => aboutRule(seasons), different: 'one' },
    saveRule: { user: 'bedel-admin', prepare: () => aboutRule(seasons), different: 'one' },
    addWebhook: {
      user: 'ashby-signoff',
      prepare: () => ({ body: webhookBody }),
      different: { some: 'Each has a name of its own; a provider may have five.' },
    },
    changeWebhook: {
      user: 'ashby-signoff',
      prepare: ofWebhook(turn => ({ name: `${named(turn)} office` })),
      different: { each: 'Each gives it another name, and its history says so.' },
    },
    makeApiKey: {
      user: 'ashby-signoff',
      prepare: () => ({ body: apiKey }),
      different: { each: 'Each has a name of its own.' },
    },
    removeWebhook: { user: 'ashby-signoff', prepare: ofWebhook() },
    renewWebhookSecret: { user: 'ashby-signoff', prepare: ofWebhook() },
    revokeApiKey: {
      user: 'ashby-signoff',
      prepare: async () => {
        const { key } = await ask<{ key: { id: string } }>(
          'ashby-signoff',
          'POST',
          '/suppliers/keys',
          apiKey(0),
        )
        return { params: { keyId: key.id } }
      },
    },
    sendWebhookAgain: {
      user: 'ashby-signoff',
      prepare: async () => {
        const webhookId = await webhook()
        await ask('ashby-signoff', 'POST', `/suppliers/webhooks/${webhookId}/test`)
        await server.asOwner('update webhook_delivery set given_up_utc = now()')
        const { id } = await server.look<{ id: string }>('select id from webhook_delivery')
        return { params: { webhookId, deliveryId: id } }
      },
    },
    switchWebhookOff: { user: 'ashby-signoff', prepare: ofWebhook() },
    switchWebhookOn: {
      user: 'ashby-signoff',
      prepare: async () => {
        const webhookId = await webhook()
        await ask('ashby-signoff', 'POST', `/suppliers/webhooks/${webhookId}/switch-off`)
        return { params: { webhookId } }
      },
    },
    testWebhook: { user: 'ashby-signoff', prepare: ofWebhook() },
    validateFile: {
      user: 'ashby-submitter',
      prepare: () => ({
        query: '?collectionReference=23056',
        file: () => new Blob([record], { type: 'application/xml' }),
      }),
    },
  }
}
