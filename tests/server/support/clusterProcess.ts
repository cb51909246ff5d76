import { startCluster } from './cluster.ts'

/** The PostgreSQL of a test run as a process of its own: prints its addresses, and ends with its input or by a signal. */
const { ownerUrl, url, stop } = await startCluster()
let isEnding = false
const end = (): void => {
  if (isEnding) return
  isEnding = true
  void stop().then(() => process.exit())
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
console.log(JSON.stringify({ ownerUrl, url }))
process.stdin.resume().once('end', end)
