import { expect, test, vi } from 'vitest'
import { ProblemError, problem } from '../domain/problem.ts'
import type { FileExpectations } from '../domain/wire/files.ts'
import { err, ok } from '../machines/support/index.ts'
import type { Api } from './api.ts'
import { createFileExpectations } from './fileExpectations.ts'

const of = { collectionId: 'c23056', instId: '0001' }
const known: FileExpectations = {
  collectionReference: '23056',
  schemaVersion: '23056_1.0.0',
  provider: { ukprn: '10000001', name: 'University of Ashby', countryCode: 'E' },
  headerPaths: { ukprn: 'a/u', collectionReference: 'a/r', identifier: 'a/i', identifierForm: '.' },
}
const header = {
  paths: known.headerPaths,
  expected: { provider: known.provider, collectionReference: '23056' },
}
const offline = () => Promise.reject(new ProblemError(problem('network', 'No answer.')))

const start = (answers: { expectations?: () => unknown; schema?: () => unknown }, deadline?: AbortSignal) => {
  const call = vi.fn(answers.expectations ?? (async () => ok(known)))
  const text = vi.fn(answers.schema ?? (async () => ok('<xs:schema/>')))
  const api = { call, text } as unknown as Api
  return {
    ask: createFileExpectations({ api, deadline: () => deadline ?? new AbortController().signal }),
    text,
  }
}
const nobodyAborts = () => new AbortController().signal

test('gives schema and header, and fetches a version of a schema once', async () => {
  const { ask, text } = start({})
  const expected = { schema: { version: '23056_1.0.0', document: '<xs:schema/>' }, header }
  expect(await ask(of, nobodyAborts())).toEqual(expected)
  expect(await ask(of, nobodyAborts())).toEqual(expected)
  expect(text).toHaveBeenCalledOnce()
})

test('tells a collection without a schema from a schema that cannot be had', async () => {
  const without = start({
    expectations: async () => ok({ ...known, schemaVersion: null, headerPaths: null }),
  })
  expect(await without.ask(of, nobodyAborts())).toEqual({ schema: 'none', header: undefined })
  const unknown = start({ schema: async () => err(problem('not-found', 'No schema.')) })
  expect(await unknown.ask(of, nobodyAborts())).toEqual({ schema: 'unavailable', header })
  const lost = start({ schema: offline })
  expect(await lost.ask(of, nobodyAborts())).toEqual({ schema: 'unavailable', header })
  const silent = start({ expectations: offline })
  expect(await silent.ask(of, nobodyAborts())).toEqual({ schema: 'unavailable', header: undefined })
})

test('tries a failed schema again at the next file', async () => {
  const schema = vi.fn(offline as () => unknown).mockImplementationOnce(offline)
  const { ask } = start({ schema })
  expect((await ask(of, nobodyAborts())).schema).toBe('unavailable')
  schema.mockImplementation(async () => ok('<xs:schema/>'))
  expect((await ask(of, nobodyAborts())).schema).toEqual({ version: '23056_1.0.0', document: '<xs:schema/>' })
})

test('does not let the check wait for a server that does not answer, and ends with its caller', async () => {
  const untilAborted = (...args: unknown[]) =>
    new Promise((_, reject) => {
      const { signal } = args[1] as { signal: AbortSignal }
      const end = () => reject(signal.reason)
      if (signal.aborted) end()
      signal.addEventListener('abort', end)
    })
  const slow = start({ expectations: untilAborted as () => unknown }, AbortSignal.abort())
  expect(await slow.ask(of, nobodyAborts())).toEqual({ schema: 'unavailable', header: undefined })
  const caller = new AbortController()
  const cancelled = start({ expectations: untilAborted as () => unknown })
  const request = cancelled.ask(of, caller.signal)
  caller.abort(new Error('cancelled'))
  await expect(request).rejects.toThrow('cancelled')
})
