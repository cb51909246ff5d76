import { useSyncExternalStore } from 'react'
import { type RunningActor, runningActors } from './running.ts'

export type { RunningActor, SeenEvent } from './running.ts'

/**
 * Options for every actor that the browser makes: while developing the inspector attaches to it. In production there is
 * nothing, and the bundler leaves the module out.
 */
export const attached: { inspect?: typeof runningActors.inspect } = import.meta.env.DEV
  ? { inspect: runningActors.inspect }
  : {}

const none: readonly RunningActor[] = []

/** The machines that run in this browser, while developing; nothing in production. */
export const useRunningActors = (): readonly RunningActor[] =>
  useSyncExternalStore(
    listener => (import.meta.env.DEV ? runningActors.subscribe(listener) : () => {}),
    () => (import.meta.env.DEV ? runningActors.current() : none),
  )
