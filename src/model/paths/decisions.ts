import type { ChartTransition } from '../../machines/inspection/chart.ts'

/** One row of a decision table: the value of each guard, the outcome, and which guard alone decides it. */
export interface DecisionRow {
  values: Record<string, boolean>
  isTaken: boolean
  /** The guard whose change alone turns the outcome; null for the row in which all hold. */
  decidedBy: string | null
}

export interface DecisionTable {
  transition: string
  guards: string[]
  rows: DecisionRow[]
}

/**
 * Decision table of a transition by modified condition/decision coverage. Guards of a transition all have to hold, so
 * n guards need n + 1 rows: all hold, and each fails alone.
 */
export const decisionTable = ({ id, guards }: ChartTransition): DecisionTable => ({
  transition: id,
  guards,
  rows: [
    { values: Object.fromEntries(guards.map(guard => [guard, true])), isTaken: true, decidedBy: null },
    ...guards.map(failing => ({
      values: Object.fromEntries(guards.map(guard => [guard, guard !== failing])),
      isTaken: false,
      decidedBy: failing,
    })),
  ],
})
