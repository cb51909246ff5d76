import { type Message, message } from '../messages/message.ts'
import { compareVersions } from './version.ts'

/** States of a schema or a ruleset (decisions §10). */
export const contentStates = [
  { id: 1, name: 'DRAFT' },
  { id: 2, name: 'AVAILABLE' },
  { id: 3, name: 'WITHDRAWN' },
] as const

export type ContentState = (typeof contentStates)[number]
export type ContentStateName = ContentState['name']

/** The state with this number, as rows and calls keep it; undefined for any other. */
export const contentStateById = (id: number): ContentState | undefined =>
  contentStates.find(state => state.id === id)

/** The state of this name, with its number. */
export const contentStateOf = (name: ContentStateName): ContentState =>
  contentStates.find(state => state.name === name)!

/** Whether another upload of the same version can take its place, if nothing rests on it. */
export const isReplaceable = (name: ContentStateName | undefined): boolean => name === 'DRAFT'

/** The ruleset that one is compared with if nobody chooses another: the version before it of the same record. */
export const formerRuleset = <R extends { version: string; recordId: string | null }>(
  rulesets: readonly R[],
  { version, recordId }: { version: string; recordId: string | null },
): R | undefined =>
  rulesets
    .filter(other => other.recordId === recordId && compareVersions(other.version, version) < 0)
    .toSorted((one, other) => compareVersions(one.version, other.version))
    .at(-1)

/** A schema's or ruleset's state, as people read it. */
export const contentStateLabel = (name: ContentStateName): Message =>
  message('specification', `contentState.${name}`)
