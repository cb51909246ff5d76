import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import type { Problem } from '../domain/problem.ts'
import { type DpsList, getDpsFile, resetDpsTask, runDpsTask } from '../domain/wire/pseudonymisation.ts'
import {
  type PseudonymisationPageEvent,
  type PseudonymisationPageMachine,
  pseudonymisationPageMachine,
  selectRow,
} from '../machines/pseudonymisation-page/index.ts'
import {
  type AddressOutput,
  pseudonymisationRowMachine,
  type RowTarget,
  selectButton,
  selectIsBusy,
  type TakenOutput,
} from '../machines/pseudonymisation-row/index.ts'
import { ok } from '../machines/support/index.ts'
import { attached } from './running/index.ts'
import { useServices } from './useServices.ts'

/** Runs the rows of the page Data Pseudonymisation: one for each submission that its list has shown. */
export type PseudonymisationRows = ActorRefFrom<PseudonymisationPageMachine>

const taken = async (
  answer: Promise<{ ok: true } | { ok: false; problem: Problem }>,
): Promise<TakenOutput> => {
  const result = await answer
  return result.ok ? ok(undefined) : result
}

/** Keeps a row for each submission of the list as long as the page lives: what it is doing goes on while it is out of sight. */
export const usePseudonymisationRows = (): PseudonymisationRows => {
  const { call, download } = useServices()
  const actor = useActorRef(
    pseudonymisationPageMachine.provide({
      actors: {
        row: pseudonymisationRowMachine.provide({
          actors: {
            request: fromPromise<TakenOutput, RowTarget>(({ input }) =>
              taken(call(runDpsTask, { path: input })),
            ),
            reset: fromPromise<TakenOutput, RowTarget>(({ input }) =>
              taken(call(resetDpsTask, { path: input })),
            ),
            fetch: fromPromise<AddressOutput, RowTarget>(async ({ input }) => {
              const result = await call(getDpsFile, { path: input })
              return result.ok ? ok(result.value.url) : result
            }),
          },
        }),
      },
    }),
    attached,
  )
  const fetched = useEffectEvent(download)
  useEffect(() => {
    const given = actor.on('pseudonymisation.fetched', ({ url }) => fetched(url))
    return () => given.unsubscribe()
  }, [actor])
  return actor
}

/** Lists the rows for their page's actor. Sent before the list is drawn, because a row without an actor has no button. */
export const listed = (list: DpsList): PseudonymisationPageEvent => ({
  type: 'SUBMISSIONS_LISTED',
  submissions: list.results.flatMap(({ submissions }) =>
    submissions.map(({ uuid, dpsFileStatus: status, version }) => ({ uuid, status, version })),
  ),
})

export interface PseudonymisationRow {
  button: ReturnType<typeof selectButton>
  isBusy: boolean
  problem: Problem | undefined
  anonymise: () => void
  download: () => void
  reset: () => void
}

/** The row of a submission as it stands; undefined until the list has shown the submission. */
export const usePseudonymisationRow = (
  rows: PseudonymisationRows,
  uuid: string,
): PseudonymisationRow | undefined => {
  const actor = useSelector(rows, snapshot => selectRow(snapshot, uuid))
  const button = useSelector(actor, snapshot => snapshot && selectButton(snapshot))
  const isBusy = useSelector(actor, snapshot => snapshot !== undefined && selectIsBusy(snapshot))
  const problem = useSelector(actor, snapshot => snapshot?.context.problem)
  if (actor === undefined || button === undefined) return undefined
  return {
    button,
    isBusy,
    problem,
    anonymise: () => actor.send({ type: 'ANONYMISE' }),
    download: () => actor.send({ type: 'DOWNLOAD' }),
    reset: () => actor.send({ type: 'RESET' }),
  }
}
