import { describe, expect, it } from 'vitest'
import { problem } from '../../src/domain/problem.ts'
import { publicationMachine } from '../../src/machines/publication/index.ts'
import { err, ok } from '../../src/machines/support/index.ts'
import { publicationSpec } from '../../src/model/charts/publication.ts'
import { done, journey } from '../../src/model/live.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

describe('a schema or a ruleset that is published', () => {
  isWalkedWhole(publicationSpec)

  const file = (id: string) => ({ id, name: id, size: 1 })

  it('is sent again after a refusal, with the same samples', async () => {
    const { value, context } = await journey(publicationMachine, { mostSamples: 20 }, [
      { type: 'SUBMIT' },
      { type: 'PICK', file: file('a') },
      { type: 'ADD_SAMPLE', sample: { ...file('s'), isAccepted: false } },
      { type: 'SUBMIT' },
      done('publish', err(problem('invalid', 'It is refused.'))),
      { type: 'PICK', file: file('b') },
      { type: 'SUBMIT' },
      done('publish', ok({ version: '26056_1_0_0' })),
    ])
    expect([value, context]).toMatchObject([
      'published',
      {
        version: '26056_1_0_0',
        file: { id: 'b' },
        samples: [{ id: 's', isAccepted: false }],
        problem: undefined,
      },
    ])
  })
})
