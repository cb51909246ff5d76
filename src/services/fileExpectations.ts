import type { ExpectedHeader, HeaderPaths } from '../domain/recordHeader.ts'
import { getCollectionSchema } from '../domain/wire/collections.ts'
import { type FileExpectations, getFileExpectations } from '../domain/wire/files.ts'
import type { Api } from './api.ts'

/** What the worker checks a file against. */
export interface Expectations {
  /** The collection's schema; `none` where it has none yet, `unavailable` where it could not be had. */
  schema: { version: string; document: string } | 'none' | 'unavailable'
  /** What the header of the file must say; undefined where that is not known. */
  header: { paths: HeaderPaths; expected: ExpectedHeader } | undefined
}

/** Longest time that is spent on asking, in ms: the check of well-formedness does not wait for a slow server. */
const answerWithinMs = 10_000

const headerOf = (known: FileExpectations): Expectations['header'] => {
  const { headerPaths, provider, collectionReference } = known
  return headerPaths === null
    ? undefined
    : { paths: headerPaths, expected: { provider, collectionReference } }
}

/**
 * Asks what a file will be checked against. Never fails but by the caller's signal: what cannot be had is left to the
 * server, which checks everything again. A version of a schema is fetched once.
 */
export const createFileExpectations = ({
  api,
  deadline = () => AbortSignal.timeout(answerWithinMs),
}: {
  api: Api
  deadline?: () => AbortSignal
}) => {
  const documents = new Map<string, string>()

  const documentOf = async (
    reference: string,
    version: string,
    signal: AbortSignal,
  ): Promise<string | undefined> => {
    const kept = documents.get(version)
    if (kept !== undefined) return kept
    const answer = await api.text(getCollectionSchema, { path: { reference }, signal }, 'application/xml')
    if (!answer.ok) return undefined
    documents.set(version, answer.value)
    return answer.value
  }

  return async (of: { collectionId: string; instId: string }, caller: AbortSignal): Promise<Expectations> => {
    const signal = AbortSignal.any([caller, deadline()])
    let header: Expectations['header']
    try {
      const answer = await api.call(getFileExpectations, { query: of, signal })
      if (!answer.ok) return { schema: 'unavailable', header }
      header = headerOf(answer.value)
      const { schemaVersion: version, collectionReference } = answer.value
      if (version === null) return { schema: 'none', header }
      const document = await documentOf(collectionReference, version, signal)
      return { schema: document === undefined ? 'unavailable' : { version, document }, header }
    } catch {
      caller.throwIfAborted()
      return { schema: 'unavailable', header }
    }
  }
}
