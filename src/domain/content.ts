import { type Message, message } from '../messages/message.ts'

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

/** A schema's or ruleset's state, as people read it. */
export const contentStateLabel = (name: ContentStateName): Message =>
  message('specification', `contentState.${name}`)
