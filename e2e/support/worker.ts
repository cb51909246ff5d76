import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PortalServer } from './server.ts'

/** Process id of the worker beside a server. */
const workerOf = ({ dataDir }: PortalServer): number => {
  const server = readFileSync(join(dataDir, 'server.pid'), 'utf8').trim()
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ')
  const worker = children.find(pid => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts'))
  if (!worker) throw new Error('The server has no worker process.')
  return Number(worker)
}

/** Holds the worker where it is, so that a step under way stays in sight. Gives what lets it go on. */
export const holdWorker = (portal: PortalServer): (() => void) => {
  const worker = workerOf(portal)
  process.kill(worker, 'SIGSTOP')
  return () => process.kill(worker, 'SIGCONT')
}
