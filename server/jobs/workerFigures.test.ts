import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { takeFigures } from './workerFigures.ts'

it('of a worker process are taken over, and what a worker of another release tells besides is left', () => {
  const taken: unknown[][] = []
  const child = new EventEmitter()
  takeFigures(child as ChildProcess, {
    stageDone: (...figure) => taken.push(['stageDone', ...figure]),
    jobTaken: (...figure) => taken.push(['jobTaken', ...figure]),
    jobFailed: (...figure) => taken.push(['jobFailed', ...figure]),
  })
  for (const told of [
    { stageDone: ['PROVISIONING', 'PASSED', 2] },
    { jobTaken: ['PROVISIONING', 1] },
    { jobFailed: ['delivery.package'] },
    { archived: ['0001'] },
  ])
    child.emit('message', told)
  expect(taken).toEqual([
    ['stageDone', 'PROVISIONING', 'PASSED', 2],
    ['jobTaken', 'PROVISIONING', 1],
    ['jobFailed', 'delivery.package'],
  ])
})
