import { expect, it } from 'vitest'
import { withoutDescriptions } from './withoutDescriptions.ts'

const without = (code: string): string => withoutDescriptions('machine.ts', code)
const isBlankedIn = (code: string, kept: string): void => {
  const rest = without(code)
  expect(rest).toHaveLength(code.length)
  expect(rest.replace(/\s+/g, ' ')).toBe(kept)
}

it('leaves everything but descriptions where it was', () => {
  isBlankedIn(`const open: State = { description: 'Café, open.', on: {} }`, `const open: State = { on: {} }`)
  isBlankedIn(`const shut = { tags, description:\n  "It's shut" , on: {} }`, `const shut = { tags, on: {} }`)
  isBlankedIn(`const end = { type: 'final', description: 'Over.' }`, `const end = { type: 'final', }`)
  isBlankedIn(`const only = { description: 'One.' }`, `const only = { }`)
})

it('leaves what is no text of a chart', () => {
  const code = `interface Named { description: string }
    const named = ({ id, description }: Named) => ({ id, description, text: \`description: 'x'\` })
    const made = { description: textOf('x') } // description: 'x'`
  expect(without(code)).toBe(code)
})
