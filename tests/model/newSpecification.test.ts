import { describe, expect, it } from 'vitest'
import { newSpecificationMachine, selectMissing } from '../../src/machines/new-specification/index.ts'
import { ok } from '../../src/machines/support/index.ts'
import { newSpecificationSpec, rulesetsOffered } from '../../src/model/charts/newSpecification.ts'
import { inEnglish } from '../../src/model/everyMessage.ts'
import { done, journey } from '../../src/model/live.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const input = { rulesets: rulesetsOffered }

describe('a specification in the making', () => {
  isWalkedWhole(newSpecificationSpec)

  it('says what is missing once it is asked for (specification 1 §5)', async () => {
    const { context } = await journey(newSpecificationMachine, input, [{ type: 'SUBMIT' }])
    const missing = selectMissing(newSpecificationMachine.resolveState({ value: 'choosing', context }))
    expect(Object.values(missing).map(one => inEnglish(one))).toEqual([
      'Choose a schema version',
      'Choose a ruleset version',
      'Choose a version increment',
    ])
  })

  it('forgets a ruleset that is not of the schema which is chosen next', async () => {
    const { context } = await journey(newSpecificationMachine, input, [
      { type: 'PICK_SCHEMA', id: 1 },
      { type: 'PICK_RULESET', id: 12 },
      { type: 'PICK_SCHEMA', id: 2 },
    ])
    expect(context.chosen).toEqual({ schemaId: 2, rulesetId: null, increment: null })
  })

  it('is configured once it is made', async () => {
    const { value, emitted } = await journey(newSpecificationMachine, input, [
      { type: 'PICK_SCHEMA', id: 1 },
      { type: 'PICK_RULESET', id: 11 },
      { type: 'PICK_INCREMENT', increment: 'minor' },
      { type: 'SUBMIT' },
      done('create', ok({ id: 7, version: '23056_1.1.0' })),
      { type: 'APPLY' },
      done('apply', ok(undefined)),
    ])
    expect([value, emitted]).toEqual(['configured', [{ type: 'specification.configured' }]])
  })
})
