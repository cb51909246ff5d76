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
  const call = async ({ path }: Pick<Call, 'path'>) => {
    calls.push(path)
    return path === '/files/uploadRequest' ? request.promise : ok(undefined)
  }
  const api = { call } as unknown as Api
  return { calls, request, actors: createUploadActors({ api, files: createFileRegistry(), now: () => 0 }) }
}

/** Asks for a post and cancels before the server has answered. */
const cancelTooEarly = () => {
  const { calls, request, actors } = startServer()
  const asking = createActor(actors.requestUpload, { input: target }).start()
  asking.stop()
  const cancelling = createActor(actors.cancelUpload, { input: target }).start()
  return { calls, request, cancelled: toPromise(cancelling) }
}

describe('an upload that is cancelled before the server has answered its request', () => {
  it('is cancelled after the answer, so that the server knows what is meant', async () => {
    const { calls, request, cancelled } = cancelTooEarly()
    await Promise.resolve()
    expect(calls).toEqual(['/files/uploadRequest'])
    request.resolve(ok({ url: '/api/store', fields: {} }))
    expect(await cancelled).toEqual(ok(null))
    expect(calls).toEqual(['/files/uploadRequest', '/files/cancel-upload'])
  })

  it('is at its end where the server refused the request', async () => {
    const { calls, request, cancelled } = cancelTooEarly()
    request.resolve(err(problem('conflict', 'The collection is closed.')))
    expect(await cancelled).toEqual(ok(null))
    expect(calls).toEqual(['/files/uploadRequest'])
  })

  it('is cancelled all the same where no answer came', async () => {
    const { calls, request, cancelled } = cancelTooEarly()
    request.reject(new Error('no answer'))
    expect(await cancelled).toEqual(ok(null))
    expect(calls).toEqual(['/files/uploadRequest', '/files/cancel-upload'])
  })
})
