import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isInLayout, screenFiles } from '../scripts/bundle.ts'
import { importsOf, parse } from './support/source.ts'

/*
 * What the lifecycle's guards say is no part of the first load: a screen that asks the chart loads it with itself. A message
 * of a scope that is not loaded cannot be drawn.
 */

const root = join(import.meta.dirname, '..')

const parsed = new Map<string, { imports: string[]; speaks: boolean }>()

/** What a module imports of ours, at once or later, and whether it makes messages of the lifecycle. */
const moduleOf = (file: string) => {
  const known = parsed.get(file)
  if (known) return known
  const source = parse(file)
  const found = {
    imports: importsOf(source)
      .filter(({ source: from, isTypeOnly }) => from.startsWith('.') && !isTypeOnly && !from.includes('?'))
      .map(({ source: from }) => resolve(dirname(file), from))
      .filter(target => /\.tsx?$/.test(target) && !target.includes('/src/messages/') && existsSync(target)),
    speaks: /\b(?:message|useMessages)\('lifecycle'/.test(source.text),
  }
  parsed.set(file, found)
  return found
}

/** Whether a module, or one that it imports by some way, makes messages of the lifecycle. */
const speaksOfLifecycle = (file: string, seen = new Set<string>()): boolean => {
  if (seen.has(file)) return false
  seen.add(file)
  const { speaks, imports } = moduleOf(file)
  return speaks || imports.some(next => speaksOfLifecycle(next, seen))
}

describe('messages of the lifecycle', () => {
  const asking = screenFiles.filter(({ page }) => speaksOfLifecycle(join(root, page)))

  it('are loaded by every screen whose code makes them; pages of a submission have them from their layout', () => {
    expect(asking.length).toBeGreaterThan(10)
    expect(
      asking
        .filter(({ page, scopes }) => !scopes.includes('lifecycle') && !isInLayout(page))
        .map(({ page }) => relative('src/features', page)),
    ).toEqual([])
  })

  it('are no part of the first load', () => {
    const first = ['src/features/dashboard/Dashboard.tsx', 'src/app/Frame.tsx', 'src/app/Root.tsx']
    expect(first.filter(file => speaksOfLifecycle(join(root, file)))).toEqual([])
  })
})
