import { existsSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { specs } from '../../src/model/charts/index.ts'

const folder = new URL('../../src/machines/', import.meta.url)

const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

it('every chart of src/machines is walked', () => {
  const charts = readdirSync(folder).filter(name => existsSync(new URL(`${name}/machine.ts`, folder)))
  const walked = specs.map(({ machine }) => machine.id)
  // A chart that is missing here needs a spec in charts/ and a test of its own.
  expect(charts.map(camelCase).filter(id => !walked.includes(id))).toEqual([])
})
