import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import type { Problem } from '../domain/problem.ts'
import {
  changesDpsList,
  type DpsList,
  dpsListAfter,
  getDpsFile,
  listDpsSubmissions,
  resetDpsTask,
  runDpsTask,
} from '../domain/wire/pseudonymisation.ts'
import {
  type PseudonymisationPageInput,
  type PseudonymisationPageMachine,
  pseudonymisationPageMachine,
  selectList,
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
import { useLiveFeed } from './live.ts'
import { type Resource, resourceLogic, useAnswer, useQuestion } from './resource.ts'
import { attached } from './running/index.ts'
import { useServicesContext } from './services.ts'
import { useServices } from './useServices.ts'

/** Runs the rows of the page Data Pseudonymisation: one for each submission that its list has shown. */
export type PseudonymisationRows = ActorRefFrom<PseudonymisationPageMachine>

const taken = async (
  answer: Promise<{ ok: true } | { ok: false; problem: Problem }>,
): Promise<TakenOutput> => {
  const result = await answer
  return result.ok ? ok(undefined) : result
}

/** Runs the page's list, and a row for each submission that it has shown: a row goes on while it is out of sight. */
export const usePseudonymisation = (
  question: PseudonymisationPageInput['question'],
): { rows: PseudonymisationRows; list: Resource<DpsList> } => {
  const { api } = useServicesContext()
  const { call, download } = useServices()
  const feed = useLiveFeed()
  const machine = useMemo(
    () =>
      pseudonymisationPageMachine.provide({
        actors: {
          list: resourceLogic(
            listDpsSubmissions,
            { api, feed },
            { isBehind: changesDpsList, follow: dpsListAfter },
          ),
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
    [api, call, feed],
  )
  const [spread] = useState(Math.random)
  const rows = useActorRef(machine, { ...attached, input: { question, spread } })
  const list = useSelector(rows, selectList)
  useQuestion(list, question)
  const fetched = useEffectEvent(download)
  useEffect(() => {
    const given = rows.on('pseudonymisation.fetched', ({ url }) => fetched(url))
    return () => given.unsubscribe()
  }, [rows])
  return { rows, list: useAnswer(list) }
}

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
