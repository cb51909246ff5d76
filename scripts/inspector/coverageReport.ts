/**
 * Brings what was walked into the portal: `virtual:coverage-report` is the report that `npm run model` left in
 * coverage/model.json with the levels that other tests left beside it, or null when the build was made without one.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { CoverageReport, Level, Walked } from '../../src/machines/inspection/coverage.ts'

const id = 'virtual:coverage-report'
/** Levels that are not walked by `npm run model` itself: a file each, walks by chart. */
const others: readonly Level[] = ['api', 'browser', 'qa']

const readJson = <T>(file: string): T | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined

const reportIn = (folder: string): CoverageReport | null => {
  const report = readJson<CoverageReport>(join(folder, 'model.json'))
  if (!report) return null
  const walks = others.map(level => ({
    level,
    byChart: readJson<Record<string, Walked>>(join(folder, `${level}.json`)) ?? {},
  }))
  return {
    charts: report.charts.map(chart => ({
      ...chart,
      levels: {
        ...chart.levels,
        ...Object.fromEntries(
          walks.flatMap(({ level, byChart }) => {
            const walked = byChart[chart.id]
            return walked ? [[level, walked]] : []
          }),
        ),
      },
    })),
  }
}

export function coverageReport(): Plugin {
  let folder = ''
  return {
    name: 'coverage-report',
    configResolved(config) {
      folder = join(config.root, 'coverage')
    },
    resolveId(source) {
      return source === id ? `\0${id}` : undefined
    },
    load(source) {
      if (source !== `\0${id}`) return undefined
      this.addWatchFile(join(folder, 'model.json'))
      return { code: `export default ${JSON.stringify(reportIn(folder))}`, map: { mappings: '' } }
    },
  }
}
