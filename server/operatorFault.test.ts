import { expect, it } from 'vitest'
import { ConfigError } from './config.ts'
import { NoInstallation } from './database/index.ts'
import { operatorMessage } from './operatorFault.ts'

const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code })

it('is shown to an operator in its own words, without where it came from', () => {
  for (const Fault of [ConfigError, NoInstallation])
    expect(operatorMessage(new Fault('Set PORT to a number.'))).toBe('Set PORT to a number.')
})

it.each([
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:9'],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND database'],
  ['57P03', 'the database system is starting up'],
  ['', 'timeout exceeded when trying to connect'],
])('says of a database that does not answer (%s) what to do', (code, said) => {
  expect(operatorMessage(coded(code, said))).toBe(
    `The database cannot be reached: ${said}. Start it, or correct DATABASE_URL.`,
  )
})

it('gives the code where several addresses of one host were tried, which say nothing together', () => {
  const tried = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' })
  expect(operatorMessage(tried)).toBe(
    'The database cannot be reached: ECONNREFUSED. Start it, or correct DATABASE_URL.',
  )
})

it.each([
  ['28P01', 'password authentication failed for user "bedel_app"'],
  ['3D000', 'database "bedel" does not exist'],
])('says of a database that lets nobody in (%s) what to do', (code, said) => {
  expect(operatorMessage(coded(code, said))).toBe(
    `The database refuses the connection: ${said}. Correct DATABASE_URL and, where it is set, MIGRATION_DATABASE_URL.`,
  )
})

it('is no fault of the system itself, which shows where it came from', () => {
  expect(operatorMessage(new Error('no such column'))).toBeUndefined()
  expect(operatorMessage(coded('42703', 'column does not exist'))).toBeUndefined()
  expect(operatorMessage('thrown')).toBeUndefined()
})

it('is told of a database that takes no changes where to look, not that it cannot be reached', () => {
  const said = 'cannot execute CREATE TABLE in a read-only transaction'
  expect(operatorMessage(coded('25006', said))).toBe(
    `The database takes no changes: ${said}. Have DATABASE_URL and, where it is set, MIGRATION_DATABASE_URL name the primary, not a standby; where a full disk made it read-only, make room.`,
  )
})
