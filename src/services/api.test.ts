import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { ProblemError } from '../domain/problem.ts'
import { call } from '../domain/wire/call.ts'
import { createApi } from './api.ts'

const read = call({
  method: 'GET',
  path: '/things/{id}',
  summary: 'One thing',
  permission: 'signed-in',
  query: z.object({ state: z.array(z.string()), limit: z.optional(z.number()) }),
  response: z.object({ name: z.string() }),
})
const write = call({
  method: 'POST',
  path: '/things',
  summary: 'A new thing',
  permission: 'signed-in',
  body: z.object({ name: z.string() }),
  response: z.object({ name: z.string() }),
})

type Answer = Response | Error
const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers })

/** An API whose network gives these answers, one after the other, and whose clock keeps the pauses. */
const apiOf = (...answers: Answer[]) => {
  const asked: { address: string; init: RequestInit }[] = []
  const pauses: number[] = []
  const onUnauthorised = vi.fn()
  const api = createApi({
    base: '/api',
    token: () => 'secret',
    onUnauthorised,
    http: {
      fetch: async (address, init) => {
        asked.push({ address, init })
        const answer = answers.shift()
        if (!answer) throw new Error('The network was asked once too often.')
        if (answer instanceof Error) throw answer
        return answer
      },
      wait: async ms => void pauses.push(ms),
    },
  })
  return { api, asked, pauses, onUnauthorised }
}

const request = { path: { id: 'a/b' }, query: { state: ['open', 'closed'] } }

describe('a call', () => {
  it('goes to its path with its query and the token', async () => {
    const { api, asked } = apiOf(json(200, { name: 'One' }))
    expect(await api.call(read, request)).toEqual({ ok: true, value: { name: 'One' } })
    expect(asked[0]?.address).toBe('/api/things/a%2Fb?state=open&state=closed')
    expect(asked[0]?.init.headers).toEqual({ accept: 'application/json', authorization: 'Bearer secret' })
  })

  it('carries its body as JSON', async () => {
    const { api, asked } = apiOf(json(200, { name: 'New' }))
    await api.call(write, { body: { name: 'New' } })
    expect(asked[0]?.init).toMatchObject({ method: 'POST', body: '{"name":"New"}' })
    expect(asked[0]?.init.headers).toMatchObject({ 'content-type': 'application/json' })
  })

  it('gives a refusal as a result, with the server’s own words', async () => {
    const document = {
      type: 'about:blank',
      title: 'Not now',
      status: 409,
      detail: 'The collection is closed.',
    }
    const { api } = apiOf(json(409, document))
    expect(await api.call(write, { body: { name: '' } })).toMatchObject({
      ok: false,
      problem: { kind: 'conflict', status: 409, title: 'Not now', detail: 'The collection is closed.' },
    })
  })

  it('knows a refusal without a problem document by its status, and tells of a token that does not count', async () => {
    const { api, onUnauthorised } = apiOf(new Response('<html>', { status: 401, statusText: 'Unauthorized' }))
    expect(await api.call(read, request)).toMatchObject({
      ok: false,
      problem: { kind: 'unauthorised', detail: '401: Unauthorized' },
    })
    expect(onUnauthorised).toHaveBeenCalledOnce()
  })

  it('throws when the answer is not what was agreed', async () => {
    const { api } = apiOf(json(200, { title: 'One' }))
    await expect(api.call(read, request)).rejects.toThrow(/there may be a new version/)
  })
})

describe('a passing fault', () => {
  it('is tried again when something is read, after growing pauses', async () => {
    const { api, pauses } = apiOf(new TypeError('Failed to fetch'), json(502, {}), json(200, { name: 'One' }))
    expect(await api.call(read, request)).toMatchObject({ ok: true })
    expect(pauses).toEqual([300, 600])
  })

  it('ends after two further tries', async () => {
    const { api, asked } = apiOf(...Array.from({ length: 3 }, () => new TypeError('Failed to fetch')))
    const problem = await api.call(read, request).catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(ProblemError)
    expect(problem).toMatchObject({
      problem: { kind: 'network', detail: 'Check your connection and try again.' },
    })
    expect(asked).toHaveLength(3)
  })

  it('waits as long as the answer asks, unless that is too long for a screen', async () => {
    const soon = apiOf(json(503, {}, { 'retry-after': '2' }), json(200, { name: 'One' }))
    await soon.api.call(read, request)
    expect(soon.pauses).toEqual([2000])
    const late = apiOf(json(429, {}, { 'retry-after': '120' }))
    expect(await late.api.call(read, request)).toMatchObject({
      ok: false,
      problem: { kind: 'too-many-requests' },
    })
  })

  it('is not tried again when something is written', async () => {
    const { api, asked } = apiOf(json(503, {}))
    await expect(api.call(write, { body: { name: '' } })).rejects.toBeInstanceOf(ProblemError)
    expect(asked).toHaveLength(1)
  })

  it('is not tried again when it took too long, and says so', async () => {
    const { api, asked } = apiOf(new DOMException('signal timed out', 'TimeoutError'))
    await expect(api.call(read, request)).rejects.toThrow('The answer took too long. Try again.')
    expect(asked).toHaveLength(1)
  })

  it('is not tried again once nobody waits for it', async () => {
    const controller = new AbortController()
    controller.abort()
    const { api, asked } = apiOf(new DOMException('aborted', 'AbortError'))
    await expect(api.call(read, { ...request, signal: controller.signal })).rejects.toThrow('aborted')
    expect(asked).toHaveLength(1)
  })
})
