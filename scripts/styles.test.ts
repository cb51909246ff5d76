import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../src', import.meta.url).pathname
const sheets = globSync('**/*.css', { cwd: root }).map(name => ({
  name,
  css: readFileSync(`${root}/${name}`, 'utf8'),
}))

/** Properties that React Aria sets on its elements. */
const ofReactAria = ['--trigger-width', '--visual-viewport-height']

it('every property that a stylesheet reads has a value', () => {
  const given = new Set([
    ...sheets.flatMap(({ css }) => css.match(/--[\w-]+(?=\s*:)/g) ?? []),
    ...ofReactAria,
  ])
  const without = sheets.flatMap(({ name, css }) =>
    [...css.matchAll(/var\((--[\w-]+)\s*\)/g)].flatMap(([, property = '']) =>
      given.has(property) ? [] : [`${name}: ${property}`],
    ),
  )
  expect(sheets.length).toBeGreaterThan(50)
  expect(without).toEqual([])
})
