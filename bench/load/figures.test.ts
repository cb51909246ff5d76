import { describe, expect, it } from 'vitest'
import { coresLines, type Run } from './figures.ts'

/* What `npm run load` says of the whole load on more cores: a run of 100 s on two cores, of the parts that it is made of. */

const run = (share: number, ms: number, more: Partial<Run> = {}): Run => ({
  share,
  minutes: 100 / 60,
  cores: 2,
  workers: 2,
  uploads: 0,
  completed: 0,
  statuses: {},
  turnaround: [],
  waits: [],
  services: [],
  reads: { collections: [ms] },
  messages: [2 * ms],
  openSockets: 0,
  failures: {},
  memory: [],
  // Of the first class 100 s for the whole load, half a core's worth by the database; workers 140.
  processor: [
    { name: 'api 1', seconds: 50 * share },
    { name: 'database', seconds: 50 * share },
    { name: 'worker 1', seconds: 140 * share },
  ],
  ...more,
})

describe('the lines on more cores', () => {
  it('say how many the whole load takes, and that fewer cannot do it', () => {
    const lines = coresLines([run(0.2, 20), run(0.4, 22)], [2, 4])
    expect(lines).toContain('reads p95 at the whole load, 2 cores: not possible, it takes 2.40')
    expect(lines.filter(line => line.startsWith('messages p99 at the whole load, 4 cores:'))).toHaveLength(1)
  })

  it('count as crowded only what goes before files: with work of files ten times as much, times are the same', () => {
    const withFiles = (seconds: number) =>
      [0.2, 0.4].map(share =>
        run(share, 20 + 10 * share, {
          processor: [
            { name: 'api 1', seconds: 100 * share },
            { name: 'worker 1', seconds: seconds * share },
          ],
        }),
      )
    const ms = (runs: Run[]) =>
      /8 cores: (\d+) ms/.exec(coresLines(runs, [8]).find(line => line.startsWith('reads')) ?? '')?.[1]
    expect(ms(withFiles(300))).toBeDefined()
    expect(ms(withFiles(300))).toBe(ms(withFiles(30)))
  })

  it('tell of each run what the others say of it, from three on', () => {
    const unseen = (runs: Run[]) =>
      coresLines(runs, [4]).filter(line => line.includes('fitted to the others'))
    expect(unseen([run(0.2, 20), run(0.4, 22)])).toEqual([])
    expect(unseen([run(0.2, 20), run(0.4, 22), run(0.6, 25)])).toHaveLength(6)
  })

  it('are none for one share alone', () => {
    expect(coresLines([run(1, 20)], [4])).toEqual([])
  })
})
