import type { Chart } from '../../chart.ts'

/** Charts whose events e2e/paths has gestures for. */
export const chartsInBrowser: readonly string[] = ['submissionLifecycle']

/** The charts of the others move by answers and clocks that nobody in front of a browser can cause. */
export const refusalOfPlaywright = ({ id }: Pick<Chart, 'id'>): string | undefined =>
  chartsInBrowser.includes(id)
    ? undefined
    : `There are no gestures in a browser for the chart "${id}", only for: ${chartsInBrowser.join(', ')}.`
