import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createActor, fromPromise, toPromise, waitFor } from 'xstate'
import { problem } from '../../domain/problem.ts'
import type { Call } from '../../domain/wire/call.ts'
import { err, ok, type Result } from '../../machines/support/index.ts'
import {
  type CheckFileInput,
  type CheckFileOutput,
  type UploadTarget,
  uploadMachine,
} from '../../machines/upload/index.ts'
import { wellFormed } from '../../model/charts/upload.ts'
import { parent } from '../../model/parent.ts'
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
  const call = async ({ path }: Pick<Call, 'path'>, { signal }: { signal?: AbortSignal } = {}) => {
    signal?.throwIfAborted()
    calls.push(path)
    if (path === '/files/uploadRequest' || path === '/files/partUploadRequest') return request.promise
    return isBegun ? ok(undefined) : err(problem('not-found', 'Submission not found.'))
  }
  const api = { call } as unknown as Api
  const network = new EventTarget()
  return {
    calls,
    request,
    /** The submission stands, whether the answer arrives or not. */
    begin: () => {
      isBegun = true
    },
    network,
    actors: createUploadActors({ api, files: createFileRegistry(), now: () => 0, network }),
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

describe('a file that was checked', () => {
  const sha256 = 'a'.repeat(64)
  /** A worker that has read the whole file. */
  class Worker extends EventTarget {
    postMessage(): void {
      const data = { type: 'done', result: { output: wellFormed, report: new Blob(), sha256 } }
      queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('message'), { data })))
    }
    terminate(): void {}
  }

  it('is announced with the hash that its check has read, at once and in parts', async () => {
    vi.stubGlobal('Worker', Worker)
    vi.stubGlobal('location', new URL('http://portal.example/'))
    onTestFinished(() => void vi.unstubAllGlobals())
    const bodies: unknown[] = []
    const call = async (_: unknown, { body }: { body?: unknown } = {}) => {
      if (body) bodies.push(body)
      return err(problem('not-found', 'There is nothing.'))
    }
    const files = createFileRegistry()
    const file = files.add(new File(['<a/>'], 'a.xml'))
    const api = { call } as unknown as Api
    const { checkFile, requestUpload, sendParts } = createUploadActors({
      api,
      files,
      now: () => 0,
      network: new EventTarget(),
    })
    const { collectionId, instId } = target
    const input = { file, collectionId, instId, report: () => undefined }
    const checked = await toPromise(createActor(checkFile, { input }).start())
    const fileHash = checked.wellFormed ? checked.sha256 : undefined
    await toPromise(createActor(requestUpload, { input: { ...target, file, fileHash } }).start())
    await toPromise(createActor(sendParts, { input: { ...target, file, fileHash, parent } }).start())
    expect(bodies).toEqual([1, 2].map(() => expect.objectContaining({ fileHash: sha256, fileSize: 4 })))
  })
})

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

const checksClean = fromPromise<CheckFileOutput, CheckFileInput>(async () => wellFormed)

/** The page is at its upload, whose request the server has not answered. */
const openPage = async () => {
  const server = startServer()
  const actors = { ...server.actors, checkFile: checksClean }
  const facts = { blockedReason: undefined, maxBytes: undefined, atOnceBytes: undefined }
  const page = createActor(uploadMachine.provide({ actors }), {
    input: { parent, mode: 'live', collectionId: 'c23056', instId: '0001', facts },
  }).start()
  page.send({ type: 'FILES_CHOSEN', files: [target.file], sendAs: 'first' })
  await waitFor(page, now => now.matches({ sending: 'requesting' }))
  return { page, ...server }
}

describe('an upload whose page is left before the server has answered its request', () => {
  it('is cancelled again after the answer, though nothing of the page is there any more', async () => {
    const { page, calls, begin, request: answer } = await openPage()
    page.send({ type: 'LEAVE' })
    page.stop()
    await expect.poll(() => calls).toEqual([request, cancellation])
    begin()
    answer.resolve(ok({ url: '/api/store', fields: {} }))
    await expect.poll(() => calls).toEqual([request, cancellation, cancellation])
  })
})

describe('an upload in parts that waits for the network', () => {
  it('goes on as soon as the browser has one again, and listens no longer than it waits', async () => {
    const { calls, request: answer, actors, network } = startServer()
    const parts = createActor(actors.sendParts, { input: { ...target, parent } }).start()
    expect(calls).toEqual(['/files/partUploadRequest'])
    answer.reject(new TypeError('fetch failed'))
    await waitFor(parts, now => now.hasTag('waiting'))
    network.dispatchEvent(new Event('online'))
    expect(parts.getSnapshot().value).toBe('asking')
    network.dispatchEvent(new Event('online'))
    await waitFor(parts, now => now.hasTag('waiting'))
    expect(calls).toEqual(['/files/partUploadRequest', '/files/partUploadRequest'])
    parts.stop()
  })
})
