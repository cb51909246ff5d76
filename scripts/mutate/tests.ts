import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import type { Fault } from './fault.ts'

/** So many tests are run for a fault at most: those nearest to the file. */
const testsAtMost = 4
/** Further away than this many imports a test says nothing about a file in particular. */
const stepsAtMost = 4

/** Tests of the running server that ask what a module asks the database. */
const serverTests: Readonly<Record<string, readonly string[]>> = {
  'server/lifecycle/facts.ts': ['readsByReference', 'statements'],
  'server/database/queries/collections.ts': ['readsByReference', 'seenCollections', 'collections'],
  'server/database/queries/queue.ts': ['readsByReference'],
  'server/database/queries/queueLength.ts': ['queueTable', 'outages'],
  'server/database/queries/providerOverview.ts': ['readsByReference', 'providerOverview'],
  'server/database/queries/sinceYesterday.ts': ['readsByReference'],
  'server/database/queries/transfers.ts': ['readsByReference', 'transfers'],
  'server/database/queries/uploads.ts': ['qualityReport', 'sectorSets'],
  'server/database/queries/submissions.ts': ['lifecycle', 'reads'],
  'server/database/queries/results.ts': ['qualityReport', 'qualityRecords'],
  'server/database/queries/issues.ts': ['issueCalls', 'issues'],
  'server/database/queries/activity.ts': ['activityLog'],
  'server/database/queries/artefacts.ts': ['artefacts'],
  'server/database/queries/costCentres.ts': ['costCentres'],
  'server/database/queries/notes.ts': ['notes'],
  'server/database/queries/notices.ts': ['notices', 'notifications'],
  'server/database/queries/sector.ts': ['sector', 'sectorSets'],
  'server/database/queries/stagesGivenUp.ts': ['operations'],
  'server/database/queries/traffic.ts': ['traffic'],
  'server/database/queries/unsealedLines.ts': ['audit'],
}

/** What a module imports of ours, at once or later, but for types alone. */
const importedFiles = /(?:^(?:import|export) (?!type )[^;'"]*?|\bimport\()'(\.[^']+)'/gm

const projectOf = (test: string): string => {
  if (test.startsWith('tests/server/')) return 'server'
  if (/^tests\/(?:model|simulation)\//.test(test)) return 'model'
  return test.startsWith('tests/view/') || test.endsWith('.test.tsx') ? 'view' : 'unit'
}

/** The stages of `npm test` that run these tests. */
export const projectsOf = (tests: readonly string[]): string[] => [...new Set(tests.map(projectOf))]

/** Tells the tests that are to notice a fault, the nearest first: those of the same name, then those that import the file. */
export const testsFor = (root: string): ((fault: Fault) => readonly string[]) => {
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
      if (step < stepsAtMost)
        for (const importer of importers.get(at) ?? [])
          if (!steps.has(importer)) steps.set(importer, step + 1)
    const name = basename(file).replace(/\.tsx?$/, '.')
    return [...steps]
      .filter(([one]) => /\.test\.tsx?$/.test(one) && projectOf(one) !== 'server')
      .toSorted(
        ([one, step], [other, otherStep]) =>
          Number(basename(other).startsWith(name)) - Number(basename(one).startsWith(name)) ||
          step - otherStep,
      )
      .map(([one]) => one)
  }
  return ({ file, tests }) =>
    tests ?? [
      ...near(file).slice(0, testsAtMost),
      ...(serverTests[file] ?? []).map(name => `tests/server/${name}.test.ts`),
    ]
}
