import { createHash, randomUUID } from 'node:crypto'
import { addDays } from 'date-fns/addDays'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sweepSignedForms } from '../../server/lifecycle/signedForms.ts'
import type { IssuedValue } from '../../src/domain/formCheck.ts'
import type { SignedForm } from '../../src/domain/wire/signedForms.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { type SignedPost, sendForm } from './support/sendForm.ts'

/** Signed copies of sign-off forms: the provider returns them, the agency reads them. */
let server: ProcessingServer
let id = ''
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.forget()
  await server.setCollection('Open')
  id = randomUUID()
  await server.place({ id, instId: '0001' }, 'PROVIDER_SIGNOFF')
})

interface Answer {
  signedForm: SignedForm | null
  earlier: SignedForm[]
  issued: IssuedValue[]
  detail?: string
}
const content = '%PDF-1.7 signed by hand'
const address = () => `/submissions/${id}/signed-form`
const announce = (user: string, fileName = 'signed.pdf', fileSize = content.length) =>
  server.call<SignedPost & { formId: string; detail?: string }>(user, 'POST', address(), {
    body: { fileName, fileSize },
  })
const giveBack = (user: string, formId: string) =>
  server.call<Answer>(user, 'PUT', address(), { body: { formId } })
const read = (user: string) => server.call<Answer>(user, 'GET', address())

const returned = async (fileName: string, sent = content) => {
  const { body } = await announce('ashby-signoff', fileName, sent.length)
  expect((await sendForm(server.origin, body, sent)).status).toBe(204)
  return giveBack('ashby-signoff', body.formId)
}

it('are returned by the provider, shown to the agency, and told to it', async () => {
  const { issued, ...before } = (await read('bedel-staff')).body
  expect(before).toEqual({ signedForm: null, earlier: [], signsInPortal: false })
  expect(issued.map(({ field, label }) => [field, label])).toEqual([
    ['provider', 'Provider'],
    ['ukprn', 'UKPRN'],
    ['collection', 'Collection'],
    ['fileName', 'File name'],
    ['hash', 'Transaction (file hash)'],
    ['submitted', 'Submitted'],
    ['approved', 'Approved'],
    ['students', 'Student count'],
  ])
  expect((await returned('signed.pdf')).status).toBe(200)
  const { signedForm } = (await returned('signed again.pdf')).body
  expect(signedForm).toMatchObject({
    fileName: 'signed again.pdf',
    fileSize: content.length,
    by: server.actor('ashby-signoff').name,
  })
  for (const user of ['bedel-staff', 'ashby-submitter'])
    expect((await read(user)).body.signedForm?.fileName).toBe('signed again.pdf')
  const { body } = await server.call<{ url: string }>('bedel-staff', 'POST', `${address()}/download-request`)
  expect(await (await fetch(new URL(body.url, server.origin))).text()).toBe(content)
  expect(
    await server.look(`select
      (select count(*)::int from live_message where payload ->> 'type' = 'SIGNED_FORM' and inst_id = '0001') as messages,
      (select count(*)::int from notice where submission_id = '${id}' and organisation_id = 'bedel') as notices,
      (select array_agg(action order by id) from audit_line where outcome = 'done' and action like '%SIGNED_FORM') as lines`),
  ).toEqual({
    messages: 2,
    notices: 2,
    lines: ['POST_SIGNED_FORM', 'RETURN_SIGNED_FORM', 'POST_SIGNED_FORM', 'RETURN_SIGNED_FORM'],
  })
  const signedOff = await server.call('bedel-staff', 'POST', `/submissions/${id}/signoff`)
  expect(signedOff.status).toBe(200)
  expect((await read('ashby-signoff')).body.signedForm?.fileName).toBe('signed again.pdf')
  expect((await announce('ashby-signoff')).status).toBe(409)
})

it('are all kept to compare, and given as PDF to those whom they concern', async () => {
  await returned('first.pdf', '%PDF-1.7 first')
  await returned('second.pdf', '%PDF-1.7 second')
  const { signedForm, earlier } = (await read('bedel-staff')).body
  expect([signedForm?.fileName, earlier.map(({ fileName }) => fileName)]).toEqual([
    'second.pdf',
    ['first.pdf'],
  ])
  const contentOf = (user: string, formId = '') =>
    server.call<string>(user, 'GET', `${address()}/${formId}/content`, { accept: 'application/pdf' })
  const first = await contentOf('bedel-staff', earlier[0]?.id)
  expect([first.status, String(first.body)]).toEqual([200, '%PDF-1.7 first'])
  expect(String((await contentOf('ashby-submitter', signedForm?.id)).body)).toBe('%PDF-1.7 second')
  const named = await server.call<{ url: string }>(
    'bedel-staff',
    'POST',
    `${address()}/download-request?formId=${earlier[0]?.id}`,
  )
  expect(await (await fetch(new URL(named.body.url, server.origin))).text()).toBe('%PDF-1.7 first')
  expect((await contentOf('brackley-signoff', signedForm?.id)).status).toBe(404)
  expect((await contentOf('ohe-analyst', signedForm?.id)).status).toBe(403)
  expect((await contentOf('bedel-staff', randomUUID())).status).toBe(404)
})

it('are refused with a note: the approval stays, and the provider acts next again (decisions §15)', async () => {
  const awaited = async () =>
    (
      await server.call<{ submissions: { provider: { instId: string }; awaitingParty: { name: string } }[] }>(
        'bedel-staff',
        'GET',
        '/collections/23056/submissions',
      )
    ).body.submissions.find(({ provider }) => provider.instId === '0001')?.awaitingParty.name
  const decide = async (path: string, note?: string) => {
    const { status, body } = await server.call<{ detail?: string; status?: { code: string } }>(
      'bedel-staff',
      'POST',
      `/submissions/${id}/${path}`,
      { body: note === undefined ? {} : { note } },
    )
    return [status, body.detail ?? body.status?.code]
  }
  expect(await awaited()).toBe('Provider')
  expect(await decide('refuse-form', 'No signature.')).toEqual([409, 'No signed form has been returned.'])
  expect(await decide('signoff')).toEqual([
    409,
    'No signed form has been returned. Write a note that says why you record the sign-off without it.',
  ])
  await returned('signed.pdf')
  expect(await awaited()).toBe('Bedel')
  expect((await decide('refuse-form'))[0]).toBe(409)
  expect(await decide('refuse-form', 'No signature.')).toEqual([200, 'PROVIDER_SIGNOFF'])
  expect((await read('ashby-signoff')).body.signedForm).toMatchObject({
    fileName: 'signed.pdf',
    refusal: { note: 'No signature.' },
  })
  expect(await awaited()).toBe('Provider')
  expect(
    await server.look(`select
      (select count(*)::int from notice where submission_id = '${id}' and kind = 'formRefused') as notices,
      (select detail ->> 'note' from submission_event where submission_id = '${id}' and event = 'FORM_REFUSED') as note`),
  ).toMatchObject({ note: 'No signature.' })
  await returned('signed again.pdf')
  expect(await awaited()).toBe('Bedel')
  expect(await decide('signoff')).toEqual([200, 'SIGNED_OFF'])
})

it('of a sign-off without one leave the reason', async () => {
  const { status } = await server.call('bedel-staff', 'POST', `/submissions/${id}/signoff`, {
    body: { note: 'The form came by post.' },
  })
  expect(status).toBe(200)
})

it('are returned by nobody else, and read by nobody whom they do not concern', async () => {
  const { body } = await announce('ashby-signoff')
  for (const user of ['ashby-submitter', 'ashby-guest', 'bedel-admin', 'bedel-staff', 'ohe-analyst'])
    expect([user, (await announce(user)).status, (await giveBack(user, body.formId)).status]).toEqual([
      user,
      403,
      403,
    ])
  expect((await announce('brackley-signoff')).status).toBe(404)
  expect((await read('brackley-signoff')).status).toBe(404)
  for (const user of ['ashby-guest', 'ohe-analyst']) expect((await read(user)).status).toBe(403)
  expect(
    await server.look(
      `select count(*)::int as returned from signed_form where submission_id = '${id}' and returned_utc is not null`,
    ),
  ).toEqual({ returned: 0 })
})

it('are PDFs that have arrived', async () => {
  expect((await announce('ashby-signoff', 'signed.docx')).status).toBe(422)
  expect((await announce('ashby-signoff', 'signed.pdf', 11 * 1024 ** 2)).status).toBe(422)
  const { body: announced } = await announce('ashby-signoff')
  const early = await giveBack('ashby-signoff', announced.formId)
  expect([early.status, early.body.detail]).toEqual([
    409,
    'An attachment did not arrive. Choose the file again.',
  ])
  const disguised = await returned('signed.pdf', '<html>no form</html>')
  expect([disguised.status, disguised.body.detail]).toEqual([422, 'Choose a PDF file.'])
  expect((await giveBack('ashby-signoff', randomUUID())).status).toBe(409)
  expect((await read('ashby-signoff')).body.signedForm).toBeNull()
})

it('that were never returned are removed after a day, with what was sent for them', async () => {
  await returned('kept.pdf')
  const { body } = await announce('ashby-signoff', 'left.pdf')
  await sendForm(server.origin, body, content)
  const objects = async () => (await server.storage.list(`0001/${id}/signed-form.`)).length
  expect(await objects()).toBe(2)
  await sweepSignedForms({ db: server.db, store: server.storage }, addDays(server.clock.now(), 1))
  expect(await objects()).toBe(1)
  expect((await read('bedel-staff')).body.signedForm?.fileName).toBe('kept.pdf')
})

/** Signing in the portal: the setting of the collection, a sign-in of its own, the signer's own name. */
describe('signed in the portal', () => {
  beforeEach(() => server.asOwner(`update collection set signs_in_portal = true where id = 'c23056'`))
  afterAll(() => server.asOwner(`update collection set signs_in_portal = false`))

  /** The signer shows the identity service who they are, so many minutes before now. */
  const signInAgain = async (user: string, minutesAgo = 0): Promise<Date> => {
    await server.tokenOf(user)
    const at = new Date(server.clock.now().getTime() - minutesAgo * 60_000)
    await server.asOwner(
      `update sign_in set authenticated_utc = '${at.toISOString()}' where id = 'session:${user}'`,
    )
    return at
  }
  const sign = (user: string, name: string) =>
    server.call<Answer>(user, 'POST', `/submissions/${id}/signature`, { body: { name } })
  const own = () => server.actor('ashby-signoff').name

  it('is kept with the name, the sign-in and the hash of the form, and read by the agency', async () => {
    const signedIn = await signInAgain('ashby-signoff', 3)
    const { status, body } = await sign('ashby-signoff', ` ${own().toUpperCase().replace(' ', '  ')} `)
    expect([status, body.detail]).toEqual([200, undefined])
    const { signedForm } = (await read('bedel-staff')).body
    expect(signedForm).toMatchObject({
      fileName: 'SignOffSigned.23056.0001.pdf',
      signature: { signedInAt: signedIn.toISOString() },
    })
    const download = await server.call<{ url: string }>(
      'bedel-staff',
      'POST',
      `${address()}/download-request`,
    )
    const form = Buffer.from(await (await fetch(new URL(download.body.url, server.origin))).arrayBuffer())
    expect(form.subarray(0, 5).toString()).toBe('%PDF-')
    expect(signedForm?.signature?.formHash).toBe(createHash('sha256').update(form).digest('hex'))
    expect(
      await server.look(`select
        (select count(*)::int from live_message where payload ->> 'type' = 'SIGNED_FORM' and inst_id = '0001') as messages,
        (select count(*)::int from notice where submission_id = '${id}' and organisation_id = 'bedel') as notices,
        (select array_agg(detail ->> 'formHash') from audit_line where action = 'SIGN_FORM' and outcome = 'done') as hashes`),
    ).toEqual({ messages: 1, notices: 1, hashes: [signedForm?.signature?.formHash] })
    expect((await server.call('bedel-staff', 'POST', `/submissions/${id}/signoff`)).status).toBe(200)
  })

  it('needs a sign-in of its own, within ten minutes', async () => {
    const again = 'Sign in again before you sign. Each signature needs a new sign-in.'
    await server.asOwner(`update sign_in set authenticated_utc = null`)
    const refused = async () => {
      const { status, body } = await sign('ashby-signoff', own())
      return [status, body.detail]
    }
    expect(await refused()).toEqual([409, again])
    await signInAgain('ashby-signoff', 11)
    expect(await refused()).toEqual([409, again])
    // Of a clock that is wrong.
    await signInAgain('ashby-signoff', -2)
    expect(await refused()).toEqual([409, again])
    await signInAgain('ashby-signoff', 10)
    expect((await sign('ashby-signoff', own())).status).toBe(200)
    expect(await refused()).toEqual([409, again])
    const { lines } = await server.look<{ lines: number }>(
      `select count(*)::int as lines from audit_line where action = 'SIGN_FORM' and outcome = 'refused'`,
    )
    expect(lines).toBe(4)
  })

  it('is by the own name of a sign-off user of the provider, where the collection allows it', async () => {
    await signInAgain('ashby-signoff')
    const wrong = await sign('ashby-signoff', 'Somebody Else')
    expect([wrong.status, wrong.body.detail]).toEqual([
      422,
      `Type your name as the identity service has it: ${own()}.`,
    ])
    for (const user of ['ashby-submitter', 'ashby-guest', 'bedel-admin', 'ohe-analyst']) {
      await signInAgain(user)
      expect([user, (await sign(user, server.actor(user).name)).status]).toEqual([user, 403])
    }
    await signInAgain('brackley-signoff')
    expect((await sign('brackley-signoff', server.actor('brackley-signoff').name)).status).toBe(404)
    await server.asOwner(`update collection set signs_in_portal = false where id = 'c23056'`)
    const off = await sign('ashby-signoff', own())
    expect([off.status, off.body.detail]).toEqual([
      409,
      'In this collection, the form must be signed on paper or as a file, not in the portal.',
    ])
    expect((await read('ashby-signoff')).body).toMatchObject({ signedForm: null, signsInPortal: false })
  })
})
