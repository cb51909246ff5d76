import { existsSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { machines } from './charts.ts'

const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

it('every chart of src/machines can be inspected', () => {
  const folders = readdirSync(import.meta.dirname).filter(name =>
    existsSync(new URL(`./${name}/machine.ts`, import.meta.url)),
  )
  expect(machines.map(({ id }) => id).toSorted()).toEqual(folders.map(camelCase).toSorted())
})
