import type { Level } from '../coverage.ts'
import type { World } from '../testPaths.ts'
import { portal } from './portal.ts'
import { notAfterLeaving, wholeSystem } from './system.ts'

/** What each level can walk, by chart; nothing is said of what it can walk whole. */
export const worlds: Readonly<Record<Level, Readonly<Record<string, World>>>> = {
  chart: {},
  api: { submissionLifecycle: wholeSystem },
  browser: portal,
  qa: { submissionLifecycle: wholeSystem, upload: notAfterLeaving },
}
