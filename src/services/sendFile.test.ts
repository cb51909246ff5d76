import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { problem } from '../domain/problem.ts'
import { err, ok } from '../machines/support/index.ts'
import type { UploadProgress } from '../machines/upload/index.ts'
import { message } from '../messages/message.ts'
import { sendFile } from './sendFile.ts'

/** A request as far as it is used: the test says what becomes of it. */
class Request extends EventTarget {
  static last: Request
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  sent: FormData | undefined
  address = ''

  constructor() {
    super()
    Request.last = this
  }
  open(_: string, address: string): void {
    this.address = address
  }
  send(form: FormData): void {
    this.sent = form
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'))
  }
  answer(status: number, text = ''): void {
    this.status = status
    this.responseText = text
    this.dispatchEvent(new Event('load'))
  }
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', Request)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const post = { url: '/api/store/upload', fields: { key: '0001/a/file.xml', signature: 's' } }

const sending = () => {
  const stop = new AbortController()
  const told: UploadProgress[] = []
  let at = 0
  const sent = sendFile(new File(['<a/>'], 'a.xml'), post, {
    report: progress => told.push(progress),
    signal: stop.signal,
    now: () => at,
  })
  return {
    sent,
    stop,
    told,
    wait: (ms: number) => {
      at += ms
    },
    request: Request.last,
  }
}

const answered = (status: number) => message('problems', 'storeAnswered', { status: String(status) })

describe('a file that is posted to the store', () => {
  it('goes after the signed fields, and its share of the form is told', async () => {
    const { sent, request, told, wait } = sending()
    expect(request.address).toBe('/api/store/upload')
    expect([...(request.sent?.keys() ?? [])]).toEqual(['key', 'signature', 'file'])
    wait(1000)
    request.progress(200, 400)
    expect(told).toEqual([{ sent: 2, total: 4, bytesPerSecond: 2 }])
    request.answer(204)
    expect(await sent).toEqual(ok(null))
  })

  it.each([200, 204, 299])('is there when the store answers %d (specification 2 §9)', async status => {
    const { sent, request } = sending()
    request.answer(status)
    expect(await sent).toEqual(ok(null))
  })

  it.each([199, 300, 304, 403])('is refused when it answers %d, with the reason', async status => {
    const { sent, request } = sending()
    request.answer(status)
    expect(await sent).toMatchObject({ ok: false, problem: { reason: answered(status) } })
  })

  it('is refused in the words of the store, where it says why', async () => {
    const { sent, request } = sending()
    const detail = 'The file is larger than the announced 4 bytes.'
    request.answer(413, JSON.stringify({ type: 'about:blank', title: 'Too large', status: 413, detail }))
    expect(await sent).toEqual(err(problem('too-large', detail)))
  })

  it.each([500, 503])(
    'may be there all the same when it answers %d: a fault, and no refusal',
    async status => {
      const { sent, request } = sending()
      request.answer(status)
      await expect(sent).rejects.toMatchObject({ problem: { reason: answered(status) } })
    },
  )

  it.each(['error', 'timeout'])('is lost with its connection: %s', async type => {
    const { sent, request } = sending()
    request.dispatchEvent(new Event(type))
    await expect(sent).rejects.toMatchObject({
      problem: problem('network', message('problems', 'sendingBroke')),
    })
  })

  const damaged: [string, number, string][] = [
    ['a page of a captive portal', 200, '<!DOCTYPE html><html>Sign in</html>'],
    ['S3 that has received other bytes', 400, '<Error><Code>BadDigest</Code></Error>'],
    [
      'our server that has received other bytes',
      503,
      JSON.stringify({
        type: '/problems/unavailable',
        title: 'Unavailable',
        status: 503,
        reason: { scope: 'problems', code: 'fileDamaged' },
      }),
    ],
  ]
  const nextAfter = (request: Request) =>
    vi.waitFor(() => {
      expect(Request.last).not.toBe(request)
      return Request.last
    })

  it.each(damaged)('is sent again after the answer of %s', async (_, status, text) => {
    const { sent, request } = sending()
    request.answer(status, text)
    const second = await nextAfter(request)
    second.answer(204)
    expect(await sent).toEqual(ok(null))
  })

  it.each(damaged)('has not arrived where %s answers every time', async (_, status, text) => {
    const { sent, request } = sending()
    const ended = sent.then(
      result => result.ok,
      () => false,
    )
    request.answer(status, text)
    const second = await nextAfter(request)
    second.answer(status, text)
    const third = await nextAfter(second)
    third.answer(status, text)
    expect(await ended).toBe(false)
  })

  it('is broken off when it is cancelled', async () => {
    const { sent, stop } = sending()
    const reason = new Error('cancelled')
    stop.abort(reason)
    await expect(sent).rejects.toBe(reason)
  })
})
