import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import type { Problem } from '../domain/problem.ts'
import { type DpsSubmission, getDpsFile, resetDpsTask, runDpsTask } from '../domain/wire/pseudonymisation.ts'
import {
  type AddressOutput,
  pseudonymisationRowMachine,
  selectButton,
  selectIsBusy,
  type TakenOutput,
} from '../machines/pseudonymisation-row/index.ts'
import { ok } from '../machines/support/index.ts'
import { attached } from './running/index.ts'
import { useServices } from './useServices.ts'

type RowActor = ActorRefFrom<typeof pseudonymisationRowMachine>

/** The actors of the rows of the page Data Pseudonymisation, one for each submission that was shown. */
export interface PseudonymisationRows {
  of: (submission: DpsSubmission) => RowActor
}

/** Keeps an actor for each row as long as the page lives: what a row is doing goes on while it is out of sight. */
export const usePseudonymisationRows = (): PseudonymisationRows => {
  const { call, download } = useServices()
  const [actors] = useState(() => new Map<string, RowActor>())
  useEffect(
    () => () => {
      for (const actor of actors.values()) actor.stop()
      actors.clear()
    },
    [actors],
  )
  const begin = ({ uuid, dpsFileStatus, version }: DpsSubmission): RowActor => {
    const path = { uuid }
    const taken = async (answer: Promise<{ ok: true } | { ok: false; problem: Problem }>) => {
      const result = await answer
      return result.ok ? ok(undefined) : result
    }
    const actor = createActor(
      pseudonymisationRowMachine.provide({
        actors: {
          request: fromPromise<TakenOutput>(() => taken(call(runDpsTask, { path }))),
          reset: fromPromise<TakenOutput>(() => taken(call(resetDpsTask, { path }))),
          fetch: fromPromise<AddressOutput>(async () => {
            const result = await call(getDpsFile, { path })
            return result.ok ? ok(result.value.url) : result
          }),
        },
      }),
      { ...attached, input: { status: dpsFileStatus, version } },
    )
    actor.on('row.fetched', ({ url }) => download(url))
    return actor.start()
  }
  return {
    of: submission => {
      const known = actors.get(submission.uuid)
      if (known) return known
      const actor = begin(submission)
      actors.set(submission.uuid, actor)
      return actor
    },
  }
}

export interface PseudonymisationRow {
  button: ReturnType<typeof selectButton>
  isBusy: boolean
  problem: Problem | undefined
  anonymise: () => void
  download: () => void
  reset: () => void
}

/** A row as it stands; what the list says of it is told to its actor. */
export const usePseudonymisationRow = (
  rows: PseudonymisationRows,
  submission: DpsSubmission,
): PseudonymisationRow => {
  const actor = rows.of(submission)
  const { dpsFileStatus, version } = submission
  useEffect(() => {
    actor.send({ type: 'STATUS', status: dpsFileStatus, version })
  }, [actor, dpsFileStatus, version])
  return {
    button: useSelector(actor, selectButton),
    isBusy: useSelector(actor, selectIsBusy),
    problem: useSelector(actor, ({ context }) => context.problem),
    anonymise: () => actor.send({ type: 'ANONYMISE' }),
    download: () => actor.send({ type: 'DOWNLOAD' }),
    reset: () => actor.send({ type: 'RESET' }),
  }
}
