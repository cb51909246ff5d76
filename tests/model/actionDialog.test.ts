import { describe, expect, it } from 'vitest'
import { problem } from '../../src/domain/problem.ts'
import { err, ok } from '../../src/machines/support/index.ts'
import { actionDialog, actionDialogSpec } from '../../src/model/charts/actionDialog.ts'
import { done, failed, journey, live } from '../../src/model/live.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const ask = { type: 'ASK', action: 'approve', key: '1' }
const conflict = problem('conflict', 'The status has changed.')

describe('action dialog', () => {
  isWalkedWhole(actionDialogSpec)

  it('does nothing before it is confirmed, and nothing when it is dismissed', async () => {
    const { value, context } = await journey(actionDialog, undefined, [ask, { type: 'DISMISS' }])
    expect(value).toBe('idle')
    expect(context).toEqual({ action: undefined, output: undefined, problem: undefined })
  })

  it('tells what came of it', async () => {
    const { value, emitted } = await journey(actionDialog, undefined, [
      ask,
      { type: 'CONFIRM' },
      done('execute', ok('approved')),
    ])
    expect(value).toBe('succeeded')
    expect(emitted).toEqual([{ type: 'action.succeeded', action: 'approve', output: 'approved' }])
  })

  it('tells a refusal from a fault', async () => {
    const refusal = await journey(actionDialog, undefined, [
      { type: 'RUN', action: 'submit', key: '1' },
      done('execute', err(conflict)),
    ])
    expect([refusal.value, refusal.context.problem]).toEqual(['refused', conflict])
    const fault = await journey(actionDialog, undefined, [
      { type: 'RUN', action: 'submit', key: '1' },
      failed('execute', new TypeError('fetch failed')),
    ])
    expect([fault.value, fault.context.problem?.kind]).toEqual(['failed', 'network'])
  })

  it('has the same key again after an answer was lost, unless it is another action', async () => {
    const walk = live(actionDialog, undefined)
    const keyOf = async (action: string, key: string) => {
      await walk.cause({ type: 'RUN', action, key })
      return (walk.inputs().execute as { key: string }).key
    }
    const noAnswer = failed('execute', new TypeError('fetch failed'))
    expect(await keyOf('make', 'first')).toBe('first')
    await walk.cause(noAnswer)
    await walk.cause({ type: 'DISMISS' })
    expect(await keyOf('make', 'second')).toBe('first')
    await walk.cause(noAnswer)
    expect(await keyOf('make another', 'third')).toBe('third')
    await walk.cause(done('execute', ok('made')))
    expect(await keyOf('make another', 'fourth')).toBe('fourth')
    walk.stop()
  })

  it('is carried out once, however often the button is pressed', async () => {
    await expect(
      journey(actionDialog, undefined, [ask, { type: 'CONFIRM' }, { type: 'CONFIRM' }]),
    ).rejects.toThrow('does not take')
  })
})
