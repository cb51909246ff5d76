import { parentPort, workerData } from 'node:worker_threads'

/**
 * Kills the process if it exceeds its memory or its parent has ended. System limits (`ulimit`, heap size) act first where they exist;
 * this one works on every platform.
 */
const everyMs = 20

const { limitBytes, parent } = workerData as { limitBytes: number; parent: number }

const look = (): void => {
  if (process.memoryUsage.rss() > limitBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}

look()
setInterval(look, everyMs)
parentPort?.postMessage('watched')
