import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../tests/server/support/temporaryFolder.ts'

const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** Runs a command as `npm run` does, in a clone whose script needs a package. */
const run = async (command: string, clone: string): Promise<{ code: number; printed: string }> => {
  const [, ...args] = command.split(' ')
  return promisify(execFile)(process.execPath, args, { cwd: clone }).then(
    ({ stdout }) => ({ code: 0, printed: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, printed: stderr }),
  )
}

it.each(['admin', 'backup', 'restore', 'conformance', 'audit:verify'])(
  'npm run %s says in a clone without packages that they have to be installed first',
  async name => {
    const command = scripts[name] ?? ''
    const clone = await temporaryFolder()
    mkdirSync(join(clone, 'scripts/support'), { recursive: true })
    const preload = 'scripts/support/installed.mjs'
    cpSync(join(import.meta.dirname, '../..', preload), join(clone, preload))
    const script = join(clone, command.split(' ').at(-1) ?? '')
    writeFileSync(script, "import 'a-package'")
    expect(await run(command, clone)).toEqual({
      code: 2,
      printed:
        'The packages are not installed yet. Run "npm ci" or "npm start" in this folder, and then this command again.\n',
    })
    mkdirSync(join(clone, 'node_modules/.bin'), { recursive: true })
    writeFileSync(join(clone, 'node_modules/.bin/node'), '')
    writeFileSync(script, "console.log('It runs.')")
    expect(await run(command, clone)).toEqual({ code: 0, printed: 'It runs.\n' })
  },
)
