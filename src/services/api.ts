import ky, { HTTPError, isTimeoutError, type KyInstance } from 'ky'
import * as z from 'zod/mini'
import { kindOfStatus, type Problem, ProblemError, problem, problemKinds } from '../domain/problem.ts'
import {
  type BodyOf,
  type Call,
  type MediaType,
  type PathParameters,
  pathOf,
  type QueryOf,
  type ResponseOf,
} from '../domain/wire/call.ts'
import { problemDocument } from '../domain/wire/common.ts'
import { err, ok, type Result } from '../machines/support/index.ts'
import { message } from '../messages/message.ts'

const timeoutMs = 30_000

/** Answers after which the same is soon asked again. Too many requests is not one: the page says how long to wait. */
const mayPass = [408, 500, 502, 503, 504]

/** What a call is made with; which parts are needed follows from the call. */
export interface Request<C extends Call> {
  path?: PathParameters<C>
  query?: QueryOf<C>
  body?: BodyOf<C>
  /** Of a call that takes a file, or a form of files: that. */
  file?: Blob | FormData
  signal?: AbortSignal
  /** Sent in place of the present token. */
  token?: string
}

export interface Api {
  /** Answers a refusal (4xx) as a result and throws a ProblemError for a fault (no answer, 5xx). */
  call: <C extends Call>(definition: C, request?: Request<C>) => Promise<Result<ResponseOf<C>>>
  /** The same for an answer that the page itself reads as text. Decoding drops a byte order mark, so files come as `blob`. */
  text: <C extends Call>(
    definition: C,
    request: Request<C>,
    accept: 'text/uri-list' | 'application/xml',
  ) => Promise<Result<string>>
  /** The same for an answer that is saved as a file: its bytes, unchanged. */
  blob: <C extends Call>(
    definition: C,
    request: Request<C>,
    accept: MediaType | 'application/json',
  ) => Promise<Result<Blob>>
}

const searchOf = (query: unknown): URLSearchParams => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one))
    }
  }
  return search
}

/** The problem that an error answer carries; one without a problem document is known by its status. */
const problemOfAnswer = ({ response, data }: HTTPError): Problem => {
  const kind = kindOfStatus(response.status)
  const parsed = z.safeParse(problemDocument, data)
  if (!parsed.success)
    return problem(kind, message('problems', 'answered', { status: String(response.status) }))
  const { title, detail, errors, faults } = parsed.data
  // The server has said it in the language that was asked for.
  return {
    kind,
    status: response.status,
    reason: detail ?? title,
    errors: errors ?? [],
    ...(faults && { faults }),
  }
}

/** A change that got no answer, or a server's fault for one, may have been made: nobody is told that it failed. */
const unconfirmed = (value: Problem, { method }: Call): Problem =>
  method === 'GET' ? value : { ...value, mayBeDone: true }

const fault = (error: unknown, definition: Call): ProblemError => {
  if (error instanceof ProblemError) return error
  const [late, lost] =
    definition.method === 'GET'
      ? (['timeout', 'checkConnection'] as const)
      : (['lateAnswer', 'noAnswer'] as const)
  const value = problem('network', message('problems', isTimeoutError(error) ? late : lost))
  return new ProblemError(unconfirmed(value, definition), { cause: error })
}

/** What comes in time; undefined when it takes longer than a call may. */
const withinTime = async <T>(awaited: Promise<T> | undefined): Promise<T | undefined> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, timeoutMs, undefined)
  })
  try {
    return await Promise.race([awaited, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The client of the API: every call is one of `src/domain/wire`, with a bearer token (specification 1 §7). */
export const createApi = (options: {
  /** Address below which the calls lie. */
  base: string
  token: () => string | undefined
  /** The language that answers are asked for in. */
  language: string
  /**
   * The API answered 401 to this token: gives the next one, undefined where there is none. Absent: nobody is waited for.
   */
  renewed?: (token: string) => Promise<string | undefined>
}): Api => {
  const { base, token, language, renewed } = options
  const client: KyInstance = ky.create({
    prefix: base,
    timeout: timeoutMs,
    retry: { limit: 2, methods: ['get'], statusCodes: mayPass },
  })

  const send = async <C extends Call>(
    definition: C,
    request: Request<C>,
    accept: string,
    bearer: string | undefined,
  ): Promise<Response> => {
    const path = pathOf(definition, (request.path ?? {}) as PathParameters<C>)
    return client(path.slice(1), {
      method: definition.method,
      searchParams: searchOf(request.query),
      headers: {
        accept,
        'accept-language': language,
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(request.file instanceof Blob && definition.takes ? { 'content-type': definition.takes } : {}),
      },
      ...(definition.seconds ? { timeout: definition.seconds * 1000 } : {}),
      ...(request.file ? { body: request.file } : {}),
      ...(definition.body ? { json: request.body } : {}),
      ...(request.signal ? { signal: request.signal } : {}),
    })
  }

  const answered = async <C extends Call, T>(
    definition: C,
    request: Request<C>,
    accept: string,
    read: (response: Response) => Promise<T>,
  ): Promise<Result<T>> => {
    const ask = async (bearer: string | undefined): Promise<Result<T>> => {
      try {
        return ok(await read(await send(definition, request, accept, bearer)))
      } catch (error) {
        if (request.signal?.aborted) throw error
        if (!(error instanceof HTTPError)) throw fault(error, definition)
        const value = problemOfAnswer(error)
        if (value.status >= 500) throw new ProblemError(unconfirmed(value, definition), { cause: error })
        return err(value)
      }
    }
    const bearer = request.token ?? token()
    const answer = await ask(bearer)
    const isUnauthorised = !answer.ok && answer.problem.status === problemKinds.unauthorised.status
    if (!isUnauthorised || bearer === undefined || definition.permission === 'public') return answer
    // A 401 has changed nothing on the server: after a renewal the same is asked again, once (decisions §14).
    const next = await withinTime(renewed?.(bearer))
    request.signal?.throwIfAborted()
    return next === undefined ? answer : ask(next)
  }

  const parsed =
    <C extends Call>(definition: C) =>
    async (response: Response): Promise<ResponseOf<C>> => {
      if (!definition.response || response.status === 204 || response.status === 202)
        return undefined as ResponseOf<C>
      const answer = z.safeParse(definition.response, await response.json())
      if (answer.success) return answer.data as ResponseOf<C>
      throw new ProblemError(problem('internal', message('problems', 'notUnderstood')), {
        cause: answer.error,
      })
    }

  return {
    call: (definition, request = {}) => answered(definition, request, 'application/json', parsed(definition)),
    text: (definition, request, accept) => answered(definition, request, accept, response => response.text()),
    blob: (definition, request, accept) => answered(definition, request, accept, response => response.blob()),
  }
}
