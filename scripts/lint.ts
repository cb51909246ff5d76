import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changeFaults } from './changes/notes.ts'
import { historyFaults } from './commits/history.ts'
import { githubFaults } from './github/lint.ts'
import { readOptions } from './support/options.ts'
import { wordFaults } from './words/faults.ts'

const { report } = readOptions(
  `npm run lint
  Checks the style of the code, the words of texts, the files of .github, the subjects of the newest commits, and the notes of changes.`,
  { report: { type: 'string' } },
)
const root = join(import.meta.dirname, '..')

/** What a check found, or why it could not run here. */
type Result = { faults: string[] } | { skipped: string }

/** Biome prints its own findings. */
const styleFaults = (): string[] => {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const { status } = spawnSync(process.execPath, [biome, 'check', '.'], { cwd: root, stdio: 'inherit' })
  return status === 0
    ? []
    : ['Biome found faults; they are printed above. To correct most of them: npm run format']
}

const results: Record<string, Result> = {
  style: { faults: styleFaults() },
  words: { faults: wordFaults() },
  'files of .github': { faults: await githubFaults(root) },
  'subjects of commits': historyFaults(root),
  'notes of changes': { faults: changeFaults(root) },
}

const failures: { name: string; said: string }[] = []
const skipped: string[] = []
for (const [name, result] of Object.entries(results)) {
  if ('skipped' in result) {
    skipped.push(`${name} (${result.skipped})`)
    console.log(`${name}: skipped, ${result.skipped}`)
  } else if (result.faults.length > 0) {
    failures.push({ name, said: result.faults.join('\n') })
    console.error(`${name}:\n${result.faults.map(fault => `  ${fault}`).join('\n')}`)
  } else console.log(`${name}: no faults`)
}
const failed = failures.length
if (failed > 0) process.exitCode = 1
// For `npm test`, in the form that it counts.
if (report !== undefined) {
  const passed = Object.keys(results).length - failed - skipped.length
  writeFileSync(report, JSON.stringify({ passed, failed, skipped, failures }))
}
