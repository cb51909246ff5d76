import { describe, expect, it } from 'vitest'
import { problem } from '../../src/domain/problem.ts'
import { ruleSourceMachine } from '../../src/machines/rule-source/index.ts'
import { err, ok } from '../../src/machines/support/index.ts'
import { ruleSourceSpec } from '../../src/model/charts/ruleSource.ts'
import { done, journey } from '../../src/model/live.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

describe('a rule that is changed in the browser', () => {
  isWalkedWhole(ruleSourceSpec)

  it('keeps what was entered when it is refused, and is saved once it is mended', async () => {
    const { value, context } = await journey(ruleSourceMachine, { stored: { failure: 'true' } }, [
      { type: 'ENTER', field: 'failure', text: 'fals' },
      { type: 'SAVE' },
      done('save', err(problem('invalid', 'It is refused.'))),
      { type: 'ENTER', field: 'failure', text: 'false' },
      { type: 'SAVE' },
      done('save', ok({ id: 7, version: '26056_1.0.1' })),
    ])
    expect([value, context.entered.failure, context.saved]).toEqual([
      'saved',
      'false',
      { id: 7, version: '26056_1.0.1' },
    ])
  })
})
