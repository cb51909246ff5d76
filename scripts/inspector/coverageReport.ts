/**
 * Brings what the walks of the tests have covered into the portal: `virtual:coverage-report` is the report that
 * `npm run model` left in coverage/model.json, or null when the build was made without one.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const id = 'virtual:coverage-report'

export function coverageReport(): Plugin {
  let file = ''
  return {
    name: 'coverage-report',
    configResolved(config) {
      file = join(config.root, 'coverage/model.json')
    },
    resolveId(source) {
      return source === id ? `\0${id}` : undefined
    },
    load(source) {
      if (source !== `\0${id}`) return undefined
      this.addWatchFile(file)
      const report = existsSync(file) ? readFileSync(file, 'utf8') : 'null'
      return { code: `export const report = ${report}`, map: { mappings: '' } }
    },
  }
}
