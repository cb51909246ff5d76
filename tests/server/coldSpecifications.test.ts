import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIssues } from '../../server/issues/index.ts'
import type { SpecificationStore } from '../../server/pipeline/index.ts'
import type { RuleSpreadWire } from '../../src/domain/wire/impact.ts'
import { placeIssue, placeWithRule, ruleCode } from './support/issueScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * What asks for a specification that is not compiled yet (faults 15 "pool exhausted"). Compiling reads what is published over a
 * connection of its own, so nobody holds one meanwhile. Of delivery configurations: deliveryConfigurations.test.ts.
 */

let server: ProcessingServer
let submissionId: string
beforeAll(async () => {
  server = await startProcessingServer({ pool: { max: 2, waitMs: 5_000 } })
  submissionId = await placeWithRule(server, 'QUALITY_PROCESSING_COMPLETE')
})
afterAll(() => server.stop())

/** Issues of a server for which something happens whenever a specification is loaded. */
const issuesWhere = (onLoad: (versions: Parameters<SpecificationStore['load']>[0]) => Promise<unknown>) => {
  const load: SpecificationStore['load'] = async versions => {
    await onLoad(versions)
    return server.processing.specifications.load(versions)
  }
  return createIssues({ db: server.db, clock: server.clock, specifications: { load } })
}

const outside = async (): Promise<boolean | undefined> =>
  (
    await server.look<{ outside: boolean }>(
      `select outside from quality_rule_result where submission_id = '${submissionId}'`,
    )
  ).outside

/** An issue whose override was granted; beside it, its ruleset alone says what a rule's tolerance is. */
const placeGranted = async (): Promise<string> => {
  const id = await placeIssue(server, submissionId, 'OVERRIDE_GRANTED')
  await server.asOwner(`delete from specification_tolerance;
    update quality_rule_result set outside = false where submission_id = '${submissionId}'`)
  return id
}

describe('where nothing is compiled yet and all connections are in use', () => {
  it('what a rule counts in a collection is read', async () => {
    const { id } = await server.look<{ id: number }>(
      `select specification_id as id from collection where id = 'c23056'`,
    )
    const read = () =>
      server.call<RuleSpreadWire>(
        'bedel-staff',
        'GET',
        `/specifications/${id}/validations/${ruleCode}/spread`,
      )
    for (const { status, body } of await Promise.all([read(), read(), read()]))
      expect([status, body.results.map(({ instId }) => instId)]).toEqual([200, ['0001']])
  }, 120_000)

  it('an issue is reopened whose override was granted', async () => {
    const id = await placeGranted()
    const event = { type: 'REOPEN', actor: server.actor('bedel-analyst') } as const
    // Of the same provider, so that one waits for the other with a connection in hand.
    const { decide } = issuesWhere(() => server.inSystem(tx => sql`select 1`.execute(tx)))
    const decided = await Promise.all([decide(id, event), decide(id, event)])
    // The second request of the same person repeats the first: it is granted and changes nothing.
    expect(decided.map(({ ok }) => ok)).toEqual([true, true])
    expect(
      await server.look(
        `select count(*)::int as reopened from chart_event where chart = 'issue' and subject = '${id}' and event = 'REOPEN'`,
      ),
    ).toEqual({ reopened: 1 })
    expect(await outside()).toBe(true)
  }, 120_000)
})

it('an issue whose specification becomes another one meanwhile is decided by the ruleset of that one', async () => {
  const id = await placeGranted()
  const loaded: string[] = []
  const { decide } = issuesWhere(async ({ rulesetVersion }) => {
    loaded.push(rulesetVersion)
    if (loaded.length === 1)
      await server.asOwner(`update specification set schema_version = '24056_1.2.0', ruleset_version = '24056_1.2.0' where id =
        (select specification_id from collection where id = 'c23056')`)
  })
  expect((await decide(id, { type: 'REOPEN', actor: server.actor('bedel-analyst') })).ok).toBe(true)
  expect(loaded).toEqual(['23056_1.0.0', '24056_1.2.0'])
  expect(await outside()).toBe(true)
}, 120_000)
