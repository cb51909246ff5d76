import type * as z from 'zod/mini'
import type { Permission } from '../permissions.ts'

/** What is answered in place of JSON; `text/uri-list` is a short-lived address of it. */
export type MediaType =
  | 'text/csv'
  | 'text/uri-list'
  | 'application/xml'
  | 'application/zip'
  | 'application/pdf'
  | 'application/atom+xml'
  | typeof openApiType
  | typeof workbookType

/** A description of an API (OpenAPI, as JSON). */
export const openApiType = 'application/vnd.oai.openapi+json'

/** A workbook for a spreadsheet program (xlsx). */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * One call of the API: the server registers its route from it, the browser's client is typed by it, the OpenAPI
 * document is printed from it. `permission` is what guards the route, from the one matrix in `permissions.ts`.
 */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below the API base, parameters in braces as the specifications write them. */
  path: `/${string}`
  summary: string
  /**
   * `published`: everybody who is signed in, and where the agency publishes its specification, everybody. `validate`: the same
   * where the installation opens the page /validate; the answer is the same for each of them.
   */
  permission: Permission | readonly Permission[] | 'signed-in' | 'published' | 'validate' | 'public'
  /** Also for every API key, whatever its scopes. */
  isForAnyKey?: true
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Absent = nothing, or a stream of what it produces. */
  response?: z.ZodMiniType
  /** Media type of a body that is a file, as it is. */
  takes?: 'application/xml' | 'application/zip' | 'multipart/form-data'
  /** Names of the files in a form that it takes. */
  files?: readonly string[]
  /** Longest that an answer may take, where that is longer than of other calls. */
  seconds?: number
  /** Alternative media types, chosen by the Accept header. */
  produces?: readonly MediaType[]
  /** Status of success where that is neither 200 with an answer nor 204 without one. */
  status?: 202
}

/** Whether an export of a module of calls is one of them. */
export const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'permission' in value

/** Keeps the literal types of a call. The note lets the bundler leave out calls that no page makes. */
// @__NO_SIDE_EFFECTS__
export const call = <const C extends Call>(definition: C): C => definition

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never

/** Parameters in a call's path. */
export type PathParameters<C extends Call> = { [Name in Names<C['path']>]: string }
export type QueryOf<C extends Call> = C['query'] extends z.ZodMiniType ? z.input<C['query']> : undefined
export type BodyOf<C extends Call> = C['body'] extends z.ZodMiniType ? z.input<C['body']> : undefined
export type ResponseOf<C extends Call> = C['response'] extends z.ZodMiniType
  ? z.output<C['response']>
  : undefined

/** The path with its parameters filled in and encoded. */
export const pathOf = <C extends Call>(definition: C, parameters: PathParameters<C>): string =>
  definition.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((parameters as Record<string, string>)[name] ?? ''),
  )
