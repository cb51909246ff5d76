import { useState } from 'react'
import type { Chart } from '../machines/inspection/chart.ts'
import type { ChartFault } from '../machines/inspection/readChart.ts'

/** A chart from a file. */
export interface OpenedChart {
  name: string
  chart: Chart
}

/** A file that is no chart to compare with. */
export interface RefusedFile {
  name: string
  fault: ChartFault
}

export interface ChartFileHandle {
  /** The chart that was opened last; undefined for none, or while another chart is in sight. */
  opened: OpenedChart | undefined
  /** The last file, if it was refused. */
  refused: RefusedFile | undefined
  open: (file: File) => Promise<void>
  close: () => void
}

/** A file with the chart of this id, which stays in the browser. A refused file leaves the one before in place. */
export const useChartFile = (chartId: string): ChartFileHandle => {
  const [opened, setOpened] = useState<OpenedChart>()
  const [refused, setRefused] = useState<RefusedFile>()
  return {
    opened: opened?.chart.id === chartId ? opened : undefined,
    refused,
    open: async file => {
      // Fetched when a file is opened: few do.
      const { readChart, mostMegabytes } = await import('../machines/inspection/readChart.ts')
      const read =
        file.size > mostMegabytes * 1_000_000
          ? { fault: { code: 'tooLarge', megabytes: mostMegabytes } as const }
          : readChart(await file.text(), chartId)
      if ('chart' in read) setOpened({ name: file.name, chart: read.chart })
      setRefused('fault' in read ? { name: file.name, fault: read.fault } : undefined)
    },
    close: () => {
      setOpened(undefined)
      setRefused(undefined)
    },
  }
}
