import type { SpawnOptions } from 'node:child_process'

export const sharedProcess: (
  command: string,
  args: readonly string[],
  options: SpawnOptions,
) => { line: () => Promise<string>; stop: () => Promise<void> }
