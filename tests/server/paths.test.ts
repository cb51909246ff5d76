import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeWalkedChart } from '../../scripts/model/files.ts'
import { keptPathsIn } from '../../scripts/model/keptPaths.ts'
import { statusById } from '../../src/domain/status.ts'
import type { SubmissionHistory } from '../../src/domain/wire/inspection.ts'
import { lifecycleSpec } from '../../src/model/charts/lifecycle.ts'
import { countPath, nothingWalked } from '../../src/model/coverage.ts'
import { wholeSystem } from '../../src/model/worlds/system.ts'
import { isExhaustive } from './support/exhaustive.ts'
import { hasHappened, isPutAsideBy, type Kept, statusAfter } from './support/lifecycleSteps.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { sceneOf } from './support/scene.ts'
import { walkerOf } from './support/walkLifecycle.ts'

/** `npm test` walks every transition; BEDEL_EXHAUSTIVE every two of them in a row, which each run walks on the chart itself. */
const paths = keptPathsIn('api', wholeSystem, lifecycleSpec, isExhaustive ? 'pairs' : 'transitions')

describe('the paths of the lifecycle through the API', () => {
  let server: ProcessingServer
  const walked = nothingWalked()
  let walkedPaths = 0
  beforeAll(async () => {
    server = await startProcessingServer()
  })
  afterAll(async () => {
    await server.stop()
    // Some of the paths by name leave what all of them have shown as it is.
    if (walkedPaths === paths.length) await writeWalkedChart('api', lifecycleSpec.machine.id, walked)
  })

  /** What the database keeps of a submission: its history, and the lines of the audit. */
  const kept = async (id: string) => {
    const history = await server.call<SubmissionHistory>('bedel-staff', 'GET', `/submissions/${id}/lifecycle`)
    const { rows } = await server.inSystem(tx =>
      sql<{ action: string; outcome: string }>`select action, outcome from audit_line
        where subject = ${id} and action not like '%SIGNED_FORM' order by id`.execute(tx),
    )
    return {
      events: history.body.events.map(({ event, fromStatusId, toStatusId }) => [
        event,
        statusById(fromStatusId)?.name,
        statusById(toStatusId)?.name,
      ]),
      audit: rows,
    }
  }

  it.each(paths.map(path => [path.id, path.scenario, path] as const))('%s: %s', async (_, scenario, path) => {
    const walker = await walkerOf(server, sceneOf(lifecycleSpec.inputs[scenario]!))
    for (const [at, step] of path.steps.entries()) {
      const { event } = step
      if (!hasHappened(step, path.steps[at - 1])) await walker.take(step)
      const found = await server.lifecycle.factsOf(walker.id())
      const { isLatest, hasStoredFile } = step.facts as Kept
      expect([
        at,
        event.type,
        found?.submission.status,
        found?.facts.isLatest,
        found?.facts.hasStoredFile,
      ]).toEqual([at, event.type, statusAfter(step), isLatest && !isPutAsideBy(step), hasStoredFile])
    }
    const last = path.steps.at(-1)!
    const statuses = ['UNKNOWN', ...path.steps.map(statusAfter)]
    const all = path.steps.map(({ event }, at) => [event.type, statuses[at], statuses[at + 1]])
    // What comes after a withdrawn nil return is another submission.
    const begun = all.slice(0, -1).findLastIndex(([type]) => type === 'NIL_RETURN_WITHDRAWN') + 1
    const events = all.slice(begun)
    if (isPutAsideBy(last)) events.push(['SUPERSEDED', statusAfter(last), statusAfter(last)])
    expect(await kept(walker.id())).toEqual({
      events,
      audit: events.map(([action]) => ({ action, outcome: 'done' })),
    })
    countPath(walked, path)
    walkedPaths += 1
  })
})
