import { describe, expect, it } from 'vitest'
import { problem } from '../../src/domain/problem.ts'
import { inlineChoiceMachine, selectCanSave } from '../../src/machines/inline-choice/index.ts'
import { err, ok } from '../../src/machines/support/index.ts'
import { inlineChoiceSpec } from '../../src/model/charts/inlineChoice.ts'
import { done, journey } from '../../src/model/live.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const draft = { current: 1, asksFirst: [2] }

describe('choice in its place', () => {
  isWalkedWhole(inlineChoiceSpec)

  it('can be saved once something else is picked, and not before', () => {
    const at = (picked: number | null) =>
      inlineChoiceMachine.resolveState({
        value: 'editing',
        context: { ...draft, picked, problem: undefined, isOvertaken: false },
      })
    expect([null, 1, 3].map(picked => selectCanSave(at(picked)))).toEqual([false, false, true])
  })

  it('keeps what was picked where the server refuses it, and tells why, until it is given up', async () => {
    const refusal = problem('conflict', 'Assign a specification first.')
    const refused = await journey(inlineChoiceMachine, draft, [
      { type: 'EDIT' },
      { type: 'PICK', id: 3 },
      { type: 'SAVE' },
      done('save', err(refusal)),
    ])
    expect([refused.value, refused.context.picked, refused.context.problem]).toEqual(['failed', 3, refusal])
    const again = await journey(inlineChoiceMachine, draft, [
      { type: 'EDIT' },
      { type: 'PICK', id: 3 },
      { type: 'SAVE' },
      done('save', err(refusal)),
      { type: 'SAVE' },
      done('save', ok(undefined)),
    ])
    expect([again.value, again.context.current]).toEqual(['display', 3])
  })

  const toDelete = [{ type: 'EDIT' }, { type: 'PICK', id: 2 }, { type: 'SAVE' }] as const

  it('asks before it saves what cannot be taken back, and sends nothing when that is not meant', async () => {
    const asked = await journey(inlineChoiceMachine, draft, [...toDelete])
    expect(asked.value).toBe('confirming')
    const dismissed = await journey(inlineChoiceMachine, draft, [...toDelete, { type: 'DISMISS' }])
    expect([dismissed.value, dismissed.context.picked]).toEqual(['editing', 2])
    const confirmed = await journey(inlineChoiceMachine, draft, [
      ...toDelete,
      { type: 'CONFIRM' },
      done('save', ok(undefined)),
    ])
    expect([confirmed.value, confirmed.context.current]).toEqual(['display', 2])
  })

  const refused = done('save', err(problem('conflict', 'The state has changed.')))
  const confirmed = [...toDelete, { type: 'CONFIRM' }] as const

  it('does not ask a second time before a save that failed is tried again', async () => {
    const { value } = await journey(inlineChoiceMachine, draft, [...confirmed, refused, { type: 'SAVE' }])
    expect(value).toBe('saving')
  })

  it.each([
    ['while it was saved', [{ type: 'CHANGED', current: 7 }, refused]],
    ['after it was refused', [refused, { type: 'CHANGED', current: 7 }]],
  ])('asks again before a new try where another user has chosen %s', async (_, events) => {
    const asked = await journey(inlineChoiceMachine, draft, [...confirmed, ...events, { type: 'SAVE' }])
    expect([asked.value, asked.context.picked, asked.context.problem]).toEqual(['confirming', 2, undefined])
  })

  it('keeps what was picked when somebody else chooses, and says so', async () => {
    const { context } = await journey(inlineChoiceMachine, draft, [
      { type: 'EDIT' },
      { type: 'PICK', id: 3 },
      { type: 'CHANGED', current: 7 },
    ])
    expect(context).toMatchObject({ current: 7, picked: 3, isOvertaken: true })
  })
})
