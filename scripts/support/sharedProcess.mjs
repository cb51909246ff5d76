// A process that several others use. Plain JavaScript, since scripts/test.mjs starts it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/**
 * Starts a process when it is first asked for, and once however often it is. It prints one line, where it is to be found, and ends
 * with its input: so also where this process is killed.
 */
export const sharedProcess = (command, args, options) => {
  let started
  const start = async () => {
    const child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'inherit'] })
    const exited = once(child, 'exit')
    const [line] = await Promise.race([
      once(createInterface(child.stdout), 'line'),
      exited.then(() => Promise.reject(new Error(`${args.at(-1)} has ended before it was ready.`))),
    ])
    return { child, exited, line }
  }
  return {
    /** The line; rejects where the process cannot be started. */
    line: async () => {
      started ??= start()
      return (await started).line
    },
    /** Ends the process, where it was started. */
    stop: async () => {
      const running = await started?.catch(() => undefined)
      running?.child.stdin.end()
      await running?.exited
    },
  }
}
