/**
 * Brings the paths of the charts into the portal, for the inspector's export. A page imports `virtual:chart-paths`: for
 * each chart and each criterion a function that fetches the paths, which are the ones that `npm run model:export` writes.
 */
import type { Plugin } from 'vite'
import { type Criterion, criteria, type TestPath } from '../../src/model/paths/testPath.ts'

const listId = 'virtual:chart-paths'
const partId = 'virtual:chart-paths/'

const listing = (charts: readonly string[]): string => {
  const entries = charts.map(chart => {
    const ways = criteria.map(criterion => `'${criterion}': () => import('${partId}${chart}/${criterion}')`)
    return `${JSON.stringify(chart)}: { ${ways.join(',\n')} }`
  })
  return `export const paths = { ${entries.join(',\n')} }`
}

/** A module of paths; each step stands in it once, since paths share most of theirs. */
const moduleOf = (paths: readonly TestPath[]): string => {
  const numbers = new Map<string, number>()
  const numberOf = (step: unknown): number => {
    const text = JSON.stringify(step)
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, numbers.size)
    return numbers.size - 1
  }
  const compact = paths.map(path => ({ ...path, steps: path.steps.map(numberOf) }))
  return `const steps = [${[...numbers.keys()].join(',')}]
export default ${JSON.stringify(compact)}.map(path => ({ ...path, steps: path.steps.map(at => steps[at]) }))`
}

/** The Vite plugin. */
export function chartPaths(): Plugin {
  return {
    name: 'chart-paths',
    resolveId(id) {
      return id === listId || id.startsWith(partId) ? `\0${id}` : undefined
    },
    async load(id) {
      if (id !== `\0${listId}` && !id.startsWith(`\0${partId}`)) return undefined
      // Only where the paths are asked for: the configuration is read for every test as well.
      const { specs } = await import('../../src/model/charts/index.ts')
      const { keptPathsOfSystem } = await import('../model/keptPaths.ts')
      if (id === `\0${listId}`)
        return { code: listing(specs.map(({ machine }) => machine.id)), map: { mappings: '' } }
      const [chart = '', criterion = ''] = id.slice(partId.length + 1).split('/')
      const spec = specs.find(({ machine }) => machine.id === chart)
      if (!spec) throw new Error(`There is no chart "${chart}" to walk.`)
      return { code: moduleOf(keptPathsOfSystem(spec, criterion as Criterion)), map: { mappings: '' } }
    },
  }
}
