import { existsSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { loadMachines, machineIds } from './charts.ts'
import { chartOf } from './inspection/chart.ts'

const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

it('every chart of src/machines can be inspected, under its own id', async () => {
  const folders = readdirSync(import.meta.dirname).filter(name =>
    existsSync(new URL(`./${name}/machine.ts`, import.meta.url)),
  )
  expect((await loadMachines()).map(({ id }) => id).toSorted()).toEqual(folders.map(camelCase).toSorted())
  expect((await loadMachines()).map(({ id }) => id)).toEqual(machineIds)
})

it('every guard has a name, so that the inspector can say what decides', async () => {
  const unnamed = (await loadMachines()).flatMap(machine =>
    chartOf(machine).transitions.filter(({ guards }) => guards.some(guard => guard.includes('inline'))),
  )
  expect(unnamed).toEqual([])
})
