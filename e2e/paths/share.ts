import type { Criterion } from '../../src/model/paths/testPath.ts'

/** With MODEL=all every pair of transitions is walked (`npm run model:all`), else every transition (`npm test`). */
export const isWhole = process.env.MODEL === 'all'
export const criterion: Criterion = isWhole ? 'pairs' : 'transitions'
