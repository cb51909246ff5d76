import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import type { Outage } from '../../src/domain/wire/progress.ts'
import { message } from '../../src/messages/message.ts'
import { MasterKeyMissing } from '../storage/index.ts'
import { createOutages, outageOf } from './outages.ts'
import { SavingFault } from './stageRunner.ts'

const withCode = (code: string, text = 'failed'): Error => Object.assign(new Error(text), { code })
const away = (cause: Error): Error =>
  new ProblemError(problem('unavailable', message('problems', 'storeAway')), { cause })
const named = (name: string): Error => Object.assign(new Error('late'), { name })

describe('what a fault says is away', () => {
  it.each<[string, unknown, Outage]>([
    ['a store that refuses', away(withCode('ECONNREFUSED')), 'store'],
    ['a store that answers 503', away(new Error('503')), 'store'],
    ['a stream of the store that is silent', named('TimeoutError'), 'store'],
    ['a master key that others have', new MasterKeyMissing('0123', '/keys/files'), 'store'],
    ['a full disk', withCode('ENOSPC'), 'disk'],
    ['a full disk below the folder store', away(withCode('EDQUOT')), 'disk'],
    [
      'spill files of DuckDB that may not grow further',
      new Error(
        "Out of Memory Error: failed to offload data block of size 256.0 KiB (1.0 GiB/1.0 GiB used).\nThis limit was set by the 'max_temp_directory_size' setting.",
      ),
      'disk',
    ],
    ['a full disk by the words of DuckDB', new Error('IO Error: x: No space left on device'), 'disk'],
    ['a full disk under records', new SavingFault('not saved', { cause: withCode('EROFS') }), 'disk'],
    ['a database that shuts down', withCode('57P01'), 'database'],
    ['a database that takes no changes', withCode('25006'), 'database'],
    ['a database whose disk fails', withCode('58030'), 'database'],
    ['a database whose name is not found for now', withCode('EAI_AGAIN'), 'database'],
    ['a cut connection', new Error('Connection terminated unexpectedly'), 'database'],
  ])('%s', (_, error, part) => {
    expect(outageOf(error)).toEqual({ part, isCertain: true })
  })

  it('is not certain where one file cannot be read', () => {
    expect(outageOf(away(withCode('EIO')))).toEqual({ part: 'disk', isCertain: false })
  })

  it.each<[string, unknown]>([
    ['a fault of the file', new SavingFault('not saved')],
    ['a statement that is wrong', withCode('42703')],
    ['a folder that is gone', withCode('ENOENT')],
    ['anything else', 'text'],
  ])('nothing, of %s', (_, error) => {
    expect(outageOf(error)).toBeUndefined()
  })
})

describe('waiting for what is away', () => {
  /** Looks that a worker has made, and the pauses before them. */
  const waitingFor = (looksUntilBack: number, random: () => number) => {
    const pauses: number[] = []
    let looks = 0
    const outages = createOutages({
      parts: {
        disk: async () => undefined,
        database: async () => undefined,
        store: async () => {
          looks += 1
          if (looks <= looksUntilBack) throw withCode('ECONNREFUSED')
        },
      },
      hasRoom: async () => true,
      log: pino({ level: 'silent' }),
      // The pause of a look is over at once; its patience is not.
      sleep: ms => {
        if (ms === 5000) return new Promise(() => undefined)
        pauses.push(ms)
        return Promise.resolve()
      },
      random,
    })
    return { outages, pauses, looks: () => looks }
  }

  it('looks less and less often, up to every fifteen seconds, until it is back', async () => {
    const { outages, pauses, looks } = waitingFor(7, () => 1)
    await outages.untilOver('store')
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000])
    expect(looks()).toBe(8)
  })

  it('does not look at the same time as other workers', async () => {
    const { outages, pauses } = waitingFor(2, () => 0)
    await outages.untilOver('store')
    expect(pauses).toEqual([250, 500, 1000])
  })

  it('looks once for all stages of a process', async () => {
    const { outages, looks } = waitingFor(3, () => 1)
    await Promise.all([outages.untilOver('store'), outages.untilOver('store')])
    expect(looks()).toBe(4)
  })

  it('waits no longer when the process ends', async () => {
    const { outages } = waitingFor(Number.POSITIVE_INFINITY, () => 1)
    const waited = outages.untilOver('store')
    outages.end()
    await waited
    expect(outages.isEnded()).toBe(true)
  })

  it('names the disk first, and nothing when all can be used', async () => {
    const { outages } = waitingFor(1, () => 1)
    expect(await outages.look()).toBe('store')
    expect(await outages.look()).toBeUndefined()
  })
})
