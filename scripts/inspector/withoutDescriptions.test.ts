import { glob, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { expect, it } from 'vitest'
import { loadMachine, machineIds } from '../../src/machines/charts.ts'
import { type Chart, chartOf } from '../../src/machines/inspection/chart.ts'
import { descriptionsIn, machinesWithoutDescriptions, withoutDescriptions } from './withoutDescriptions.ts'

const root = join(import.meta.dirname, '../..')

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
    const made = { description: textOf('x') } // description: 'x'
    const data = [{ description: '' }, { description: null }, { description: 1 }]`
  expect(without(code)).toBe(code)
})

/** Every chart of the source. */
const chartsOfSource = (): Promise<Chart[]> =>
  Promise.all(machineIds.map(async id => chartOf(await loadMachine(id))))

it('takes nothing of the machines but what describes their states and transitions', async () => {
  const described = new Set(
    (await chartsOfSource())
      .flatMap(({ description, states, transitions }) => [{ description }, ...states, ...transitions])
      .map(({ description }) => description),
  )
  const machines = join(root, 'src/machines')
  let count = 0
  for await (const name of glob('**/*.ts', { cwd: machines, exclude: ['inspection/**', '**/*.test.ts'] })) {
    const file = join(machines, name)
    for (const { text } of descriptionsIn(file, await readFile(file, 'utf8'))) {
      expect(described, `${name} says it`).toContain(text)
      count += 1
    }
  }
  expect(count).toBeGreaterThan(300)
})

// Analysts look at the chart of the source; what decides in a browser has gone through the build.
it('leaves the machines of a build, which are minified, the same charts but for descriptions', async () => {
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const outDir = await mkdtemp(join(cache, 'machines-'))
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'silent',
      plugins: [machinesWithoutDescriptions()],
      build: {
        outDir,
        ssr: true,
        minify: true,
        rolldownOptions: {
          input: {
            charts: join(root, 'src/machines/charts.ts'),
            chart: join(root, 'src/machines/inspection/chart.ts'),
          },
          output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
    })
    const importOf = <Module>(name: string): Promise<Module> =>
      import(/* @vite-ignore */ pathToFileURL(join(outDir, name)).href)
    const built = await importOf<{ loadMachine: typeof loadMachine }>('charts.mjs')
    const inspection = await importOf<{ chartOf: typeof chartOf }>('chart.mjs')
    const withoutText = <Described extends { description: string }>(one: Described) => ({
      ...one,
      description: '',
    })
    for (const [at, chart] of (await chartsOfSource()).entries()) {
      const own = inspection.chartOf(await built.loadMachine(machineIds[at] ?? 'submissionLifecycle'))
      expect(own).toEqual({
        ...withoutText(chart),
        states: chart.states.map(withoutText),
        transitions: chart.transitions.map(withoutText),
      })
    }
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
})
