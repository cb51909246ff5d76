import { parentPort, workerData } from 'node:worker_threads'

/**
 * Ends the process that takes more memory than it may, or whose parent has ended. The limits of the system and of the packages come
 * first where there are any; this one is the same everywhere.
 */
const everyMs = 20

const { limitBytes, parent } = workerData as { limitBytes: number; parent: number }

const look = (): void => {
  if (process.memoryUsage.rss() > limitBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}

look()
setInterval(look, everyMs)
parentPort?.postMessage('watched')
