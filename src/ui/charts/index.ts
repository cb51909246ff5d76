export { type Bar, BarChart, type BarChartProps, type BarSeries } from './BarChart.tsx'
export type { ChartProps } from './ChartFrame.tsx'
export {
  LineChart,
  type LineChartProps,
  type LinePoint,
  Sparkline,
  type SparklineProps,
} from './LineChart.tsx'
export { type FunnelStep, StepFunnel, type StepFunnelProps } from './StepFunnel.tsx'
