import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { clusterVariable } from './cluster.ts'

/**
 * One PostgreSQL for all files of the run: that of `npm test` where it has started one, else its own. It is a process of
 * its own, which ends with its input, so also where this process is killed.
 */
export default async (): Promise<() => Promise<void>> => {
  if (process.env[clusterVariable] !== undefined) return async () => undefined
  const child = spawn(process.execPath, [join(import.meta.dirname, 'clusterProcess.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const [addresses] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exited.then(() => Promise.reject(new Error('The PostgreSQL of the tests could not be started.'))),
  ])
  process.env[clusterVariable] = String(addresses)
  return async () => {
    delete process.env[clusterVariable]
    child.stdin.end()
    await exited
  }
}
