import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { operatorMessage } from '../../server/operatorFault.ts'
import { helpOn } from './help.mjs'

/** Ends a command that was called wrongly, with 2: it could not be carried out. */
export const refuse = (message: string): never => {
  console.error(message)
  process.exit(2)
}

/** Ends a command in the words of a fault that its operator can mend, with 2; throws any other. */
export const refuseFault = (error: unknown): never => {
  const message = operatorMessage(error)
  if (message === undefined) throw error
  return refuse(message)
}

/**
 * The options of the command line. Ends with how the command is called: with 0 for `--help`, with 2 where an option is
 * not known or not whole.
 */
export const readOptions = <const O extends ParseArgsOptionsConfig>(usage: string, options: O) => {
  helpOn(usage)
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : error}\nUsage: ${usage}`)
  }
}

/** A whole number above zero that stands in an option. */
export const wholeNumberOf = (text: string, name: string): number =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : refuse(`--${name} takes a whole number; it is "${text}".`)
