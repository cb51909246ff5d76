import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise, type SnapshotFrom } from 'xstate'
import { getConformance } from '../domain/wire/inspection.ts'
import {
  type ConformanceCheckEvent,
  type ConformanceCheckMachine,
  conformanceCheckMachine,
  type ReplayInput,
  type ReplayOutput,
} from '../machines/conformance-check/index.ts'
import { attached } from './running/index.ts'
import { useServicesContext } from './services.ts'
import { unlessAborted } from './unlessAborted.ts'

export interface ConformanceCheck {
  snapshot: SnapshotFrom<ConformanceCheckMachine>
  send: (event: ConformanceCheckEvent) => void
}

/** Replays the whole stored history, part after part, as long as the screen lives. */
export const useConformanceCheck = (): ConformanceCheck => {
  const { api } = useServicesContext()
  const machine = useMemo(
    () =>
      conformanceCheckMachine.provide({
        actors: {
          replay: fromPromise<ReplayOutput, ReplayInput>(({ input: { after }, signal }) =>
            unlessAborted(
              signal,
              api.call(getConformance, { query: after === null ? {} : { after }, signal }),
            ),
          ),
        },
      }),
    [api],
  )
  const actor = useActorRef(machine, attached)
  return { snapshot: useSelector(actor, current => current), send: event => actor.send(event) }
}
