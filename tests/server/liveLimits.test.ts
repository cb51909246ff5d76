import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeCodes } from '../../server/live/index.ts'
import { liveConnections } from './support/liveConnection.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer({ environment: { CALLS_PER_MINUTE: 'oldTicket=4,refused=1' } })
})
afterAll(() => server.stop())

const { ticket, open } = liveConnections(() => server)
const { ticketRefused, tooMany } = closeCodes

it('counts a ticket that was used or is too old, and one from another site, apart from guesses', async () => {
  const used = await ticket('ashby-guest', '0001')
  const first = open('0001', used)
  await first.until(({ type }) => type === 'HELLO')
  const late = await ticket('ashby-guest', '0001')
  server.clock.forward(31_000)
  const stolen = await ticket('ashby-guest', '0001')
  const codes: number[] = []
  for (const [token, origin] of [[used], [late], [stolen, 'https://elsewhere.example'], [used]] as const)
    codes.push(await open('0001', token, origin).closed)
  expect(codes).toEqual([ticketRefused, ticketRefused, ticketRefused, ticketRefused])
  for (const [token, origin] of [[used], [late], [stolen, 'https://elsewhere.example']] as const)
    codes.push(await open('0001', token, origin).closed)
  expect(codes.slice(4)).toEqual([tooMany, tooMany, tooMany])

  // None of these was a guess, and a good ticket opens a connection whatever was tried at its address.
  const guess = () => open('0001', randomBytes(32).toString('base64url')).closed
  expect([await guess(), await guess()]).toEqual([ticketRefused, tooMany])
  const good = open('0001', await ticket('ashby-guest', '0001'))
  expect(await good.until(({ type }) => type === 'HELLO')).toMatchObject({ instId: '0001' })
  good.close()
  first.close()
})
