import { existsSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { loadMachines, machineIds } from './charts.ts'

const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

it('every chart of src/machines can be inspected, under its own id', async () => {
  const folders = readdirSync(import.meta.dirname).filter(name =>
    existsSync(new URL(`./${name}/machine.ts`, import.meta.url)),
  )
  expect((await loadMachines()).map(({ id }) => id).toSorted()).toEqual(folders.map(camelCase).toSorted())
  expect((await loadMachines()).map(({ id }) => id)).toEqual(machineIds)
})
