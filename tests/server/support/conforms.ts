import { expect } from 'vitest'
import type { ReplayedChart } from '../../../server/decisions/replay.ts'
import { replayOtherCharts } from '../../../server/inspection/otherCharts.ts'
import type { ProcessingServer } from './processingServer.ts'

/** The histories of all charts besides the lifecycle, replayed. */
export const replayed = async ({ db }: Pick<ProcessingServer, 'db'>): Promise<ReplayedChart[]> =>
  Array.fromAsync(replayOtherCharts(db))

/** What the tests have left is what the charts would have decided. */
export const expectConforming = async (server: Pick<ProcessingServer, 'db'>): Promise<void> => {
  expect((await replayed(server)).flatMap(({ deviations }) => deviations)).toEqual([])
}
