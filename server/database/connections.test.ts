import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { createClient, createPool } from './connections.ts'

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
