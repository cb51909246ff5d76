import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClient, createPool, PreparingClient, preparing, scopeStatement } from './connections.ts'

afterEach(() => vi.restoreAllMocks())

const lost = new Error('Connection terminated unexpectedly')

describe('a connection that is cut does not end the process', () => {
  it('when it is idle in a pool', () => {
    const pool = createPool({})
    expect(() => pool.emit('error', lost, new Client() as never)).not.toThrow()
  })

  it('when it is one of a pool and in use', () => {
    const pool = createPool({})
    const client = new Client()
    expect(() => client.emit('error', lost)).toThrow(lost)
    pool.emit('connect', client as never)
    expect(() => client.emit('error', lost)).not.toThrow()
  })

  it('when it is a client of its own, and who made it hears of it', () => {
    expect(() => createClient({}).emit('error', lost)).not.toThrow()
    const heard: Error[] = []
    createClient({}, error => heard.push(error)).emit('error', lost)
    expect(heard).toEqual([lost])
  })
})

describe('the opening of a transaction', () => {
  /** A client in a pipeline of which nothing reaches a database; each statement answers as it is said of its first word. */
  const clientWith = (answers: Record<string, Error>) => {
    const sent: string[] = []
    vi.spyOn(Client.prototype, 'query').mockImplementation(((asked: string | { text: string }) => {
      const text = typeof asked === 'string' ? asked : asked.text
      sent.push(text)
      const failure = answers[text]
      return failure ? Promise.reject(failure) : Promise.resolve({ command: '', rowCount: 1, rows: [] })
    }) as never)
    const client = new PreparingClient({ pipeline: true, ...preparing() } as never)
    return { sent, ask: (text: string): Promise<unknown> => client.query(text, []) }
  }
  const outOfMemory = Object.assign(new Error('out of memory'), { code: '53200' })

  it.each(['begin', 'start transaction isolation level repeatable read'])(
    'that says "%s" travels with what only reads; what writes waits for it',
    async beginning => {
      const { sent, ask } = clientWith({})
      const answers = [ask(beginning), ask(scopeStatement), ask('select 1'), ask('insert into t values (1)')]
      expect(sent).toEqual([beginning, scopeStatement, 'select 1'])
      await Promise.all(answers)
      expect(sent.at(-1)).toBe('insert into t values (1)')
    },
  )

  it('goes out as one piece with the first statement behind it', async () => {
    const pieces: string[][] = []
    const stream = new Writable({
      decodeStrings: false,
      writev: (chunks, done) => {
        pieces.push(chunks.map(({ chunk }) => String(chunk)))
        done()
      },
    })
    vi.spyOn(Client.prototype, 'query').mockImplementation((async (asked: string | { text: string }) => {
      stream.write(typeof asked === 'string' ? asked : asked.text)
      return { command: '', rowCount: 1, rows: [] }
    }) as never)
    const client = new PreparingClient({ pipeline: true, stream, ...preparing() } as never)
    await client.query('begin')
    await client.query(scopeStatement, ['all', ''])
    await client.query('select 1')
    await setImmediate()
    await client.query('commit')
    await setImmediate()
    expect(pieces).toEqual([['begin', scopeStatement, 'select 1'], ['commit']])
  })

  it.each(['begin', scopeStatement])(
    'that fails fails all behind it, with its reason, until it is rolled back: %s',
    async failing => {
      const { sent, ask } = clientWith({ [failing]: outOfMemory })
      await Promise.all([ask('begin'), ask(scopeStatement)])
      await expect(ask('select 1')).rejects.toBe(outOfMemory)
      await expect(ask('insert into t values (1)')).rejects.toBe(outOfMemory)
      await expect(ask('commit')).rejects.toBe(outOfMemory)
      expect(sent).toEqual(['begin', scopeStatement, 'select 1'])
      await ask('rollback')
      await ask('insert into t values (2)')
      expect(sent.slice(3)).toEqual(['rollback', 'insert into t values (2)'])
    },
  )
})
