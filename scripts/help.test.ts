import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

// Every command of package.json says how it is called, and does nothing else then.

const root = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** Commands of ours alone; where several start one script, it names the first. */
const own = Object.entries(scripts).filter(
  ([name, command]) => /^node [\w/.-]+( --dev)?$/.test(command) && name !== 'prepare',
)
/** Tools with a help of their own. */
const tools = ['vite', 'tsc', 'biome', 'knip', 'vitest', 'playwright']

const run = (command: string, ...args: string[]): Promise<{ code: number | null; printed: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...command.split(' ').slice(1), ...args], { cwd: root })
    let printed = ''
    child.stdout.on('data', chunk => {
      printed += chunk
    })
    child.once('error', reject)
    child.once('close', code => resolve({ code, printed }))
  })

describe('--help', () => {
  it('is asked of every command', () => {
    expect(own.length).toBeGreaterThan(10)
    const names = new Set(own.map(([, command]) => command.split(' ')[1]))
    const others = Object.values(scripts)
      .flatMap(command => command.split(' && '))
      .filter(command => !names.has(command.split(' ')[1]))
    expect(others.filter(command => !tools.includes(command.split(' ')[0] ?? ''))).toEqual([])
  })

  it.each(own)(
    'of %s prints how it is called and ends with 0',
    async (name, command) => {
      const { code, printed } = await run(command, '--help')
      expect(printed).toMatch(/^Usage: npm /)
      expect(printed).toContain(['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`)
      expect(code).toBe(0)
    },
    60_000,
  )
})
