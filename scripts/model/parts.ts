/** A part of `npm run model:all`: what it runs, and the variables that its tests read. */
export interface Part {
  name: string
  script: string
  args: readonly string[]
  environment?: Readonly<Record<string, string>>
}

const vitestScript = 'node_modules/vitest/vitest.mjs'

/** Tests of faults of which each has its number here, those of `npm test` too: no tag tells them from the others. */
const counted = [
  'tests/server/databaseFaults.test.ts',
  'tests/server/killedResults.test.ts',
  'tests/server/startKills.test.ts',
]

/** Projects of which every test with the tag runs in one part, whatever file it is in. */
const tagged = ['unit', 'model', 'view']

/** The parts in their order. */
export const partsOf = ({ seed, walks }: { seed: string; walks: string }): readonly Part[] => [
  { name: 'mutants', script: 'scripts/model/mutate.ts', args: [] },
  { name: 'check', script: 'scripts/model/check.ts', args: [] },
  { name: 'quint', script: 'scripts/model/quint.ts', args: [] },
  {
    name: 'api',
    script: vitestScript,
    args: ['run', '--project', 'server', 'tests/server/paths.test.ts', 'tests/server/issues.test.ts'],
    environment: { BEDEL_EXHAUSTIVE: 'true' },
  },
  {
    name: 'walks',
    script: vitestScript,
    args: ['run', '--project', 'server', 'tests/server/walks.test.ts'],
    environment: { BEDEL_SEED: seed, BEDEL_WALKS: walks },
  },
  {
    name: 'everybody',
    script: vitestScript,
    args: [
      'run',
      '--project',
      'server',
      'tests/server/lifecycle.test.ts',
      'tests/server/refusals.test.ts',
      'tests/server/why.test.ts',
      'tests/server/disclosure.test.ts',
      'tests/server/outages.test.ts',
      'tests/server/demonstration.test.ts',
      'tests/server/fuzz.test.ts',
      '--testTimeout=3600000',
    ],
    environment: { BEDEL_EXHAUSTIVE: 'true', BEDEL_FUZZ: '20000' },
  },
  { name: 'kills', script: 'scripts/kills.ts', args: ['--kills', '100'] },
  {
    name: 'power-cuts',
    script: 'scripts/kills.ts',
    args: ['--kills', '100', '--of', 'everything'],
    environment: { BEDEL_SERVES_WITHIN_MS: '10000' },
  },
  { name: 'simulation', script: 'scripts/simulate.ts', args: ['--seeds', '1000'] },
  {
    name: 'cuts',
    script: vitestScript,
    args: ['run', '--project', 'unit', 'packages/record/src/check/cuts.test.ts', '--testTimeout=900000'],
    environment: { BEDEL_CUTS: '10000' },
  },
  {
    name: 'tagged',
    script: vitestScript,
    args: ['run', ...tagged.flatMap(project => ['--project', project]), '--tags-filter=exhaustive'],
  },
  {
    name: 'server',
    script: vitestScript,
    args: [
      'run',
      '--project',
      'server',
      '--tags-filter=exhaustive',
      '--testTimeout=3600000',
      ...counted.map(file => `--exclude=${file}`),
    ],
    environment: { BEDEL_INTERRUPTED_STARTS: '50', BEDEL_JOURNEYS: '50' },
  },
  {
    name: 'faults',
    script: vitestScript,
    args: ['run', '--project', 'server', ...counted, '--testTimeout=3600000'],
    environment: {
      BEDEL_CUTS_OF_DATABASE: '100',
      BEDEL_CRASHES_OF_DATABASE: '20',
      BEDEL_WELL_WITHIN_MS: '10000',
      BEDEL_KILLS_OF_START: '100',
      BEDEL_SERVES_WITHIN_MS: '10000',
      BEDEL_POINTS: '20',
    },
  },
  { name: 'build', script: 'node_modules/vite/bin/vite.js', args: ['build'] },
  {
    name: 'browser',
    script: 'node_modules/@playwright/test/cli.js',
    args: ['test', '--grep', '@exhaustive'],
  },
  {
    name: 'paths',
    script: 'node_modules/@playwright/test/cli.js',
    args: ['test', 'e2e/paths', 'e2e/roles.e2e.ts'],
    environment: { MODEL: 'all' },
  },
  { name: 'model', script: 'scripts/model.ts', args: [] },
]
