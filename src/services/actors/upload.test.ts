import { describe, expect, it } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { problem } from '../../domain/problem.ts'
import type { Call } from '../../domain/wire/call.ts'
import { err, ok, type Result } from '../../machines/support/index.ts'
import type { UploadTarget } from '../../machines/upload/index.ts'
import type { Api } from '../api.ts'
import { createFileRegistry } from '../fileRegistry.ts'
import { createUploadActors } from './upload.ts'

const target: UploadTarget = {
  submissionId: 'first',
  file: { id: 'f', name: 'ashby.xml', size: 10 },
  mode: 'live',
  collectionId: 'c23056',
  instId: '0001',
}

/** A server whose answer to a request for a post is given by the test, and the calls that reached it. */
const startServer = () => {
  const calls: string[] = []
  const request = Promise.withResolvers<Result<unknown>>()
  let isBegun = false
  const call = async ({ path }: Pick<Call, 'path'>) => {
    calls.push(path)
    if (path === '/files/uploadRequest') return request.promise
    return isBegun ? ok(undefined) : err(problem('not-found', 'There is no such submission.'))
  }
  const api = { call } as unknown as Api
  return {
    calls,
    request,
    /** The submission stands, whether the answer arrives or not. */
    begin: () => {
      isBegun = true
    },
    actors: createUploadActors({ api, files: createFileRegistry(), now: () => 0 }),
  }
}

/** Asks for a post and cancels before the server has answered. */
const cancelTooEarly = (isBegun = false) => {
  const { calls, request, begin, actors } = startServer()
  const asking = createActor(actors.requestUpload, { input: target }).start()
  asking.stop()
  if (isBegun) begin()
  const cancelling = createActor(actors.cancelUpload, { input: target }).start()
  return { calls, request, begin, cancelled: toPromise(cancelling) }
}

const [request, cancellation] = ['/files/uploadRequest', '/files/cancel-upload']

describe('an upload that is cancelled before the server has answered its request', () => {
  it('is cancelled at once where the server has begun it', async () => {
    const { calls, cancelled } = cancelTooEarly(true)
    expect(await cancelled).toEqual(ok(null))
    expect(calls).toEqual([request, cancellation])
  })

  it('is cancelled again after the answer where the cancellation overtook the request', async () => {
    const { calls, begin, request: answer, cancelled } = cancelTooEarly()
    await expect.poll(() => calls).toEqual([request, cancellation])
    begin()
    answer.resolve(ok({ url: '/api/store', fields: {} }))
    expect(await cancelled).toEqual(ok(null))
    expect(calls).toEqual([request, cancellation, cancellation])
  })

  it('is at its end where the server refused the request', async () => {
    const { calls, request: answer, cancelled } = cancelTooEarly()
    answer.resolve(err(problem('conflict', 'The collection is closed.')))
    expect(await cancelled).toEqual(ok(null))
    expect(calls).toEqual([request, cancellation])
  })

  it('is cancelled all the same where no answer came', async () => {
    const { calls, begin, request: answer, cancelled } = cancelTooEarly()
    await expect.poll(() => calls).toEqual([request, cancellation])
    begin()
    answer.reject(new Error('no answer'))
    expect(await cancelled).toEqual(ok(null))
    expect(calls).toEqual([request, cancellation, cancellation])
  })
})
