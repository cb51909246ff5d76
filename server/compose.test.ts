import { expect, it } from 'vitest'
import { createLog } from './compose.ts'

it('logs no value of a row at fault that PostgreSQL tells beside its words', () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'error' }, { write: line => lines.push(line) })
  const fault = () =>
    Object.assign(new Error('duplicate key value violates unique constraint "transfer_pkey"'), {
      detail: 'Key (sid)=(Neill) already exists.',
      where: 'COPY transfer, line 1: "Neill"',
      table: 'transfer',
    })
  log.error({ err: fault() }, 'a job failed')
  log.error({ err: new Error('The transfers were not kept.', { cause: fault() }) }, 'a job failed')
  log.error(
    { err: Object.assign(new Error('The statement failed.'), { driverError: fault() }) },
    'a job failed',
  )
  log.error({ err: new AggregateError([fault(), fault()], 'Several statements failed.') }, 'a job failed')
  expect(lines).toHaveLength(4)
  expect(lines.join('')).toContain('transfer_pkey')
  expect(lines.join('')).not.toContain('Neill')
})
