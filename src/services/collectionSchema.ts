import { getCollectionSchema, listCollections } from '../domain/wire/collections.ts'
import type { Api } from './api.ts'

/**
 * The XSD document that files of a collection are checked against, fetched once for each collection; undefined where it
 * cannot be had, so that the check of well-formedness goes on without it and the server checks the rest.
 */
export const createCollectionSchemas = ({ api }: { api: Api }) => {
  const kept = new Map<string, string>()
  return async (collectionId: string, signal: AbortSignal): Promise<string | undefined> => {
    const known = kept.get(collectionId)
    if (known !== undefined) return known
    const fetched = await fetchSchema(api, collectionId, signal).catch((error: unknown) => {
      if (signal.aborted) throw error
      return undefined
    })
    if (fetched !== undefined) kept.set(collectionId, fetched)
    return fetched
  }
}
export type CollectionSchemas = ReturnType<typeof createCollectionSchemas>

const fetchSchema = async (
  api: Api,
  collectionId: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const listed = await api.call(listCollections, { signal })
  const found = listed.ok ? listed.value.collections.find(({ id }) => id === collectionId) : undefined
  if (!found) return undefined
  const { reference } = found
  const answer = await api.text(getCollectionSchema, { path: { reference }, signal }, 'application/xml')
  return answer.ok ? answer.value : undefined
}
