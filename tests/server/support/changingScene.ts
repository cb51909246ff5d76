import { randomUUID } from 'node:crypto'
import { renewRequests } from '../../../server/transfers/index.ts'
import type { IssueStatus } from '../../../src/domain/issue.ts'
import type { StatusName, SubmissionMode } from '../../../src/domain/status.ts'
import { generateSample } from '../../../src/sample/index.ts'
import { deliveryScene, details } from './deliveryScene.ts'
import { uploadBody } from './gestures.ts'
import { placeIssue, placeResults } from './issueScene.ts'
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
/** A record that is processed before the test, with what is made of it. */
export interface Processed {
  id: string
  /** Of online validation. */
  ovtId: string
  fileHash: string
}
export const seasons = ['Spring', 'Summer', 'Autumn', 'Winter', 'Michaelmas', 'Hilary']
export const fields = [
  'Student.ETHNIC',
  'Student.NATION',
  'Student.SURNAME',
  'Student.BIRTHDTE',
  'StudentCourseSession.SCSMODE',
  'ModuleInstance.MODINSTID',
]
export const named = (turn: number): string => seasons[turn] ?? 'Spring'

/** Makes, on a server on which no worker takes jobs, what calls change: each time something of its own. */
export const changingScene = (server: ProcessingServer, processed: Processed) => {
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
    (status: IssueStatus, body?: Prepared['body']): (() => Promise<Prepared>) =>
    async () => ({ params: { id: (await issueAt(status)).id }, ...(body ? { body } : {}) })
  const ofSubmission =
    (status: StatusName, parameter: 'uuid' | 'id', body?: Prepared['body']): (() => Promise<Prepared>) =>
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
    (body?: Prepared['body']): (() => Promise<Prepared>) =>
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
  /** Other uploads of a Draft. */
  const replacements = async (): Promise<Prepared> => {
    const { id } = await guests()
    return { ...(await rulesets()), params: { id } }
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
  /** Ashby's file names these students, so Brackley is asked. */
  const namedBy = async (sender: string): Promise<void> => {
    await server.asOwner(`insert into transfer_out (submission_id, inst_id, collection_id, sid, numhus, destination_ukprn)
      values ('${sender}', '0001', 'c23056', '1', '1', '10000002')`)
    await server.inSystem(tx =>
      renewRequests(tx, { collectionId: 'c23056', senderId: '0001' }, server.clock.now()),
    )
  }
  const transfer = async (isGiven: boolean): Promise<Prepared> => {
    const sender = await placed('QUALITY_PROCESSING_COMPLETE')
    const id = await placed('QUALITY_PROCESSING_COMPLETE', { instId: '0002' })
    await namedBy(sender)
    if (isGiven)
      await ask('brackley-signoff', 'PUT', `/collection-reports/pgr-transfers-in/${id}?instId=0001`)
    return { params: { id }, query: '?instId=0001' }
  }
  const transferOut = async (): Promise<Prepared> => {
    const id = await placed('QUALITY_PROCESSING_COMPLETE')
    await namedBy(id)
    return { params: { id }, query: '?instId=0002' }
  }
  const reminder = async (isSent: boolean): Promise<Prepared> => {
    const contacts = [{ name: 'Ada', role: '', email: 'ada@brackley.example', phone: '' }]
    await ask('bedel-admin', 'PATCH', '/providers/0002', { contacts })
    const body = { instIds: ['0002'], words: '', skipsRecent: false, ...(isSent && { id: randomUUID() }) }
    return { params: { reference: '23056' }, body: () => body }
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
    ask,
    specifications,
    placed,
    issueAt,
    ofIssue,
    ofSubmission,
    ofProcessed,
    ofProcessedOvt,
    readyWorkbook,
    uploading,
    upload,
    partUpload,
    record,
    sentInParts,
    webhookBody,
    webhook,
    ofWebhook,
    apiKey,
    configuration,
    delivery,
    draft,
    guests,
    rulesets,
    replacements,
    aboutRule,
    attachment,
    pdf,
    signedForm,
    transfer,
    transferOut,
    reminder,
    register,
    tokens,
    next,
    run,
    ids,
    idAt,
  }
}
