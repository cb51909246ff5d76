import ky, { HTTPError, isTimeoutError, type KyInstance } from 'ky'
import * as z from 'zod/mini'
import { kindOfStatus, type Problem, ProblemError, problem, problemKinds } from '../domain/problem.ts'
import {
  type BodyOf,
  type Call,
  type PathParameters,
  pathOf,
  type QueryOf,
  type ResponseOf,
} from '../domain/wire/call.ts'
import { problemDocument } from '../domain/wire/common.ts'
import { err, ok, type Result } from '../machines/support/index.ts'

const timeoutMs = 30_000

/** What a call is made with; which parts are needed follows from the call. */
export interface Request<C extends Call> {
  path?: PathParameters<C>
  query?: QueryOf<C>
  body?: BodyOf<C>
  signal?: AbortSignal
}

export interface Api {
  /** Answers a refusal (4xx) as a result and throws a ProblemError for a fault (no answer, 5xx). */
  call: <C extends Call>(definition: C, request?: Request<C>) => Promise<Result<ResponseOf<C>>>
  /** The same for an answer that is text, for instance CSV. */
  text: <C extends Call>(definition: C, request: Request<C>, accept: string) => Promise<Result<string>>
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
    return problem(kind, `${response.status}: ${response.statusText || problemKinds[kind].title}`)
  const { title, detail, errors } = parsed.data
  return { kind, status: response.status, title, detail: detail ?? title, errors: errors ?? [] }
}

const fault = (error: unknown): ProblemError => {
  if (error instanceof ProblemError) return error
  const detail = isTimeoutError(error)
    ? 'The answer took too long. Try again.'
    : 'Check your connection and try again.'
  return new ProblemError(problem('network', detail), { cause: error })
}

/** The client of the API: every call is one of `src/domain/wire`, with a bearer token (specification 1 §7). */
export const createApi = (options: {
  /** Address below which the calls lie. */
  base: string
  token: () => string | undefined
  /** The API answered 401 to the token. */
  onUnauthorised: () => void
}): Api => {
  const { base, token, onUnauthorised } = options
  const client: KyInstance = ky.create({
    prefix: base,
    timeout: timeoutMs,
    retry: { limit: 2, methods: ['get'] },
  })

  const send = async <C extends Call>(
    definition: C,
    request: Request<C>,
    accept: string,
  ): Promise<Response> => {
    const bearer = token()
    const path = pathOf(definition, (request.path ?? {}) as PathParameters<C>)
    return client(path.slice(1), {
      method: definition.method,
      searchParams: searchOf(request.query),
      headers: { accept, ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
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
    try {
      return ok(await read(await send(definition, request, accept)))
    } catch (error) {
      if (request.signal?.aborted) throw error
      if (!(error instanceof HTTPError)) throw fault(error)
      const value = problemOfAnswer(error)
      if (value.status === problemKinds.unauthorised.status && definition.permission !== 'public')
        onUnauthorised()
      if (value.status >= 500) throw new ProblemError(value, { cause: error })
      return err(value)
    }
  }

  const parsed =
    <C extends Call>(definition: C) =>
    async (response: Response): Promise<ResponseOf<C>> => {
      if (!definition.response || response.status === 204 || response.status === 202)
        return undefined as ResponseOf<C>
      const answer = z.safeParse(definition.response, await response.json())
      if (answer.success) return answer.data as ResponseOf<C>
      throw new ProblemError(
        problem('internal', 'The answer was not understood. Reload the page: there may be a new version.'),
        {
          cause: answer.error,
        },
      )
    }

  return {
    call: (definition, request = {}) => answered(definition, request, 'application/json', parsed(definition)),
    text: (definition, request, accept) => answered(definition, request, accept, response => response.text()),
  }
}
