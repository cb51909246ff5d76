import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { call } from './call.ts'
import { searchText, uuid } from './common.ts'

/* One search over everything that the caller may open. Pages are not in it: the browser knows those. */

/** What a search finds, in the order of its answer. */
export const foundKinds = ['collection', 'provider', 'submission', 'rule', 'student'] as const
export type FoundKind = (typeof foundKinds)[number]

const found = z.object({
  /** Unique within the answer. */
  id: z.string(),
  kind: z.enum(foundKinds),
  /** Name of the collection or provider, file name, name of the rule, identifier of the student. */
  label: z.string(),
  /** What tells it from others of the same name: reference, UKPRN, provider, code. */
  about: z.array(z.string()),
  /** Status of a submission; null for anything else. */
  statusId: z.nullable(z.number()),
  /** Path of the page that shows it. */
  page: z.string(),
})
export type Found = z.output<typeof found>

export const findAnything = call({
  method: 'GET',
  path: '/search',
  summary: `Collections, providers, submissions, rules and students that the caller may open, at most ${limits.foundOfKind} of each kind. Students are found by identifier only: in the submission that is named, or else in the latest submissions of the caller’s own provider.`,
  permission: 'signed-in',
  query: z.object({
    search: searchText,
    /** The submission that the caller has open: rules and students are looked up in it first. */
    submissionId: z.optional(uuid),
  }),
  response: z.object({ found: z.array(found) }),
})
