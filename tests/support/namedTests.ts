import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A test as a document names it: `file`: words of its title. */
export interface NamedTest {
  file: string
  title: string
}

/** The rows of the table below a heading of a document: their cells. */
export const rowsOf = (document: string, heading: string): string[][] => {
  const [, after = ''] = document.split(`\n${heading}\n`)
  const [section = ''] = after.split('\n## ')
  return section
    .split('\n')
    .filter(line => line.startsWith('| '))
    .map(line =>
      line
        .slice(1, -1)
        .split(' | ')
        .map(cell => cell.trim()),
    )
}

/** The tests that a cell names. */
export const testsIn = (cell: string): NamedTest[] =>
  [...cell.matchAll(/`([^`]+)`: (.*?)(?:<br>|$)/g)].map(([, file = '', title = '']) => ({ file, title }))

/** Those that are not there, or no longer under that title. */
export const missingOf = (tests: readonly NamedTest[]): NamedTest[] =>
  tests.filter(({ file, title }) => {
    const path = join(root, file)
    return !existsSync(path) || !readFileSync(path, 'utf8').includes(title)
  })
