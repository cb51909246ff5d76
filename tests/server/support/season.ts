import type { Step } from '../../../server/demonstration/plan.ts'
import { submissionIdOf } from '../../../server/demonstration/plan.ts'
import { planSeason } from '../../../server/demonstration/season.ts'
import type { StatusName } from '../../../src/domain/status.ts'
import type { ProcessingServer } from './processingServer.ts'

/** The steps of a season that are about these files of providers with names, on few students. */
export const seasonOf = (
  server: ProcessingServer,
  ...fileNames: string[]
): { steps: Step[]; statuses: () => Promise<(StatusName | undefined)[]> } => {
  const steps = planSeason(server.clock.now(), 0)
    .map(({ at, acts }) => ({
      at,
      acts: acts.flatMap(act => {
        if (act.type !== 'upload' && act.type !== 'decide') return []
        const isMeant = fileNames.includes(act.file.fileName)
        return isMeant ? [{ ...act, file: { ...act.file, students: 62 } }] : []
      }),
    }))
    .filter(({ acts }) => acts.length > 0)
  const files = new Map(
    steps.flatMap(({ acts }) =>
      acts.flatMap(act => ('file' in act ? [[act.file.fileName, act.file] as const] : [])),
    ),
  )
  const idOf = (name: string): string => {
    const file = files.get(name)
    if (!file) throw new Error(`The season has no file ${name}.`)
    return submissionIdOf(file)
  }
  return { steps, statuses: () => Promise.all(fileNames.map(name => server.statusOfSubmission(idOf(name)))) }
}
