import { type ComponentType, lazy } from 'react'
import type { Chart } from '../../machines/inspection/chart.ts'
import { defaults } from './address.ts'
import { texts } from './texts.ts'

export interface ViewProps {
  chart: Chart
}

interface View {
  id: string
  label: string
  /** Whether it says something of a chart; all charts when absent. */
  isFor?: (chart: Chart) => boolean
  Component: ComponentType<ViewProps>
}

const view = (load: () => Promise<{ View: ComponentType<ViewProps> }>): ComponentType<ViewProps> =>
  lazy(async () => ({ default: (await load()).View }))

/** Views that ask the lifecycle's own guards. */
const isLifecycle = ({ id }: Chart): boolean => id === defaults.chart

/** The views of the inspector in the order of their tabs. Each is fetched when it is first opened. */
export const views: readonly View[] = [
  { id: 'diagram', label: texts.views.diagram, Component: view(() => import('./diagram/View.tsx')) },
  { id: 'text', label: texts.views.text, Component: view(() => import('./text/View.tsx')) },
  {
    id: 'why',
    label: texts.views.why,
    isFor: isLifecycle,
    Component: view(() => import('./why/View.tsx')),
  },
  {
    id: 'what-if',
    label: texts.views.whatIf,
    isFor: isLifecycle,
    Component: view(() => import('./what-if/View.tsx')),
  },
  {
    id: 'history',
    label: texts.views.history,
    isFor: isLifecycle,
    Component: view(() => import('./history/View.tsx')),
  },
  {
    id: 'sequence',
    label: texts.views.sequence,
    isFor: isLifecycle,
    Component: view(() => import('./sequence/View.tsx')),
  },
  {
    id: 'time',
    label: texts.views.time,
    isFor: isLifecycle,
    Component: view(() => import('./time/View.tsx')),
  },
  {
    id: 'heat',
    label: texts.views.heat,
    isFor: isLifecycle,
    Component: view(() => import('./heat/View.tsx')),
  },
  {
    id: 'failures',
    label: texts.views.failures,
    isFor: isLifecycle,
    Component: view(() => import('./failures/View.tsx')),
  },
  {
    id: 'conformance',
    label: texts.views.conformance,
    isFor: isLifecycle,
    Component: view(() => import('./conformance/View.tsx')),
  },
  { id: 'versions', label: texts.views.versions, Component: view(() => import('./versions/View.tsx')) },
  { id: 'coverage', label: texts.views.coverage, Component: view(() => import('./coverage/View.tsx')) },
  // Only while developing: the bundler leaves the rest out.
  ...(import.meta.env.DEV
    ? [{ id: 'running', label: texts.views.running, Component: view(() => import('./running/View.tsx')) }]
    : []),
]
