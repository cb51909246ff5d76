import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { filesBelow, importsOf, parse } from './support/source.ts'

const root = join(import.meta.dirname, '..')
const src = join(root, 'src')
const machines = join(src, 'machines')

const files = filesBelow(src).filter(
  file => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.startsWith(join(src, 'model')),
)
const textOf = new Map(files.map(file => [file, readFileSync(file, 'utf8')]))
const importsIn = new Map(
  files.map(file => [
    file,
    importsOf(parse(file))
      .filter(({ source }) => source.startsWith('.'))
      .map(({ source }) => resolve(dirname(file), source)),
  ]),
)

/** The folder of the chart that a file is part of; undefined outside the charts. */
const chartOf = (file: string): string | undefined => {
  const [first, second] = relative(machines, file).split('/')
  if (first === undefined || first === '..') return undefined
  return first === 'support' && second === 'ruleEditor' ? 'support/ruleEditor' : first
}

const quoted = (text: string): string[] => [...text.matchAll(/'([^']+)'/g)].flatMap(([, word]) => word ?? [])

/** The tables of places in the domain, of which charts take their tags, by their names: the tags of each. */
const tagsByTable = new Map(
  [...textOf.values()]
    .flatMap(text => [...text.matchAll(/^export const (\w+) = taggedPlaces\(\{([^}]*)\}\)/gm)])
    .map(([, table = '', rows = '']) => [table, new Set(quoted(rows))]),
)

/** The tags that the states of each chart carry, by its folder. */
const tagsByChart = new Map<string, Set<string>>()
for (const [file, text] of textOf) {
  const chart = chartOf(file)
  if (chart === undefined) continue
  const tags = [...text.matchAll(/\btags: \[([^\]]*)\]/g)].flatMap(([, list]) => quoted(list ?? ''))
  tagsByChart.set(chart, (tagsByChart.get(chart) ?? new Set()).union(new Set(tags)))
}

/** The charts whose snapshots a file can hold: its own, those that it imports, and those of the files that it imports. */
const chartsSeenBy = (file: string): Set<string> => {
  const own = chartOf(file)
  const near = importsIn.get(file) ?? []
  const steps = near.filter(to => !to.endsWith('index.ts'))
  const seen = [...near, ...steps.flatMap(to => importsIn.get(to) ?? [])].map(chartOf)
  return new Set([own, ...seen].filter(chart => chart !== undefined))
}

it('has a reader for every tag of every chart', () => {
  const read = new Set<string>()
  for (const [file, text] of textOf) {
    const asked = [...text.matchAll(/\.hasTag\('([^']+)'\)/g)].map(([, tag]) => tag)
    for (const chart of asked.length > 0 ? chartsSeenBy(file) : [])
      for (const tag of asked) read.add(`${chart}: ${tag}`)
  }
  const declared = [...tagsByChart].flatMap(([chart, tags]) => [...tags].map(tag => `${chart}: ${tag}`))
  expect(declared.length).toBeGreaterThan(30)
  expect(declared.filter(tag => !read.has(tag))).toEqual([])
})

it('has a reader for every tag of every table of places', () => {
  const texts = [
    ...textOf.values(),
    ...filesBelow(join(root, 'server')).map(file => readFileSync(file, 'utf8')),
  ]
  const asked = /\b(\w+)\.(?:has\(\w+,|placesWith\()\s*'(\w+)'\)/g
  const read = new Set(
    texts.flatMap(text => [...text.matchAll(asked)].map(([, table, tag]) => `${table}: ${tag}`)),
  )
  const declared = [...tagsByTable].flatMap(([table, tags]) => [...tags].map(tag => `${table}: ${tag}`))
  expect(tagsByTable.size).toBe(8)
  expect(declared.filter(tag => !read.has(tag))).toEqual([])
})
