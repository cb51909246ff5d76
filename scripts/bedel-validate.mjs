#!/usr/bin/env node
// The offline check as a separate command (`npx bedel-validate file.xml --collection 23056`): runs it on the Node that
// the project brings along, whatever Node started this.
import { join } from 'node:path'
import { ensureInstalled, run, runtime } from './support/bootstrap.mjs'

await ensureInstalled()
const script = join(import.meta.dirname, 'validate.ts')
process.exitCode = await run(runtime(), [script, ...process.argv.slice(2)], { cwd: process.cwd() })
