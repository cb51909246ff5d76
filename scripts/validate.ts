import { helpOn } from './support/help.mjs'
import { runCommand } from './validate/command.ts'
import { usage } from './validate/options.ts'

helpOn(usage)

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())

/** `npm run validate`: checks a file offline with the engine and the rules of the server. */
try {
  const { code, out, err } = await runCommand(process.argv.slice(2), stopped.signal)
  process.exitCode = code
  for (const line of out) console.log(line)
  for (const line of err) console.error(line)
} catch (error) {
  process.exitCode = 3
  throw error
}
