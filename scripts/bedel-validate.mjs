#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
// The offline check as a command of its own (`npx bedel-validate file.xml --collection 23056`): runs it on the Node that
// the project brings along, whatever Node started this.
import { join } from 'node:path'
import { ensureInstalled, runtime } from './support/bootstrap.mjs'

await ensureInstalled()
const script = join(import.meta.dirname, 'validate.ts')
const { status } = spawnSync(runtime(), [script, ...process.argv.slice(2)], { stdio: 'inherit' })
process.exitCode = status ?? 3
