import { Api, HttpClient, type Problem } from './api.ts'

export type * from './api.ts'

export interface ClientOptions {
  /** Address of the portal, for example https://portal.example.org. */
  url: string
  /** An API key of the provider. */
  key: string
  /** In place of the global `fetch`. */
  fetch?: typeof globalThis.fetch
}

/** A call was refused. `problem` is what the API answered (RFC 9457): its `detail` says why, its `errors` which fields. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal'
  readonly status: number
  readonly problem: Problem | undefined
  constructor(status: number, problem: Problem | undefined) {
    super(problem?.detail ?? problem?.title ?? `The API answered with status ${status}.`)
    this.status = status
    this.problem = problem
  }
}

type Calls = Api<unknown>
type Answer<Call extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Call>>

/** What a check found. */
export type CheckResult = Answer<Calls['validations']['validateFile']>
export type Submission = Answer<Calls['submissions']['getSubmission']>
/** The collections that take files of the provider. */
export type OpenCollections = Answer<Calls['collections']['listOpenCollections']>['collections']
/** The rules of a submission, as its quality report lists them. */
export type Rules = Answer<Calls['submissions']['listValidations']>

const problemOf = async (response: Response): Promise<Problem | undefined> => {
  try {
    return (await response.json()) as Problem
  } catch {
    return undefined
  }
}

/** A larger file is sent without its hash: to make one, the whole file has to be in memory. */
const largestHashedBytes = 512 * 1024 ** 2

const sha256Of = async (file: Blob): Promise<Uint8Array | undefined> =>
  file.size > largestHashedBytes
    ? undefined
    : new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))

const hexOf = (hash: Uint8Array): string =>
  Array.from(hash, byte => byte.toString(16).padStart(2, '0')).join('')

/** The header by which the server notices a file that was damaged on its way (RFC 9530). */
const digestOf = (hash: Uint8Array | undefined): Record<string, string> =>
  hash ? { 'repr-digest': `sha-256=:${btoa(String.fromCharCode(...hash))}:` } : {}

const resultsAreReady = 'QUALITY_PROCESSING_COMPLETE'
const hasStopped = (code: string): boolean => /_(FAILED|ERROR)$/.test(code)

/**
 * A client of the API. `api` has every call that an API key opens, typed by the API's own description; the others are the steps
 * of a file. Each rejects with ApiRefusal where the API refuses.
 */
export const createClient = ({ url, key, fetch: send = globalThis.fetch }: ClientOptions) => {
  const base = `${url.replace(/\/$/, '')}/api`
  const authorization = `Bearer ${key}`
  const checked: typeof send = async (...request) => {
    const response = await send(...request)
    if (response.ok) return response
    throw new ApiRefusal(response.status, await problemOf(response))
  }
  const http = new HttpClient({
    baseUrl: base,
    customFetch: checked,
    baseApiParams: { headers: { authorization }, credentials: 'omit' },
  })
  const api = new Api(http)

  return {
    api,

    /** The collections that take files of the provider now, and for what. */
    openCollections: async (): Promise<OpenCollections> =>
      (await api.collections.listOpenCollections()).collections,

    /** A specification as a zip for the offline check: `bedel-validate file.xml --package specification.zip`. */
    specificationPackage: async (specificationId: number): Promise<Blob> =>
      (
        await checked(`${base}/specifications/${specificationId}/package`, { headers: { authorization } })
      ).blob(),

    /** Checks a file, which is not kept, and makes no submission. */
    validate: async (
      file: Blob | string,
      options: { collectionReference: string; signal?: AbortSignal },
    ): Promise<CheckResult> => {
      const response = await checked(
        `${base}/validations?collectionReference=${encodeURIComponent(options.collectionReference)}`,
        {
          method: 'POST',
          headers: {
            authorization,
            'content-type': 'application/xml',
            ...digestOf(await sha256Of(new Blob([file]))),
          },
          body: file,
          ...(options.signal ? { signal: options.signal } : {}),
        },
      )
      return (await response.json()) as CheckResult
    },

    /** Uploads a file to a live collection. Gives the id of its submission. */
    upload: async (
      file: Blob,
      options: { collectionId: string; instId: string; fileName: string; signal?: AbortSignal },
    ): Promise<string> => {
      const { collectionId, instId, fileName, signal } = options
      const submissionUuid = crypto.randomUUID()
      const hash = await sha256Of(file)
      const post = await api.files.requestUpload({
        submissionUuid,
        fileName,
        collectionId,
        instId,
        fileSize: file.size,
        ...(hash ? { fileHash: hexOf(hash) } : {}),
      })
      const form = new FormData()
      for (const [name, value] of Object.entries(post.fields)) form.set(name, value ?? '')
      form.set('file', file, fileName)
      // The address may be one of an object store, which is not to see the key.
      await checked(new URL(post.url, base), { method: 'POST', body: form, ...(signal ? { signal } : {}) })
      return submissionUuid
    },

    /**
     * Waits until the results of a submission are ready, or processing has stopped: `isReady` says which. Asks every five seconds
     * where nothing else is said.
     */
    waitForResults: async (
      submissionId: string,
      options: { everyMs?: number; signal?: AbortSignal } = {},
    ): Promise<{ submission: Submission; isReady: boolean }> => {
      for (;;) {
        options.signal?.throwIfAborted()
        const submission = await api.submissions.getSubmission(submissionId)
        const { code } = submission.status
        if (code === resultsAreReady || hasStopped(code))
          return { submission, isReady: code === resultsAreReady }
        await new Promise(resolve => setTimeout(resolve, options.everyMs ?? 5000))
      }
    },
  }
}
export type Client = ReturnType<typeof createClient>
