import type { Chart } from '../../../machines/inspection/chart.ts'
import { stateTitle } from '../../../machines/inspection/label.ts'

/** Charts whose paths e2e/paths/walkInBrowser.ts walks, so that a spec of them runs. */
export const chartsInBrowser: readonly string[] = ['submissionLifecycle']

/** Why a chart's paths cannot be had as a Playwright spec; undefined where they can. */
export const refusalOfPlaywright = ({ id }: Pick<Chart, 'id'>): string | undefined =>
  chartsInBrowser.includes(id)
    ? undefined
    : `Only paths of the chart "${chartsInBrowser.map(stateTitle).join('", "')}" can be walked as a Playwright spec.`
