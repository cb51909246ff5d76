import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'

// Every command of package.json says how it is called, and does nothing else then.

const root = join(import.meta.dirname, '..')
const given = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** What asks before some of them whether the packages are there. */
const before = /--import \.\/scripts\/support\/installed\.mjs /
const scripts = Object.fromEntries(
  Object.entries(given.scripts).map(([name, command]) => [name, command.replace(before, '')]),
)
/** Commands of ours alone; where several start one script, it names the first. */
const own = Object.entries(scripts).filter(
  ([name, command]) => /^node [\w/.-]+( --dev)?$/.test(command) && name !== 'prepare',
)
/** Tools with a help of their own. */
const tools = ['vite', 'vitepress', 'tsc', 'biome', 'knip', 'vitest', 'playwright']

interface Ended {
  code: number | null
  printed: string
}

/** Runs a command as a process of its own. */
const start = async (command: string): Promise<Ended> => {
  const child = spawn(process.execPath, [...command.split(' ').slice(1), '--help'], { cwd: root })
  let printed = ''
  child.stdout.on('data', chunk => {
    printed += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, printed }
}

/** Loads one command after the other, as if it were called with `--help`: they share most of their modules. */
const loadingAll = `
const { log } = console
const ended = {}
for (const [name, command] of JSON.parse(process.argv[1])) {
  const [, script, ...options] = command.split(' ')
  const end = ended[name] = { code: null, printed: '' }
  process.argv = [process.execPath, script, ...options, '--help']
  console.log = text => { end.printed += text }
  process.exit = code => {
    end.code ??= code
    throw end
  }
  await import(new URL(script + '?' + name, ${JSON.stringify(pathToFileURL(`${root}/`))})).catch(error => {
    if (error !== end) throw error
  })
}
log(JSON.stringify(ended))`

/** Starts another process itself, so it cannot be loaded beside others. */
const alone = 'validate'

describe('--help', () => {
  it('is asked of every command', () => {
    expect(own.length).toBeGreaterThan(10)
    const names = new Set(own.map(([, command]) => command.split(' ')[1]))
    const others = Object.values(scripts)
      .flatMap(command => command.split(' && '))
      .filter(command => !names.has(command.split(' ')[1]))
    expect(others.filter(command => !tools.includes(command.split(' ')[0] ?? ''))).toEqual([])
  })

  let ended: Record<string, Ended> = {}
  beforeAll(async () => {
    const together = own.filter(([name]) => name !== alone)
    const args = ['--input-type=module', '--eval', loadingAll, JSON.stringify(together)]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
    ended = { ...JSON.parse(stdout), [alone]: await start(scripts[alone] ?? '') }
  }, 120_000)

  it.each(own)('of %s prints how it is called and ends with 0', name => {
    const { code, printed } = ended[name] ?? expect.fail('It was not called.')
    expect(printed).toMatch(/^Usage: npm /)
    expect(printed).toContain(['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`)
    expect(code).toBe(0)
  })
})
