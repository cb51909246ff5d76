import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import {
  isJobOver,
  jobStatusId,
  leavesOut,
  lostByReprocessing,
  wouldLoseApproval,
} from '../../src/domain/job.ts'
import { jobPlaces, jobStates } from '../../src/domain/jobPlace.ts'
import { statuses, statusOf } from '../../src/domain/status.ts'
import { bulkRunMachine } from '../../src/machines/bulk-run/index.ts'
import type { RequestInput, RequestOutput } from '../../src/machines/bulk-run/types.ts'
import { explainJob, jobChart } from '../../src/machines/job/index.ts'
import { ok } from '../../src/machines/support/index.ts'
import { bulkRunSpec } from '../../src/model/charts/bulkRun.ts'
import { everyJobEvent, jobDeviations, jobSpec } from '../../src/model/charts/job.ts'
import { jobDecided, mayRunJobs } from '../../src/model/jobDecisions.ts'
import { done, failed, live } from '../../src/model/live.ts'
import { isAsDecided } from './support/asDecided.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

describe('job', () => {
  isWalkedWhole(jobSpec)

  it('answers every event by everybody in every state as was decided, with a reason where it refuses', () => {
    const faults = jobPlaces.flatMap(place =>
      jobDeviations.flatMap(facts =>
        everyJobEvent.flatMap(event => {
          const answer = explainJob(place, facts, event)
          const { allowed, refusal } = answer
          const decided = jobDecided(place, facts, event)
          const mayAsk =
            event.type === 'REQUEST' || event.type === 'CANCEL' ? mayRunJobs(event, facts) : undefined
          const isKind =
            allowed || mayAsk === undefined || refusal?.kind === (mayAsk ? 'conflict' : 'forbidden')
          return isAsDecided(answer, jobChart.step(place, facts, event), decided) && isKind
            ? []
            : [`${place} ${event.type}`]
        }),
      ),
    )
    expect(faults).toEqual([])
  })

  it('has the statuses of the enumeration, and follows nothing after its end', () => {
    expect(jobStates.map(state => [state, jobStatusId(state), isJobOver(state)])).toEqual([
      ['NEW', 10, false],
      ['IN_PROGRESS', 20, false],
      ['COMPLETED', 30, true],
      ['COMPLETED_WITH_ERRORS', 40, true],
      ['CANCELLED', 40, true],
      ['FAILED', 50, true],
    ])
  })

  it('leaves out of a re-processing what is at or beyond approval, unless it is ticked, and no nil return', () => {
    const taken = (kind: 'REPROCESS' | 'HISTORIC_AMENDMENT', withSubmitted: boolean) =>
      statuses.filter(({ name }) => !leavesOut({ kind, withSubmitted }, name))
    const before = statuses.findIndex(({ name }) => name === 'ANALYST_APPROVAL')
    expect(taken('REPROCESS', false)).toEqual([...statuses.slice(0, before), statusOf('NIL_RETURN')])
    expect(taken('REPROCESS', true)).toEqual(statuses)
    expect(taken('HISTORIC_AMENDMENT', false)).toEqual(statuses)
    expect(statuses.filter(({ name }) => wouldLoseApproval(name)).map(({ id }) => id)).toEqual([
      25, 26, 27, 28, 29, 30, 31, 32, 33,
    ])
    const losing = (what: 'approval' | 'signOff') =>
      statuses.filter(({ name }) => lostByReprocessing(name) === what).map(({ id }) => id)
    expect([losing('approval'), losing('signOff')]).toEqual([
      [25, 26, 27, 28, 29],
      [30, 31, 32, 33],
    ])
  })
})

describe('bulk run', () => {
  isWalkedWhole(bulkRunSpec)

  it('asks for one job however often it is confirmed, and tells its id', async () => {
    let requests = 0
    const request = fromPromise<RequestOutput, RequestInput>(async () => {
      requests++
      return ok(undefined)
    })
    const run = createActor(bulkRunMachine.provide({ actors: { request } }), {
      input: { jobId: undefined },
    })
    const emitted: unknown[] = []
    run.on('bulkRun.leads', event => emitted.push(event))
    run.start()
    run.send({ type: 'CHOOSE', instIds: ['0001', '0002'], isChosen: true })
    run.send({ type: 'ASK' })
    for (const jobId of ['7', '8', '9']) run.send({ type: 'CONFIRM', instIds: ['0001'], jobId })
    await waitFor(run, snapshot => snapshot.matches({ following: 'running' }))
    expect([requests, emitted]).toEqual([1, [{ type: 'bulkRun.leads', jobId: '7' }]])
    run.stop()
  })

  it('asks for the same under the same id after an answer was lost, and for another job under another', async () => {
    const walk = live(bulkRunMachine, { jobId: undefined })
    const confirm = async (jobId: string, ...instIds: string[]) => {
      await walk.cause({ type: 'CONFIRM', instIds, jobId })
      return (walk.inputs().request as RequestInput).jobId
    }
    await walk.cause({ type: 'CHOOSE', instIds: ['0001', '0002'], isChosen: true })
    await walk.cause({ type: 'ASK' })
    expect(await confirm('first', '0001')).toBe('first')
    await walk.cause(failed('request', new TypeError('fetch failed')))
    // Going back and asking again is the same request all the same.
    await walk.cause({ type: 'DISMISS' })
    await walk.cause({ type: 'ASK' })
    expect(await confirm('second', '0001')).toBe('first')
    await walk.cause(failed('request', new TypeError('fetch failed')))
    expect(await confirm('third', '0001', '0002')).toBe('third')
    await walk.cause(done('request', ok(undefined)))
    expect(walk.emitted()).toEqual([{ type: 'bulkRun.leads', jobId: 'third' }])
    walk.stop()
  })
})
