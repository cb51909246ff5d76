import type * as z from 'zod/mini'
import type { Permission } from '../permissions.ts'

/**
 * One call of the API: the server registers its route from it, the browser's client is typed by it, the OpenAPI
 * document is printed from it. `permission` is what guards the route, from the one matrix in `permissions.ts`.
 */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below the API base, parameters in braces as the specifications write them. */
  path: `/${string}`
  summary: string
  permission: Permission | readonly Permission[] | 'signed-in' | 'public'
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Absent = 204 without a body, or a stream where the summary says so. */
  response?: z.ZodMiniType
}

/** Keeps the literal types of a call. */
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
