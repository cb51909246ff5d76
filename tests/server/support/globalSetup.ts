import { join } from 'node:path'
import { sharedProcess } from '../../../scripts/support/sharedProcess.mjs'
import { clusterVariable } from './cluster.ts'

/**
 * One PostgreSQL for all files of the run: that of `npm test`, which has one for all of its stages, else its own. It is a process
 * of its own, which ends with its input, so also where this process is killed.
 */
export default async (): Promise<() => Promise<void>> => {
  if (process.env[clusterVariable] !== undefined) return async () => undefined
  const cluster = sharedProcess(process.execPath, [join(import.meta.dirname, 'clusterProcess.ts')], {})
  process.env[clusterVariable] = await cluster.line()
  return async () => {
    delete process.env[clusterVariable]
    await cluster.stop()
  }
}
