/**
 * Brings what was walked into the portal: `virtual:coverage-report` is the report that `npm run model` left in
 * coverage/model.json with the levels that other tests left beside it, or null when the build was made without one.
 */
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { readReport } from '../model/files.ts'

const id = 'virtual:coverage-report'

/** The Vite plugin. */
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
    async load(source) {
      if (source !== `\0${id}`) return undefined
      this.addWatchFile(join(folder, 'model.json'))
      return {
        code: `export default ${JSON.stringify((await readReport(folder)) ?? null)}`,
        map: { mappings: '' },
      }
    },
  }
}
