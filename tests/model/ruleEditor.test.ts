import { describe, expect, it } from 'vitest'
import { problem } from '../../src/domain/problem.ts'
import { metadataEditorMachine } from '../../src/machines/metadata-editor/index.ts'
import { err, ok } from '../../src/machines/support/index.ts'
import { selectCanSave, selectFaults } from '../../src/machines/support/ruleEditor/index.ts'
import { toleranceEditorMachine } from '../../src/machines/tolerance-editor/index.ts'
import { metadataEditorSpec, toleranceEditorSpec } from '../../src/model/charts/ruleEditor.ts'
import { done, journey } from '../../src/model/live.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const range = {
  fields: [
    { id: 'from', kind: 'change' },
    { id: 'to', kind: 'change', lower: 'from' },
  ],
  stored: { from: '-10', to: '10' },
} as const

describe('the editor of tolerances', () => {
  isWalkedWhole(toleranceEditorSpec)

  it('tells what is wrong once the field is left, and cannot be saved from the moment that it is', async () => {
    const typed = await journey(toleranceEditorMachine, range, [{ type: 'ENTER', entered: { to: '' } }])
    const at = toleranceEditorMachine.resolveState({ value: 'editing', context: typed.context })
    expect([selectFaults(at), selectCanSave(at)]).toEqual([{}, false])
    const left = await journey(toleranceEditorMachine, range, [
      { type: 'ENTER', entered: { to: '-10.01' } },
      { type: 'LEAVE', fields: ['to'] },
    ])
    const below = toleranceEditorMachine.resolveState({ value: 'editing', context: left.context })
    expect(Object.keys(selectFaults(below))).toEqual(['to'])
    expect(selectCanSave(below)).toBe(false)
  })

  it('keeps what was entered where the server refuses it, until it is given up', async () => {
    const refusal = problem('conflict', 'The specification is Available.')
    const refused = await journey(toleranceEditorMachine, range, [
      { type: 'ENTER', entered: { to: '12.5' } },
      { type: 'SAVE' },
      done('save', err(refusal)),
    ])
    expect([refused.value, refused.context.entered.to, refused.context.problem]).toEqual([
      'failed',
      '12.5',
      refusal,
    ])
  })

  it('follows a foreign change where nothing was entered, and keeps and tells what was', async () => {
    const { context } = await journey(toleranceEditorMachine, range, [
      { type: 'ENTER', entered: { to: '12.5' } },
      { type: 'STORED', stored: { from: '-20', to: '20' } },
    ])
    expect([context.entered, context.isOvertaken]).toEqual([{ from: '-20', to: '12.5' }, true])
  })

  const saving = [{ type: 'ENTER', entered: { to: '12.5' } }, { type: 'SAVE' }]

  it('hears of a foreign change while it saves, and shows that where the save is refused and given up', async () => {
    const refused = [
      ...saving,
      { type: 'STORED', stored: { from: '-20', to: '20' } },
      done('save', err(problem('conflict', 'The specification is Available.'))),
    ]
    const { context } = await journey(toleranceEditorMachine, range, refused)
    expect([context.entered, context.isOvertaken]).toEqual([{ from: '-20', to: '12.5' }, true])
    const given = await journey(toleranceEditorMachine, range, [...refused, { type: 'CANCEL' }])
    expect(given.context.entered).toEqual({ from: '-20', to: '20' })
  })

  it('does not take its own change for a foreign one, though that is told before the answer', async () => {
    const own = [...saving, { type: 'STORED', stored: { from: '-10', to: '12.5' } }]
    expect((await journey(toleranceEditorMachine, range, own)).context.isOvertaken).toBe(false)
  })
})

describe('what was entered before and not saved', () => {
  const before = { ...range, entered: { from: '-10', to: '-20' } }

  it('is there again, with what is wrong with it, and can be given up', async () => {
    const { context } = await journey(toleranceEditorMachine, before, [])
    const at = toleranceEditorMachine.resolveState({ value: 'editing', context })
    expect(context.entered.to).toBe('-20')
    expect([Object.keys(selectFaults(at)), selectCanSave(at)]).toEqual([['to'], false])
    const given = await journey(toleranceEditorMachine, before, [{ type: 'CANCEL' }])
    expect(given.context.entered).toEqual(range.stored)
  })

  it('is told to be overtaken where something else was stored meanwhile', async () => {
    const { context } = await journey(toleranceEditorMachine, before, [
      { type: 'STORED', stored: { from: '-30', to: '30' } },
    ])
    expect([context.entered, context.isOvertaken]).toEqual([{ from: '-30', to: '-20' }, true])
  })
})

describe('the editor of words', () => {
  isWalkedWhole(metadataEditorSpec)

  it('shows what was saved as stored', async () => {
    const { context } = await journey(
      metadataEditorMachine,
      { fields: [{ id: 'description', kind: 'description' }], stored: { description: 'Before' } },
      [{ type: 'ENTER', entered: { description: 'After' } }, { type: 'SAVE' }, done('save', ok(undefined))],
    )
    expect([context.stored, context.left]).toEqual([{ description: 'After' }, []])
  })
})
