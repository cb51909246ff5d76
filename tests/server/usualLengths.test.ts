import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StatusName, statusOf } from '../../src/domain/status.ts'
import type { UsualLength } from '../../src/domain/tracking.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** How long steps usually take, by the decisions that the database has (decisions §16). */
let server: ProcessingServer
const id = randomUUID()
beforeAll(async () => {
  server = await startProcessingServer()
  await server.place({ id, instId: '0002' }, 'ANALYST_APPROVAL')
})
afterAll(() => server.stop())

const lengths = async (user: string) =>
  (await server.call<{ steps: UsualLength[] }>(user, 'GET', `/submissions/${id}/usual-lengths`)).body.steps

/** Comes to a status on Monday 2 November 2026, and leaves it by an event after so many days, each of several times. */
const stays = (status: StatusName, event: string, days: number, times: number, first: number) =>
  server.asOwner(`insert into submission_event (submission_id, inst_id, sequence, event, from_status_id, to_status_id, actor, facts, occurred_utc)
    select '${id}'::uuid, '0002', ${first} + 2 * n, 'SUBMIT', 0, ${statusOf(status).id}, '{}'::jsonb, '{}'::jsonb, timestamptz '2026-11-02 10:00Z'
      from generate_series(0, ${times - 1}) n
    union all select '${id}'::uuid, '0002', ${first} + 2 * n + 1, '${event}', ${statusOf(status).id}, 0, '{}'::jsonb, '{}'::jsonb,
      timestamptz '2026-11-02 10:00Z' + interval '${days} days' from generate_series(0, ${times - 1}) n`)

it('lengths of steps are known from ten decisions on, in working days, to everybody who sees the submission', async () => {
  await stays('ANALYST_APPROVAL', 'APPROVE', 3, 9, 1000)
  expect(await lengths('brackley-submitter')).toEqual([])
  await stays('ANALYST_APPROVAL', 'DECLINE', 9, 1, 1100)
  // A request to resubmit ends a stay whose step was not done.
  await stays('APPROVED', 'REQUEST_RESUBMISSION', 1, 20, 1200)
  await stays('PROVIDER_SIGNOFF', 'SIGN_OFF', 7, 10, 1300)
  const analyst = { step: 'ANALYST_APPROVAL', decisions: 10, from: 3, to: 3 }
  for (const user of ['brackley-submitter', 'bedel-analyst', 'ohe-analyst'])
    expect(await lengths(user)).toEqual([analyst])
  // Nobody returned a form during those stays.
  await server.asOwner(`insert into signed_form (id, submission_id, inst_id, file_name, file_size, uploader_id, uploaded_by, created_utc, returned_utc, object_key)
    values (gen_random_uuid(), '${id}', '0002', 'a.pdf', 1, 'x', 'x', now(), '2026-11-04 10:00Z', 'x')`)
  expect(new Set(await lengths('bedel-staff'))).toEqual(
    new Set([
      analyst,
      { step: 'returnForm', decisions: 10, from: 2, to: 2 },
      { step: 'record', decisions: 10, from: 3, to: 3 },
    ]),
  )
  // The form that waits to be recorded, also for a regulator, who may not read it.
  const formReturnedAt = async () =>
    (
      await server.call<{ formReturnedAt: string | null }>(
        'ohe-analyst',
        'GET',
        `/submissions/${id}/usual-lengths`,
      )
    ).body.formReturnedAt
  expect(await formReturnedAt()).toBe('2026-11-04T10:00:00.000Z')
  await server.asOwner(`update signed_form set refused_utc = now() where submission_id = '${id}'`)
  expect(await formReturnedAt()).toBeNull()
  const other = await server.call('ashby-submitter', 'GET', `/submissions/${id}/usual-lengths`)
  expect(other.status).toBe(404)
})
