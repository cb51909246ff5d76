import { globSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import { compileMessages } from '../messages/compile.ts'
import type { TestRequest, TestResult } from './runner.ts'

/**
 * Runs tests of the sources that this file is in for as long as its parent asks: one vitest for all faults, which transforms only
 * what changed. Started by `createRunner`.
 */
const root = join(import.meta.dirname, '../..')
const vitest = await createVitest('test', {
  root,
  config: join(root, 'vite.config.ts'),
  watch: false,
  bail: 1,
  // Tests run to be failed: nobody reads what they print.
  reporters: [{}],
  silent: true,
  tagsFilter: ['!exhaustive'],
})
await vitest.standalone()

const run = async ({ changed, tests, only }: TestRequest): Promise<TestResult> => {
  for (const file of changed) vitest.invalidateFile(join(root, file))
  const catalogues = changed.flatMap(file => file.match(/^src\/messages\/\w+\/([\w.-]+)\.json$/)?.[1] ?? [])
  if (catalogues.length > 0) {
    compileMessages()
    for (const scope of catalogues)
      for (const file of globSync(`src/messages/generated/*/${scope}.ts`, { cwd: root }))
        vitest.invalidateFile(join(root, file))
  }
  if (only === undefined) vitest.resetGlobalTestNamePattern()
  else vitest.setGlobalTestNamePattern(only)
  const specifications = (await vitest.globTestSpecifications(tests.map(test => join(root, test)))).filter(
    ({ moduleId }) => tests.some(test => moduleId === join(root, test)),
  )
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const pathOf = (moduleId: string): string => moduleId.slice(root.length + 1)
  // Its results include the test files of earlier runs.
  const asked = testModules.filter(({ moduleId }) => tests.includes(pathOf(moduleId)))
  const failed = asked.filter(module => !module.ok()).map(({ moduleId }) => pathOf(moduleId))
  return {
    isPassed: failed.length === 0 && unhandledErrors.length === 0 && asked.length === tests.length,
    failed,
    milliseconds: Object.fromEntries(
      asked.map(module => [pathOf(module.moduleId), module.diagnostic().duration]),
    ),
  }
}

process.on('message', async (request: TestRequest) => {
  process.send?.(await run(request))
})
process.once('disconnect', () => process.exit())
process.send?.('ready')
