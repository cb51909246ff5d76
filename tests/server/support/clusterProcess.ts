import { startCluster } from './cluster.ts'

/** The PostgreSQL of a test run as a process of its own: prints its addresses, and ends with its input. */
const { ownerUrl, url, stop } = await startCluster()
console.log(JSON.stringify({ ownerUrl, url }))
process.stdin.resume().once('end', () => void stop())
