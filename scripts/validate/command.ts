import { ContentError } from './content.ts'
import { readOptions, UsageError, usage } from './options.ts'
import { jsonOf, textOf } from './report.ts'
import { exitCodes, validate } from './validate.ts'

/** How the command ends: its exit code, and what it prints. */
export interface Ending {
  code: number
  /** Lines for the standard output. */
  out: string[]
  /** Lines for the error output. */
  err: string[]
}

/**
 * What the command does with these arguments: 0 to 2 for what the check found, 3 where it could not be carried out, 130
 * where it was stopped. A fault of the program is thrown.
 */
export const runCommand = async (args: readonly string[], signal: AbortSignal): Promise<Ending> => {
  try {
    const options = readOptions(args)
    const result = await validate(options, signal)
    return {
      code: exitCodes[result.verdict],
      out: [await (options.json ? jsonOf(result) : textOf(result))],
      err: [],
    }
  } catch (error) {
    if (signal.aborted) return { code: 130, out: [], err: [] }
    if (error instanceof UsageError) return { code: 3, out: [], err: [error.message, `Usage: ${usage}`] }
    if (error instanceof ContentError) return { code: 3, out: [], err: [error.message] }
    throw error
  }
}
