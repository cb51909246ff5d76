import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import type { Fault } from './fault.ts'

/** How many test files that import a file are run for a fault in it, nearest first: a few at a time, since most faults end there. */
const groupSizes = [4, 8, 28] as const

/** Tests of the running server about a file or a folder: the first line that fits. */
const serverTests: readonly (readonly [path: string, tests: readonly string[]])[] = [
  ['server/lifecycle/facts.ts', ['readsByReference', 'statements']],
  [
    'server/database/queries/collections.ts',
    ['rowsApart', 'readsByReference', 'seenCollections', 'collections'],
  ],
  ['server/database/queries/tasks.ts', ['tasks', 'readsByReference']],
  ['server/database/queries/queue.ts', ['readsByReference', 'queueTable']],
  ['server/jobs/bossTables.ts', ['queueTable', 'queue', 'queuePlaces', 'outages']],
  ['server/database/queries/providerOverview.ts', ['readsByReference', 'providerOverview']],
  ['server/database/queries/sinceYesterday.ts', ['rowsApart', 'readsByReference']],
  ['server/database/queries/transfers.ts', ['rowsApart', 'readsByReference', 'transfers']],
  ['server/database/queries/uploads.ts', ['qualityReport', 'sectorSets']],
  ['server/database/queries/submissions.ts', ['rowsApart', 'lifecycle', 'reads']],
  ['server/database/queries/results.ts', ['rowsApart', 'qualityReport', 'qualityRecords']],
  ['server/database/queries/issues.ts', ['rowsApart', 'issueCalls', 'issues']],
  ['server/database/queries/activity.ts', ['activityLog']],
  ['server/database/queries/artefacts.ts', ['artefacts']],
  ['server/database/queries/costCentres.ts', ['rowsApart', 'costCentres']],
  ['server/database/queries/notes.ts', ['rowsApart', 'notes']],
  ['server/database/queries/notices.ts', ['notices', 'notifications']],
  ['server/database/queries/sector.ts', ['sector', 'sectorSets']],
  ['server/database/queries/stagesGivenUp.ts', ['operations']],
  ['server/database/queries/traffic.ts', ['traffic']],
  ['server/database/queries/unsealedLines.ts', ['audit']],
  ['server/analysis/ruleset/', ['rulesetSql', 'ruleEditing', 'published']],
  ['server/analysis/credibility/', ['figures', 'sector']],
  ['server/analysis/', ['pipeline', 'figures', 'qualityRecords', 'artefacts']],
  ['src/domain/awaitingParty.ts', ['awaitingMe', 'monitoringRows']],
  ['src/domain/deadline.ts', ['deadlines']],
  ['src/domain/job.ts', ['jobs']],
  ['src/domain/notice.ts', ['notices', 'notifications']],
  ['src/domain/permissions.ts', ['roleCalls', 'lists']],
  ['src/domain/privacy.ts', ['privacy', 'sector']],
  ['src/domain/progress.ts', ['progress']],
  ['src/domain/qualityReport.ts', ['qualityReport']],
  ['src/domain/queue.ts', ['queue', 'queuePlaces']],
  ['src/domain/ruleMatrix.ts', ['monitoringRows', 'reads']],
  ['src/domain/ruleStanding.ts', ['qualityReport']],
  ['src/domain/rulesAcross.ts', ['reads']],
  ['src/domain/sector.ts', ['sector']],
  ['src/domain/sinceYesterday.ts', ['readsByReference']],
  ['src/domain/tolerance.ts', ['qualityReport', 'figures']],
  ['src/domain/toleranceSpread.ts', ['impact']],
  ['src/domain/transfer.ts', ['transfers']],
  ['src/domain/wire/hearing.ts', ['live', 'liveRights']],
]

/** What a module imports of ours, at once or later, but for types alone. */
const importedFiles = /(?:^(?:import|export) (?!type )[^;'"]*?|\bimport\()'(\.[^']+)'/gm

/** Tests of commands as processes of their own: they install, and build. */
const isOfCommand = (test: string): boolean => /^scripts\/|^tests\/start\./.test(test)
const isOfServer = (test: string): boolean => test.startsWith('tests/server/')

/**
 * The tests that are to notice a fault, in groups that run together: those of the file's own name, then those that import it, the nearest
 * first, then those of the running server, each alone.
 */
export const testsFor = (root: string): ((fault: Fault) => readonly (readonly string[])[]) => {
  const importers = new Map<string, string[]>()
  for (const file of globSync('{src,server,tests,scripts}/**/*.{ts,tsx}', { cwd: root })) {
    if (file.includes('/messages/generated/')) continue
    for (const [, imported = ''] of readFileSync(join(root, file), 'utf8').matchAll(importedFiles)) {
      const source = normalize(join(dirname(file), imported))
      importers.set(source, [...(importers.get(source) ?? []), file])
    }
  }
  const near = (file: string): string[] => {
    const steps = new Map([[file, 0]])
    for (const [at, step] of steps)
      for (const importer of importers.get(at) ?? []) if (!steps.has(importer)) steps.set(importer, step + 1)
    const name = basename(file).replace(/\.tsx?$/, '.')
    return [...steps]
      .filter(([one]) => /\.test\.tsx?$/.test(one) && !isOfServer(one) && !isOfCommand(one))
      .toSorted(
        ([one, step], [other, otherStep]) =>
          Number(basename(other).startsWith(name)) - Number(basename(one).startsWith(name)) ||
          step - otherStep,
      )
      .map(([one]) => one)
  }
  const nearest = new Map<string, string[]>()
  return ({ file, tests }) => {
    if (tests) return [tests]
    const found = nearest.get(file) ?? near(file)
    nearest.set(file, found)
    const groups = groupSizes.map((size, at) => {
      const before = groupSizes.slice(0, at).reduce((sum, each) => sum + each, 0)
      return found.slice(before, before + size)
    })
    const [, ofServer = []] = serverTests.find(([path]) => file.startsWith(path)) ?? []
    return [...groups, ...ofServer.map(name => [`tests/server/${name}.test.ts`])].filter(
      group => group.length > 0,
    )
  }
}
