import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { generateSample } from '../../../src/sample/index.ts'
import { damaged, encoded, oddEscapes, oddText } from './oddities.ts'
import { oddRuleset } from './oddRulesets.ts'
import type { PartGrant } from './partUpload.ts'
import { guestRuleset, guestSchema, schemaForm, zipped } from './published.ts'
import type { Sent, Typed } from './requests.ts'
import type { SignedPost } from './sendForm.ts'

/*
 * Requests that no JSON describes: files and forms, and the addresses beside the calls: the store's, the live connection's,
 * reports of browsers, and the identity provider's.
 */

const typed = async (body: FormData | Blob): Promise<Typed> => {
  const request = new Request('http://x', { method: 'POST', body })
  return { type: request.headers.get('content-type') ?? '', body: Buffer.from(await request.arrayBuffer()) }
}

/** Forms may also lose their boundary. */
const damagedForm = ({ type, body }: Typed): fc.Arbitrary<Typed> =>
  fc.record({
    type: fc.oneof(
      { weight: 12, arbitrary: fc.constant(type) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('multipart/form-data', 'multipart/form-data; boundary=', `${type}x`),
      },
    ),
    body: damaged(body),
  })

/** Files, sound and damaged, by the type that a call takes. */
export const anyFile = async (): Promise<Record<string, fc.Arbitrary<Typed>>> => {
  const record = Buffer.concat([
    ...generateSample({ provider: '0001', students: 3, faults: 'rules', collection: '23056' }),
  ])
  const ruleset = await zipped(guestRuleset('26900_1.0.0', '26900_1_0_0'))
  const schema = await typed(
    schemaForm(guestSchema('26900_1_0_0'), {
      accepted: { 'good.xml': '<Guests><Person><ID>1</ID></Person></Guests>' },
      refused: { 'bad.xml': '<Guests/>x' },
    }),
  )
  const of = (type: string, body: Buffer) => damaged(body).map(bytes => ({ type, body: bytes }))
  return {
    'application/xml': of('application/xml', record),
    'application/zip': fc.oneof(
      of('application/zip', Buffer.from(await ruleset.arrayBuffer())),
      oddRuleset.map(body => ({ type: 'application/zip', body })),
    ),
    'multipart/form-data': damagedForm(schema),
  }
}

/** What leads somewhere at the addresses of the store. */
export interface Grants {
  upload: SignedPost
  part: PartGrant
  /** Signed addresses of files. */
  downloads: readonly string[]
  /** Tickets of the live connection. */
  tickets: readonly string[]
}

const formOf = (fields: Readonly<Record<string, string>>, content: string, name: string): Promise<Typed> => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new File([content], name))
  return typed(form)
}

/** Forms with these fields and a file: whole, without one field, with another value of one. */
const formsOf = async (
  fields: Readonly<Record<string, string>>,
  odd: readonly string[],
): Promise<fc.Arbitrary<Typed>> => {
  const content = 'x'.repeat(10)
  const names = Object.keys(fields)
  const forms = await Promise.all([
    formOf(fields, content, 'file.xml'),
    formOf(fields, 'x'.repeat(11), '../file.xml'),
    formOf(fields, '', '\u202egnp.exe'),
    ...names.map(name =>
      formOf(Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name)), content, 'file.xml'),
    ),
    ...names.flatMap(name => odd.map(value => formOf({ ...fields, [name]: value }, content, 'file.xml'))),
  ])
  return fc.oneof(...forms.map(damagedForm))
}

const plain = (path: string, more: Partial<Sent> = {}): Sent => ({
  method: 'GET',
  path,
  headers: {},
  body: undefined,
  user: undefined,
  ...more,
})

/** The query with another value, or none, of one of its parameters. */
const queryOf = (sound: Readonly<Record<string, string>>): fc.Arbitrary<string> => {
  const odd = fc.oneof(
    { weight: 3, arbitrary: oddText.map(encoded) },
    { weight: 1, arbitrary: fc.constantFrom(...oddEscapes, 'x'.repeat(5000)) },
  )
  const parameters = Object.entries(sound).map(([name, value]) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(`${name}=${encodeURIComponent(value)}`) },
      { weight: 1, arbitrary: odd.map(text => `${name}=${text}`) },
      { weight: 1, arbitrary: fc.constantFrom('', `${name}=1&${name}=2`, `${name}[]=1`) },
    ),
  )
  return fc.tuple(...parameters).map(parts => parts.filter(part => part !== '').join('&'))
}

const signedQuery = (address: string): Record<string, string> =>
  Object.fromEntries(new URL(address, 'http://x').searchParams)

const report = {
  'csp-report': {
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'inline',
    'document-uri': 'https://portal.example/',
  },
}
const reports = [
  {
    type: 'csp-violation',
    body: {
      effectiveDirective: 'img-src',
      blockedURL: 'https://x.example/?q',
      documentURL: 'a',
      sourceFile: 'b',
    },
  },
]

const forOidc = {
  client_id: 'bedel-portal',
  response_type: 'code',
  scope: 'openid email exchange:token offline_access',
  redirect_uri: 'http://127.0.0.1/callback/signin',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
  state: 'state',
}
const tokenForm = {
  client_id: 'bedel-portal',
  grant_type: 'authorization_code',
  code: 'x'.repeat(43),
  code_verifier: 'y'.repeat(43),
  redirect_uri: 'http://127.0.0.1/callback/signin',
  refresh_token: 'z'.repeat(43),
}

const oidcPages = [
  '/auth',
  '/me',
  '/jwks',
  '/session/end',
  '/session/end/confirm',
  '/token/revocation',
  '/token/introspection',
  '/request',
  '/reg',
  '/interaction/x',
  '/.well-known/openid-configuration',
  '/',
]

/** Any request to the addresses beside the calls. */
export const anyOther = async ({
  upload,
  part,
  downloads,
  tickets,
}: Grants): Promise<fc.Arbitrary<Sent>[]> => {
  const odd = ['', 'x', '-1', '\0', '9'.repeat(30), '{}', '../../x']
  const sha256 = createHash('sha256').update('x'.repeat(10)).digest('hex')
  const posting = (path: string, forms: fc.Arbitrary<Typed>): fc.Arbitrary<Sent> =>
    forms.map(({ type, body }) => plain(path, { method: 'POST', headers: { 'content-type': type }, body }))
  const ranges = fc.constantFrom(
    '',
    'bytes=0-9',
    'bytes=-1',
    'bytes=9-1',
    'bytes=99999999-',
    `bytes=${'9'.repeat(40)}-`,
  )
  const live: Record<string, string> = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  const liveHeaders = fc.constantFrom<Record<string, string>>(
    live,
    live,
    {},
    { ...live, 'sec-websocket-version': '99' },
    { ...live, 'sec-websocket-key': 'x' },
    { ...live, origin: 'null' },
    { ...live, 'sec-websocket-protocol': ';;' },
  )
  const json = (value: unknown, ...types: string[]): fc.Arbitrary<Typed> =>
    fc.record({ type: fc.constantFrom(...types), body: damaged(Buffer.from(JSON.stringify(value))) })
  const queries = (sound: Readonly<Record<string, string>>) => queryOf(sound).map(query => `?${query}`)
  return [
    posting('/api/store/upload', await formsOf(upload.fields, odd)),
    posting('/api/store/part', await formsOf({ ...part.fields, number: '1', sha256 }, odd)),
    fc
      .tuple(fc.oneof(...downloads.map(address => queries(signedQuery(address)))), ranges)
      .map(([query, range]) =>
        plain(`/api/store/download${query}`, { headers: range === '' ? {} : { range } }),
      ),
    fc
      .tuple(
        fc.constantFrom(...tickets).chain(token => queries({ instId: '0001', token })),
        liveHeaders,
      )
      .map(([query, headers]) => plain(`/api/live${query}`, { headers })),
    posting(
      '/api/csp-reports',
      fc.oneof(
        json(report, 'application/csp-report', 'application/json'),
        json(reports, 'application/reports+json', 'text/plain'),
      ),
    ),
    fc
      .tuple(
        fc.constantFrom(...oidcPages),
        queries(forOidc),
        fc.constantFrom('GET', 'POST', 'HEAD', 'DELETE'),
      )
      .map(([page, query, method]) => plain(`/oidc${page}${query}`, { method })),
    fc
      .tuple(
        fc.constantFrom('/token', '/token', '/auth', '/interaction/x/login'),
        queryOf({ ...tokenForm, user: 'bedel-staff' }),
      )
      .chain(([page, form]) =>
        damaged(Buffer.from(form)).map(body =>
          plain(`/oidc${page}`, {
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body,
          }),
        ),
      ),
  ]
}
