import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

it('docs/dependencies.md states for every dependency, in its present version, when it was checked', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  const rows = new Map(
    read('docs/dependencies.md')
      .split('\n')
      .filter(line => /^\| (?!Package|-)/.test(line))
      .map(line => line.split('|').map(cell => cell.trim()))
      .map(([, name = '', version, , , checked]) => [name, { version, checked }] as const),
  )
  expect([...rows].map(([name, { version }]) => `${name}@${version}`)).toEqual(
    [dependencies, devDependencies].flatMap(group =>
      Object.entries(group).map(([name, version]) => `${name}@${version}`),
    ),
  )
  for (const [name, { checked = '' }] of rows) expect(checked, name).toMatch(/^20\d\d-\d\d-\d\d$/)
})
