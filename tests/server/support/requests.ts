import { Agent, request } from 'node:http'
import fc from 'fast-check'
import { openApiDocument } from '../../../server/http/openapi.ts'
import { encoded, oddEscapes, oddText } from './oddities.ts'

/** One request as it goes over the line. */
export interface Sent {
  method: string
  /** Path and query, percent-encoded. */
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
  /** Whose token goes along; undefined = none, 'nobody' = one that is not valid. */
  user: string | undefined
  /** Whether it does not say which host it is for. */
  isHostless?: boolean
}

export interface Received {
  status: number
  type: string
  text: string
}

/** A call as the document describes it, with an example of each of its parts. */
interface Operation {
  method: string
  path: string
  parameters: { name: string; in: string; required: boolean; example: unknown }[]
  body: Record<string, unknown> | undefined
  /** Type of the file that it takes in place of JSON. */
  takes: string | undefined
  /** Fields that the body has to have. */
  needed: string[]
  /** Types of content that it answers with. */
  produces: string[]
}

/** Every call of the OpenAPI document. */
export const operations = (): Operation[] => {
  const { paths } = JSON.parse(JSON.stringify(openApiDocument())) as {
    paths: Record<
      string,
      Record<
        string,
        {
          parameters: Operation['parameters']
          requestBody?: {
            content: Record<string, { schema: { required?: string[] }; example: Record<string, unknown> }>
          }
          responses: Record<string, { content?: Record<string, unknown> }>
        }
      >
    >
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path: `/api${path}`,
      parameters,
      body: requestBody?.content['application/json']?.example,
      takes: Object.keys(requestBody?.content ?? {}).find(type => type !== 'application/json'),
      needed: requestBody?.content['application/json']?.schema.required ?? [],
      produces: Object.entries(responses).flatMap(([status, { content }]) =>
        status.startsWith('2') ? Object.keys(content ?? { 'application/json': {} }) : [],
      ),
    })),
  )
}

/** Values that lead somewhere, by the name of a parameter or a field. */
export type Known = Readonly<Record<string, readonly string[]>>

const textFor = (known: Known, name: string, example: unknown): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...(known[name] ?? [String(example ?? '')])) },
    { weight: 1, arbitrary: oddText },
  )

const segmentOf = (known: Known, name: string, example: unknown): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: textFor(known, name, example).map(encoded) },
    { weight: 1, arbitrary: fc.constantFrom(...oddEscapes) },
  )

const oddJson = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(null, true, 0, -0, -1, 1e308, 2 ** 53, 1.5, [], {}, [[]], [null], { a: { a: 1 } }),
  fc.array(oddText, { maxLength: 3 }),
)

const bodyOf = (known: Known, example: Record<string, unknown>): fc.Arbitrary<string> => {
  const field = (name: string, value: unknown): fc.Arbitrary<unknown> =>
    typeof value === 'string'
      ? fc.constantFrom(...(known[name] ?? [value]))
      : Array.isArray(value) && known[name]
        ? fc.subarray([...known[name]])
        : fc.constant(value)
  const sound = fc.record(
    Object.fromEntries(Object.entries(example).map(([name, value]) => [name, field(name, value)])),
  )
  const names = [...Object.keys(example), 'status', '__proto__', '']
  const changed = fc.tuple(sound, fc.constantFrom(...names), oddJson).map(([body, name, value]) => ({
    ...body,
    [name]: value,
  }))
  const withJson = (arbitrary: fc.Arbitrary<unknown>) => arbitrary.map(value => JSON.stringify(value))
  const cut = fc
    .tuple(withJson(sound), fc.nat(), oddText)
    .map(([text, at, put]) => `${text.slice(0, at % text.length)}${put}${text.slice(at % text.length)}`)
  return fc.oneof(
    { weight: 4, arbitrary: withJson(sound) },
    { weight: 3, arbitrary: withJson(changed) },
    { weight: 1, arbitrary: withJson(oddJson) },
    { weight: 1, arbitrary: cut },
  )
}

const headersOf = fc.record(
  {
    accept: fc.constantFrom(
      'application/json',
      'text/csv',
      'text/uri-list',
      'application/xml',
      'text/html',
      '*/*',
      ';;,,',
    ),
    'accept-language': fc.constantFrom('en', 'en-XA', 'cy', '*', ';q=', 'x'.repeat(500)),
    'content-type': fc.oneof(
      { weight: 20, arbitrary: fc.constant('application/json') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'text/plain',
          'application/json; charset=utf-16',
          'multipart/form-data',
          'application/x-www-form-urlencoded',
          'x',
        ),
      },
    ),
  },
  { requiredKeys: ['content-type'] },
)

const queryOf = (known: Known, parameters: Operation['parameters']): fc.Arbitrary<string> => {
  const pair = (name: string, example: unknown) =>
    segmentOf(known, name, example).map(value => `${encoded(name)}=${value}`)
  const named = parameters.filter(parameter => parameter.in === 'query')
  const own = named.map(({ name, example }) =>
    fc.oneof({ weight: 3, arbitrary: pair(name, example) }, { weight: 1, arbitrary: fc.constant('') }),
  )
  const odd = fc.oneof(
    { weight: 12, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc.tuple(oddText, oddText).map(([name, value]) => `${encoded(name)}=${encoded(value)}`),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...oddEscapes, ...named.map(({ name }) => `${name}=1&${name}=2`)),
    },
  )
  return fc
    .tuple(...own, odd)
    .map(parts => parts.filter(part => part !== '').join('&'))
    .map(query => (query === '' ? '' : `?${query}`))
}

/** A body with its type. */
export interface Typed {
  type: string
  body: Buffer
}

/** Any request to this call: mostly sound, so that it gets far, with something odd in it here or there. */
const requestOf = (
  operation: Operation,
  known: Known,
  users: readonly string[],
  files: Readonly<Record<string, fc.Arbitrary<Typed>>>,
): fc.Arbitrary<Sent> => {
  const { body: json, takes } = operation
  const file = takes === undefined ? undefined : (files[takes] ?? fail(takes))
  const inPath = operation.parameters.filter(parameter => parameter.in === 'path')
  const path = fc
    .tuple(...inPath.map(({ name, example }) => segmentOf(known, name, example)))
    .map(values =>
      inPath.reduce(
        (text, { name }, index) => text.replace(`{${name}}`, () => values[index] ?? ''),
        operation.path,
      ),
    )
  return fc
    .record({
      method: fc.oneof(
        { weight: 30, arbitrary: fc.constant(operation.method) },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS') },
      ),
      path,
      query: queryOf(known, operation.parameters),
      headers: headersOf,
      body: json ? bodyOf(known, json) : fc.constant(undefined),
      file: file ?? fc.constant(undefined),
      user: fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom(...users) },
        { weight: 1, arbitrary: fc.constantFrom(undefined, 'nobody') },
      ),
    })
    .map(({ query, path: address, body: text, file: sent, headers, ...rest }) => {
      const { 'content-type': odd, ...others } = headers
      const body = sent?.body ?? text
      // The usual one is that of JSON.
      const type = sent && odd === 'application/json' ? sent.type : odd
      return {
        ...rest,
        path: `${address}${query}`,
        body,
        headers: body === undefined ? others : { ...others, 'content-type': type },
      }
    })
}

const fail = (type: string): never => {
  throw new Error(`There is no file of type ${type} to send.`)
}

/** Any request to any call of the document; those that take a file get one of its type. */
export const anyCall = (
  known: Known,
  users: readonly string[],
  files: Readonly<Record<string, fc.Arbitrary<Typed>>>,
): fc.Arbitrary<Sent>[] => operations().map(operation => requestOf(operation, known, users, files))

/** The same requests; some expect something of the server, or name no host. */
export const withOddHeads = (requests: fc.Arbitrary<Sent>): fc.Arbitrary<Sent> => {
  const expecting = (sent: Sent, expect: string): Sent => ({ ...sent, headers: { ...sent.headers, expect } })
  const changes = fc.oneof(
    { weight: 30, arbitrary: fc.constant((sent: Sent) => sent) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        (sent: Sent) => expecting(sent, '100-continue'),
        (sent: Sent) => expecting(sent, 'x'),
        (sent: Sent) => ({ ...sent, isHostless: true }),
      ),
    },
  )
  return fc.tuple(requests, changes).map(([sent, change]) => change(sent))
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** Sends a request as it stands: nothing is made right on the way. */
export const send = (origin: string, sent: Sent, token: string | undefined): Promise<Received> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const outgoing = request(
      {
        agent,
        hostname,
        port,
        method: sent.method,
        path: sent.path,
        setHost: !sent.isHostless,
        headers: {
          ...sent.headers,
          ...(sent.body === undefined ? {} : { 'content-length': Buffer.byteLength(sent.body) }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      },
      answer => {
        let text = ''
        answer.setEncoding('utf8').on('data', piece => {
          text += piece
        })
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', text }),
        )
        answer.on('error', reject)
      },
    )
    outgoing.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolve({ status: answer.statusCode ?? 0, type: '', text: '' })
    })
    outgoing.on('error', reject)
    outgoing.end(sent.body)
  })
