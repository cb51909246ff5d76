import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiKeyPlace } from '../../src/domain/apiKey.ts'
import { systemPrincipal } from '../../src/domain/principal.ts'
import { problem } from '../../src/domain/problem.ts'
import { apiKeyChart } from '../../src/machines/api-key/index.ts'
import { message } from '../../src/messages/message.ts'
import { people } from '../../src/model/people.ts'
import { emptyDatabase } from '../database/testing/emptyDatabase.ts'
import { createDecider } from './decider.ts'

/** A database without rows that records its queries in order. */
let asked: string[] = []
const names = [/set_config/, /^begin|commit|rollback/, /chart_event/, /audit_line/, /^select '(\w+)'/]
const nameOf = (statement: string): string =>
  names
    .map(name => name.exec(statement))
    .find(found => found !== null)
    ?.at(-1) ?? statement
const db = emptyDatabase({
  log: ({ query }) => {
    asked.push(nameOf(query.sql))
  },
})
beforeEach(() => {
  asked = []
})

interface Key {
  id: string
  place: ApiKeyPlace
  isOver: boolean
}

const note = (name: string) => sql.raw(`select '${name}'`)
const keys = new Map<string, Key>([
  ['live', { id: 'live', place: 'ACTIVE', isOver: false }],
  ['over', { id: 'over', place: 'ACTIVE', isOver: true }],
  ['gone', { id: 'gone', place: 'EXPIRED', isOver: true }],
])
const decider = createDecider(apiKeyChart)<string, Key, { word: string }>({
  clock: { now: () => new Date(0) },
  lock: async (tx, id) => {
    await note('lock').execute(tx)
    return keys.get(id)
  },
  notFound: message('problems', 'noSuchKey'),
  placeOf: ({ place }) => place,
  subject: ({ id }) => ({ id }),
  facts: async (tx, { before: { isOver } }) => {
    await note('facts').execute(tx)
    return { hasRoom: true, isOver }
  },
  isRepeated: (_, { before: { place }, event: { type } }) => type === 'EXPIRE' && place === 'EXPIRED',
  beforeWrite: async tx => {
    await note('beforeWrite').execute(tx)
  },
  next: ({ before, to }) => ({ ...before, place: to }),
  write: tx => note('row').execute(tx),
  audit: { action: type => type },
  effects: { noteUse: tx => note('effect').execute(tx) },
  reread: async tx => {
    await note('reread').execute(tx)
    return {}
  },
  announce: async tx => {
    await note('message').execute(tx)
  },
})
const { decide } = decider
const by = { actor: systemPrincipal }

describe('the decider', () => {
  it('writes the row, its history, the audit and the effects in this order, and publishes last', async () => {
    expect(await decide(db, 'live', { type: 'USE', ...by })).toEqual({
      ok: true,
      record: keys.get('live'),
      facts: { hasRoom: true, isOver: false },
      effects: ['noteUse'],
    })
    expect(asked).toEqual([
      'set_config',
      ...['lock', 'facts', 'beforeWrite', 'row', 'chart_event', 'audit_line', 'effect', 'reread', 'message'],
    ])
  })

  it('writes an audit line alone if the chart refuses', async () => {
    expect(await decide(db, 'over', { type: 'USE', ...by })).toMatchObject({
      ok: false,
      problem: { kind: 'conflict' },
    })
    expect(asked).toEqual(['set_config', 'lock', 'facts', 'audit_line'])
  })

  it('writes an audit line alone if the chart takes the event and the caller has a reason to refuse it', async () => {
    const unless = () => problem('conflict', message('server', 'wrongVersion'))
    expect(await decide(db, 'over', { type: 'EXPIRE', ...by }, { unless })).toEqual({
      ok: false,
      problem: unless(),
    })
    expect(asked).toEqual(['set_config', 'lock', 'facts', 'audit_line'])
  })

  it('writes nothing for a request that came before', async () => {
    expect(await decide(db, 'gone', { type: 'EXPIRE', ...by })).toMatchObject({ ok: true, effects: [] })
    expect(asked).toEqual(['set_config', 'lock', 'facts'])
  })

  it('refuses a request that came before to an actor without the right', async () => {
    expect(await decide(db, 'gone', { type: 'EXPIRE', actor: people.submitter })).toMatchObject({
      ok: false,
      problem: { kind: 'forbidden' },
    })
    expect(asked).toEqual(['set_config', 'lock', 'facts', 'audit_line'])
  })

  it('grants an act again to the person who did it, even without the right by now, and writes nothing', async () => {
    const event = { type: 'USE', actor: people.submitter } as const
    expect(await decide(db, 'live', event)).toMatchObject({ ok: false, problem: { kind: 'forbidden' } })
    asked = []
    const isDone = async (_: unknown, { id }: Key) => id === 'live'
    expect(await decide(db, 'live', event, { isDone })).toMatchObject({
      ok: true,
      record: keys.get('live'),
      effects: [],
    })
    expect(asked).toEqual(['set_config', 'lock', 'facts'])
    expect(await decide(db, 'over', event, { isDone })).toMatchObject({ ok: false })
  })

  it('decides an act that the chart takes, even if the person did the same before', async () => {
    const isDone = async () => true
    expect(await decide(db, 'live', { type: 'USE', ...by }, { isDone })).toMatchObject({
      effects: ['noteUse'],
    })
  })

  it('writes nothing about a record that does not exist', async () => {
    expect(await decide(db, 'none', { type: 'USE', ...by })).toMatchObject({
      ok: false,
      problem: { kind: 'not-found' },
    })
    expect(asked).toEqual(['set_config', 'lock'])
  })

  it('throws if the chart refuses an event that it must take', async () => {
    const decided = decider.decideOrThrow(db as never, keys.get('over')!, { type: 'USE', ...by })
    await expect(decided).rejects.toThrow('The chart apiKey refuses USE')
    expect(asked).toEqual(['facts'])
  })
})
