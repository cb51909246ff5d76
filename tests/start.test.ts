import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Prints how many modules of each package a module brings with it. */
const counting = `
import { registerHooks } from 'node:module'
const counts = {}
registerHooks({
  load(url, context, next) {
    const name = /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]
    if (name) counts[name] = (counts[name] ?? 0) + 1
    return next(url, context)
  },
})
await import(process.argv[1])
console.log(JSON.stringify(counts))
process.exit()`

const packagesOf = async (module: string): Promise<Record<string, number>> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', counting, join(root, module)],
    { cwd: root },
  )
  return JSON.parse(stdout)
}

const ofFewRequests = ['@scalar/fastify-api-reference', 'pdfkit', '@aws-sdk/client-s3', 'oidc-provider']

describe('a process loads at its start what it needs, for its start is what a restart waits for', () => {
  it.each([
    { module: 'server/startServer.ts', needs: ['fastify', 'kysely'], without: ofFewRequests },
    {
      module: 'server/startWorker.ts',
      needs: ['@duckdb/node-api', 'kysely'],
      without: [...ofFewRequests, 'fastify', '@fastify/static'],
    },
  ])('$module', async ({ module, needs, without }) => {
    const counts = await packagesOf(module)
    expect(Object.keys(counts)).toEqual(expect.arrayContaining(needs))
    expect(without.filter(name => name in counts)).toEqual([])
    // Node reads a package's description anew for each of its modules, and that of date-fns is of 200 kB: all of its
    // functions together cost more than the rest of the start.
    expect(counts['date-fns']).toBeLessThan(40)
  })
})

describe('what a first start prints while people wait for it', () => {
  it.each([
    { code: 0, outcome: 'done' },
    { code: 1, outcome: 'failed' },
  ])('is the step, how long it usually takes and how long it took: $outcome', async ({ code, outcome }) => {
    const step = `
import { timed } from ${JSON.stringify(join(root, 'scripts/support/bootstrap.mjs'))}
process.exitCode = await timed('Building the pages', '30 seconds', async () => ${code})`
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      step,
    ]).catch(error => error)
    expect(stdout).toBe('')
    expect(stderr).toMatch(
      new RegExp(
        `^Building the pages \\(usually 30 seconds\\) …\\nBuilding the pages: ${outcome} after \\d+ s\\.\\n$`,
      ),
    )
  })
})
