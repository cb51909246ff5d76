import { type ComponentType, lazy } from 'react'
import type { Chart } from '../../machines/inspection/chart.ts'
import { type Scope, withMessages } from '../../messages/index.ts'
import { defaults } from './address.ts'
import { isRecordChart } from './records/recordCharts.ts'

export interface ViewProps {
  chart: Chart
}

type ViewId =
  | 'diagram'
  | 'text'
  | 'why'
  | 'what-if'
  | 'history'
  | 'sequence'
  | 'time'
  | 'heat'
  | 'failures'
  | 'conformance'
  | 'versions'
  | 'coverage'
  | 'running'

interface View {
  id: ViewId
  /** Whether it says something of a chart; all charts when absent. */
  isFor?: (chart: Chart) => boolean
  Component: ComponentType<ViewProps>
}

const view = (
  load: () => Promise<{ View: ComponentType<ViewProps> }>,
  ...scopes: Scope[]
): ComponentType<ViewProps> => {
  const whole = withMessages(load, ...scopes)
  return lazy(async () => ({ default: (await whole()).View }))
}

/** Views that ask the lifecycle's own guards. */
const isLifecycle = ({ id }: Chart): boolean => id === defaults.chart

const hasRecords = ({ id }: Chart): boolean => isRecordChart(id)

/** The views of the inspector in the order of their tabs. Each is fetched when it is first opened. */
export const views: readonly View[] = [
  { id: 'diagram', Component: view(() => import('./diagram/View.tsx'), 'inspector.diagram') },
  { id: 'text', Component: view(() => import('./text/View.tsx'), 'inspector.text', 'inspector.diagram') },
  {
    id: 'why',
    isFor: isLifecycle,
    Component: view(() => import('./why/View.tsx'), 'inspector.why', 'inspector.question', 'notices'),
  },
  {
    id: 'why',
    isFor: hasRecords,
    Component: view(
      () => import('./records/WhyView.tsx'),
      'inspector.records',
      'inspector.history',
      'inspector.question',
    ),
  },
  {
    id: 'what-if',
    isFor: hasRecords,
    Component: view(
      () => import('./records/WhatIfView.tsx'),
      'inspector.records',
      'inspector.history',
      'inspector.question',
    ),
  },
  {
    id: 'what-if',
    isFor: isLifecycle,
    Component: view(
      () => import('./what-if/View.tsx'),
      'inspector.what-if',
      'inspector.question',
      'inspector.history',
      'notices',
      'submissions.sign-off',
    ),
  },
  {
    id: 'history',
    isFor: isLifecycle,
    Component: view(
      () => import('./history/View.tsx'),
      'inspector.history',
      'inspector.diagram',
      'submissions.sign-off',
    ),
  },
  {
    id: 'history',
    isFor: hasRecords,
    Component: view(
      () => import('./records/HistoryView.tsx'),
      'inspector.records',
      'inspector.history',
      'inspector.diagram',
    ),
  },
  {
    id: 'sequence',
    isFor: isLifecycle,
    Component: view(() => import('./sequence/View.tsx'), 'inspector.sequence', 'inspector.history'),
  },
  {
    id: 'time',
    isFor: isLifecycle,
    Component: view(() => import('./time/View.tsx'), 'inspector.time'),
  },
  {
    id: 'time',
    isFor: hasRecords,
    Component: view(
      () => import('./records/TimeView.tsx'),
      'inspector.records',
      'inspector.time',
      'inspector.history',
      'inspector.diagram',
    ),
  },
  {
    id: 'heat',
    isFor: isLifecycle,
    Component: view(() => import('./heat/View.tsx'), 'inspector.heat'),
  },
  {
    id: 'heat',
    isFor: hasRecords,
    Component: view(
      () => import('./records/HeatView.tsx'),
      'inspector.records',
      'inspector.heat',
      'inspector.history',
      'inspector.diagram',
    ),
  },
  {
    id: 'failures',
    isFor: isLifecycle,
    Component: view(() => import('./failures/View.tsx'), 'inspector.failures'),
  },
  {
    id: 'conformance',
    isFor: isLifecycle,
    Component: view(() => import('./conformance/View.tsx'), 'inspector.conformance'),
  },
  {
    id: 'conformance',
    isFor: hasRecords,
    Component: view(
      () => import('./records/ConformanceView.tsx'),
      'inspector.records',
      'inspector.conformance',
    ),
  },
  {
    id: 'versions',
    Component: view(() => import('./versions/View.tsx'), 'inspector.versions', 'inspector.diagram'),
  },
  {
    id: 'coverage',
    Component: view(() => import('./coverage/View.tsx'), 'inspector.coverage', 'inspector.diagram'),
  },
  {
    id: 'running',
    Component: view(() => import('./running/View.tsx'), 'inspector.running', 'inspector.diagram'),
  },
]
