import pino from 'pino'
import { startEmbeddedDatabase } from '../../../server/database/index.ts'
import { endWithInput } from './endWithInput.ts'

/**
 * The embedded database, durable as an installation has it, with who looks after it in a process of its own, so that both
 * can be killed: prints its addresses, and ends with its input or by a signal.
 */
const { ownerUrl, url, stop } = await startEmbeddedDatabase(
  process.argv[2] ?? '',
  pino({ level: 'silent' }, pino.destination(2)),
)
console.log(JSON.stringify({ ownerUrl, url }))
endWithInput(stop)
