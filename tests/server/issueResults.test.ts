import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { followResults } from '../../server/issues/follow.ts'
import { overridesUnder, stageContextOf } from '../../server/pipeline/index.ts'
import type { IssueStatus } from '../../src/domain/issue.ts'
import { placeIssue, placeResults, placeWithRule, regulatorCode, ruleCode } from './support/issueScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/**
 * What new results mean for the issue of a rule (decisions §11): of another file, of the same file under another specification,
 * of a ruleset that has another version of the rule or has it no more.
 */
let server: ProcessingServer
let first: string
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.asOwner('delete from tolerance_override')
  await server.forget()
  first = await placeWithRule(server, 'QUALITY_PROCESSING_COMPLETE')
})

const later = ruleCode.replace('.V01', '.V02')

/** Another submission in the place of the first, with the file that the letter stands for. */
const replaceBy = async (file: 'same' | 'other'): Promise<string> => {
  const id = randomUUID()
  server.clock.forward(1000)
  await server.asOwner(`update submission set is_latest = false where id = '${first}'`)
  await server.place({ id, instId: '0001' }, 'QUALITY_RULES')
  if (file === 'other')
    await server.asOwner(`update submission set file_hash = '${'1'.repeat(64)}' where id = '${id}'`)
  return id
}

const follow = (submissionId: string): Promise<void> =>
  server.inSystem(tx => followResults(tx, 'rule', submissionId, {}, server.clock.now()))

const issue = () =>
  server.look<{ id: string; code: string; status: IssueStatus }>('select id, code, status from issue')

describe('new results', () => {
  it.each([
    ['other', 'DATA_CORRECTED'],
    // The tolerance was changed, or the ruleset: nobody has mended data.
    ['same', 'OPEN'],
  ] as const)('inside tolerance, of the %s file, leave the issue %s', async (file, status) => {
    await placeIssue(server, first, 'OPEN')
    const id = await replaceBy(file)
    await placeResults(server, id, { isOutside: false })
    await follow(id)
    expect((await issue()).status).toBe(status)
  })

  it('that do not have the rule settle nothing', async () => {
    await placeIssue(server, first, 'OPEN')
    const id = await replaceBy('other')
    await placeResults(server, id, { code: 'QR.STUDENT.Student.SEXID.901.V01', isOutside: false })
    await follow(id)
    expect(await issue()).toMatchObject({ code: ruleCode, status: 'OPEN' })
  })

  it.each(['same', 'other'] as const)(
    'with another version of the rule, of the %s file, have its issue and the tolerance that was granted',
    async file => {
      await placeIssue(server, first, 'AWAITING_AGENCY')
      const granted = { conjunction: 'A', parts: [{ type: 2, from: 3, to: null }] }
      await server.asOwner(`insert into tolerance_override
          (collection_id, inst_id, rule_code, regulator_code, tolerance, granted_by)
        values ('c23056', '0001', '${ruleCode}', '${regulatorCode}', '${JSON.stringify(granted)}', 'Test')`)
      const id = await replaceBy(file)
      const { tolerances } = await server.inSystem(tx => stageContextOf(tx, { id, instId: '0001' }))
      const rules = (...codes: string[]) =>
        ({
          rules: codes.map(code => ({ code })),
        }) as unknown as Parameters<typeof overridesUnder>[0]
      expect(overridesUnder(rules(later), tolerances.overrides)).toEqual([
        { ruleCode: later, regulatorCode, tolerance: granted },
      ])
      expect(overridesUnder(rules(ruleCode, later), tolerances.overrides)).toMatchObject([{ ruleCode }])
      await placeResults(server, id, { code: later })
      await follow(id)
      expect(await issue()).toMatchObject({ code: later, status: 'AWAITING_AGENCY' })
      expect(await server.look('select rule_code from tolerance_override')).toEqual({ rule_code: later })
      const line = await server.look<{ detail: object }>(
        "select detail from audit_line where action = 'ISSUE_CARRIED_OVER' order by id desc limit 1",
      )
      expect(line.detail).toMatchObject({ from: ruleCode, to: later })
      const { id: issueId } = await issue()
      const { body } = await server.call<{ figures: unknown[] }>('bedel-analyst', 'GET', `/issues/${issueId}`)
      expect(body.figures).toHaveLength(2)
    },
  )

  it('take no version for another where both are rules', async () => {
    await placeResults(server, first, { code: later })
    await placeIssue(server, first, 'OPEN')
    const id = await replaceBy('other')
    await placeResults(server, id, { code: later })
    await follow(id)
    expect(await issue()).toMatchObject({ code: ruleCode, status: 'OPEN' })
  })
})

it('an override that the latest results are outside of as well leaves the issue open', async () => {
  const id = await placeIssue(server, first, 'OVERRIDE_REQUESTED', { wanted: 3 })
  const { body } = await server.call<{ status: { code: string }; history: { event: string }[] }>(
    'bedel-analyst',
    'POST',
    `/issues/${id}/approve`,
    { body: {} },
  )
  expect(body.status.code).toBe('OPEN')
  expect(body.history.map(({ event }) => event)).toEqual(['APPROVE_OVERRIDE', 'RESULTS_OUTSIDE'])
  expect(await server.look('select count(*)::int as granted from tolerance_override')).toEqual({ granted: 1 })
})
