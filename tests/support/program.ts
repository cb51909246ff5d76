import { spawnSync } from 'node:child_process'

/** Why what needs a program of this machine is skipped, for the title of the test; nothing where the program is there. */
export const whyWithout = (program: string): string =>
  spawnSync(program, ['--help']).error === undefined ? '' : ` (${program} is not installed)`

/** Runs a program; gives its status, and what it has said where that is not 0. */
export const outcomeOf = (
  program: string,
  given: readonly string[],
  environment: Record<string, string> = {},
): { status: number | null; said: string } => {
  const { status, stdout, stderr } = spawnSync(program, given, {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  })
  return { status, said: status === 0 ? '' : stdout + stderr }
}
