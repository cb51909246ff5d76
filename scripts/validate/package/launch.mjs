#!/usr/bin/env node
// Runs the command on this Node where it is new enough, else on the one that the package `node` brings along.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const oldest = 22

const bundledNode = () => {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin/node')
  } catch {
    return undefined
  }
}

if (Number.parseInt(process.versions.node, 10) >= oldest) {
  await import('./lib/validate/main.js')
} else {
  const node = bundledNode()
  if (node === undefined) {
    console.error(`Node ${oldest} or later is needed; this is ${process.versions.node}.`)
    process.exitCode = 3
  } else {
    const main = join(import.meta.dirname, 'lib/validate/main.js')
    const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
    child.once('exit', code => {
      process.exitCode = code ?? 130
    })
  }
}
