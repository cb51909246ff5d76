import fastify from 'fastify'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { call } from '../../src/domain/wire/call.ts'
import { route } from './route.ts'

/** What is public asks for no sign-in, so that nothing of a server is needed. */
const rows = z.object({ rows: z.array(z.object({ id: z.string() })) })
const listRows = call({
  method: 'GET',
  path: '/rows',
  summary: 'A list of rows.',
  permission: 'public',
  response: rows,
})

it('an answer is read by the code that is made for its objects, at every depth, and tells no more than its call', async () => {
  const app = fastify()
  const isCompiled = ({ _zod }: z.ZodMiniType) => _zod.traits.has('$ZodObjectJIT')
  const { element } = rows.shape.rows._zod.def
  expect([rows, element].map(isCompiled)).toEqual([false, false])
  route(app, listRows, async () => ({ rows: [{ id: 'a', secret: 'kept' }] }))
  expect([rows, element].map(isCompiled)).toEqual([true, true])
  const answer = await app.inject({ path: '/api/rows' })
  expect([answer.statusCode, answer.json()]).toEqual([200, { rows: [{ id: 'a' }] }])
  await app.close()
})
