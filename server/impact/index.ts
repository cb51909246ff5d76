export { impactOf, keepImpact, latestWithResults } from './kept.ts'
export { createMeasure, type Measure, type Measured } from './measure.ts'
export { ruleSpread } from './spread.ts'
