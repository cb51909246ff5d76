import pg from 'pg'

/**
 * A pool whose connections may be cut at any time. An idle connection that is lost is replaced at the next use; one that is
 * lost in use rejects its query. Either way the client also emits an error, which would end the process without a listener.
 */
export const createPool = (config: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool(config)
  pool.on('error', () => undefined)
  // The pool listens to its idle clients only.
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}
