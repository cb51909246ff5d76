// Every test of the project, one after the other, and one closing line "N passed, N failed".
// Plain JavaScript for Node 20.19 and later: it runs before anything is installed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, ensureMessages, run, runtime } from './support/bootstrap.mjs'

const only = process.argv.slice(2)
const reports = mkdtempSync(join(tmpdir(), 'bedel-test-'))

/** Passed and failed of a Vitest JSON report. */
const ofVitest = report => ({
  passed: report.numPassedTests,
  // A file that does not load has no tests of its own to fail.
  failed:
    report.numFailedTests +
    report.testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0).length,
})

/** Passed and failed of a Playwright JSON report; a test that needed a second try has failed. */
const ofPlaywright = report => ({
  passed: report.stats.expected,
  failed: report.stats.unexpected + report.stats.flaky + report.errors.length,
})

const vitest = project => ({
  name: project,
  command: [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, `${project}.json`)}`,
  ],
  count: ofVitest,
})

const stages = [
  { name: 'typecheck', command: ['node_modules/typescript/bin/tsc', '--noEmit'] },
  { name: 'lint', command: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'] },
  { name: 'messages', command: ['scripts/messages.ts', '--check'] },
  { name: 'unused', command: ['node_modules/knip/bin/knip.js'] },
  vitest('unit'),
  vitest('model'),
  { name: 'paths', command: ['scripts/model.ts'] },
  vitest('view'),
  vitest('server'),
  { name: 'build', run: ensureBuilt },
  {
    name: 'e2e',
    command: [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--reporter=list,json,./e2e/paths/coverageReporter.ts',
    ],
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'e2e.json') },
    count: ofPlaywright,
  },
]

/** What a stage's report says; a stage without one counts as a single check. */
const outcome = (stage, code) => {
  if (!stage.count) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  try {
    const counted = stage.count(JSON.parse(readFileSync(join(reports, `${stage.name}.json`), 'utf8')))
    return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
  } catch {
    return { passed: 0, failed: 1 }
  }
}

await ensureInstalled()
await ensureMessages()

const total = { passed: 0, failed: 0 }
const summary = []
for (const stage of stages) {
  if (only.length > 0 && !only.includes(stage.name)) continue
  console.log(`\n── ${stage.name} ${'─'.repeat(Math.max(0, 60 - stage.name.length))}`)
  const started = performance.now()
  const code = stage.run
    ? await stage.run()
    : await run(runtime(), stage.command, { env: { ...process.env, ...stage.environment } })
  const { passed, failed } = outcome(stage, code)
  total.passed += passed
  total.failed += failed
  summary.push(
    `${stage.name.padEnd(10)} ${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed  ${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s`,
  )
}
rmSync(reports, { recursive: true, force: true })

console.log(`\n${summary.join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
