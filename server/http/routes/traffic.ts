import type { FastifyInstance } from 'fastify'
import * as wire from '../../../src/domain/wire/traffic.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import { type MoveRow, moveCounts, statusCounts } from '../../database/queries/traffic.ts'
import { route } from '../route.ts'

const moveOf = (row: MoveRow): wire.Move => ({
  event: row.event,
  fromStatusId: row.from_status_id,
  toStatusId: row.to_status_id,
})

const movesOf = (rows: readonly MoveRow[]): wire.Traffic['moves'] => {
  const moves = new Map<string, wire.Traffic['moves'][number]>()
  for (const row of rows) {
    const move = moveOf(row)
    const key = JSON.stringify(move)
    moves.set(key, { move, count: (moves.get(key)?.count ?? 0) + row.count })
  }
  return [...moves.values()]
}

const pairsOf = (rows: readonly MoveRow[]): wire.Traffic['pairs'] =>
  rows.flatMap(row => {
    if (row.next_event === null || row.next_to_status_id === null) return []
    const second = {
      event: row.next_event,
      fromStatusId: row.to_status_id,
      toStatusId: row.next_to_status_id,
    }
    return [{ first: moveOf(row), second, count: row.count }]
  })

/** What the inspector knows of the real traffic: where submissions stand, and which moves they made. */
export const trafficRoutes = (app: FastifyInstance, { db }: Pick<Server, 'db'>): void => {
  route(app, wire.listStatusCounts, ({ actor }) =>
    withScope(db, scopeOf(actor), async tx => ({
      statuses: (await statusCounts(tx)).map(({ status_id, submissions, collections }) => ({
        statusId: status_id,
        submissions,
        collections,
      })),
    })),
  )

  route(app, wire.getTraffic, ({ actor }) =>
    withScope(db, scopeOf(actor), async tx => {
      const rows = await moveCounts(tx)
      return { moves: movesOf(rows), pairs: pairsOf(rows) }
    }),
  )
}
