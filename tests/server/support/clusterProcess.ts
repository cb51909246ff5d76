import { startCluster } from './cluster.ts'
import { endWithInput } from './endWithInput.ts'

/** The PostgreSQL of a test run as a process of its own: prints its addresses, and ends with its input or by a signal. */
const { ownerUrl, url, stop } = await startCluster()
console.log(JSON.stringify({ ownerUrl, url }))
endWithInput(stop)
