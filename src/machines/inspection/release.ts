import type { Chart } from './chart.ts'

/** The charts of one release, as they are kept in `releases/<version>.json`. */
export interface Release {
  version: string
  /** Day on which it was made, yyyy-MM-dd. */
  date: string
  charts: Chart[]
}

/** Stands among the versions for the charts of this build. */
export const thisBuild = 'build'
