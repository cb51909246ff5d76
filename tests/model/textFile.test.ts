import { describe, expect, it } from 'vitest'
import { textFileMachine, textFileOf } from '../../src/machines/text-file/index.ts'
import { picked, textFileSpec } from '../../src/model/charts/textFile.ts'
import { done, failed, live } from '../../src/model/live.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

describe('text file', () => {
  isWalkedWhole(textFileSpec)

  const open = (name: string, size?: number) => ({ type: 'OPEN', file: picked(name, size) })
  const shown = (walk: ReturnType<typeof live<typeof textFileMachine>>) =>
    textFileOf(walk.actor.getSnapshot())

  it('shows the file that was picked last', async () => {
    const walk = live(textFileMachine, undefined)
    await walk.cause(open('one.json'))
    await walk.cause(open('two.json'))
    await walk.cause(done('readText', '{}'))
    expect(shown(walk)).toEqual({ name: 'two.json', text: '{}' })
    await walk.cause({ type: 'CLOSE' })
    expect(shown(walk)).toBeUndefined()
  })

  it('says why it cannot be shown', async () => {
    const walk = live(textFileMachine, undefined)
    await walk.cause(open('large.json', 10_000_001))
    expect(shown(walk)).toEqual({ name: 'large.json', problem: 'tooLarge', limitBytes: 10_000_000 })
    await walk.cause(open('gone.json'))
    await walk.cause(failed('readText', new Error('gone')))
    expect(shown(walk)).toEqual({ name: 'gone.json', problem: 'unreadable', limitBytes: 10_000_000 })
  })
})
