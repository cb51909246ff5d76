import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isTimeout, request } from './request.ts'

const fetched = vi.fn<typeof fetch>()

const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response('{}', { status, headers })

/** A server that takes the question and is silent. */
const silence: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetched.mockReset()
})

const ask = (init: RequestInit = { method: 'GET' }) => {
  const asked = request('/api/a', init)
  // Who asks hears of it later than it happens here.
  asked.catch(() => undefined)
  return asked
}

describe('a request', () => {
  it('is sent again twice while its answer may be another a moment later', async () => {
    fetched
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValueOnce(answer(503))
      .mockResolvedValueOnce(answer(200))
    const asked = ask()
    await vi.advanceTimersByTimeAsync(899)
    expect(fetched).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(1)
    expect((await asked).status).toBe(200)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('gives the last answer when none was better', async () => {
    fetched.mockImplementation(async () => answer(500))
    const asked = ask()
    await vi.runAllTimersAsync()
    expect((await asked).status).toBe(500)
    expect(fetched).toHaveBeenCalledTimes(3)
  })

  it('waits as long as it is told, unless that is too long', async () => {
    fetched.mockResolvedValueOnce(answer(429, { 'retry-after': '2' })).mockResolvedValueOnce(answer(200))
    const asked = ask()
    await vi.advanceTimersByTimeAsync(1999)
    expect(fetched).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect((await asked).status).toBe(200)

    fetched.mockResolvedValueOnce(answer(429, { 'retry-after': '60' }))
    expect((await ask()).status).toBe(429)
  })

  it('is sent once where it changes something, and where the answer is a refusal', async () => {
    fetched.mockResolvedValueOnce(answer(503)).mockResolvedValueOnce(answer(404))
    expect((await ask({ method: 'POST' })).status).toBe(503)
    expect((await ask()).status).toBe(404)
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('fails when no answer begins in time, and tells that from anything else', async () => {
    fetched.mockImplementationOnce(silence)
    const asked = ask()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await asked.catch(isTimeout)).toBe(true)
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    expect(await ask({ method: 'PUT' }).catch(isTimeout)).toBe(false)
  })

  it('ends when its caller does, also between two attempts', async () => {
    const caller = new AbortController()
    fetched.mockResolvedValueOnce(answer(503))
    const asked = ask({ method: 'GET', signal: caller.signal })
    await vi.advanceTimersByTimeAsync(100)
    caller.abort(new Error('The page is gone.'))
    await expect(asked).rejects.toThrow('The page is gone.')
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})
