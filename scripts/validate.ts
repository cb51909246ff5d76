import { helpOn } from './support/help.mjs'
import { ContentError } from './validate/content.ts'
import { readOptions, UsageError, usage } from './validate/options.ts'
import { jsonOf, textOf } from './validate/report.ts'
import { exitCodes, validate } from './validate/validate.ts'

helpOn(usage)

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())

/** `npm run validate`: checks a file offline with the engine and the rules of the server. */
try {
  const options = readOptions(process.argv.slice(2))
  const result = await validate(options, stopped.signal)
  console.log(options.json ? jsonOf(result) : textOf(result))
  process.exitCode = exitCodes[result.verdict]
} catch (error) {
  process.exitCode = stopped.signal.aborted ? 130 : 3
  if (!stopped.signal.aborted) {
    if (!(error instanceof UsageError || error instanceof ContentError)) throw error
    console.error(error.message)
    if (error instanceof UsageError) console.error(`Usage: ${usage}`)
  }
}
