import { statusNameOf } from '../../../domain/status.ts'
import { factsFromWire } from '../../../domain/wire/facts.ts'
import type { LiveSubmissionGroup } from '../../../domain/wire/inspection.ts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import { compareDecisions, type DecisionDifference } from '../../../machines/inspection/decision.ts'
import { guardNamesIn } from '../../../machines/inspection/export/naming.ts'
import { guardAnswer, guards, leafIdOf } from '../../../machines/submission-lifecycle/index.ts'

/** Submissions in one status for which two charts differ in the same way. */
export interface Touched {
  id: string
  statusId: number
  difference: DecisionDifference
  submissions: LiveSubmissionGroup['submissions']
}

/** Decides each group with both charts, and gives those that differ: one entry for each status and difference, the largest first. */
export const touchedBy = (
  before: Chart,
  after: Chart,
  groups: readonly LiveSubmissionGroup[],
): readonly Touched[] => {
  const touched = new Map<string, Touched>()
  for (const { statusId, facts, submissions } of groups) {
    // What is left out names a provider and is read by permissions only, which nobody is asked for here.
    const known = factsFromWire({ ...facts, submissionId: '', instId: '', regulatorCode: '' })
    const difference = compareDecisions(before, after, leafIdOf(statusNameOf(statusId)), (guard, event) =>
      guardAnswer(guard, known, event),
    )
    if (!difference) continue
    const id = JSON.stringify([statusId, difference])
    const found = touched.get(id)
    touched.set(id, {
      id,
      statusId,
      difference,
      submissions: [...(found?.submissions ?? []), ...submissions],
    })
  }
  return [...touched.values()].toSorted(
    (one, other) => other.submissions.length - one.submissions.length || one.statusId - other.statusId,
  )
}

/** Guards of the charts that this build does not have, so that nobody can ask them. */
export const unknownGuards = (...charts: readonly Chart[]): string[] =>
  [...new Set(charts.flatMap(({ transitions }) => guardNamesIn(transitions)))]
    .filter(name => !(name in guards))
    .toSorted()
