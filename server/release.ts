import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Version of the release that this process is of. */
export const thisRelease: string = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string }
).version
