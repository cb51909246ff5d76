export type { ChartProps } from './ChartFrame.tsx'
export { type FunnelStep, StepFunnel, type StepFunnelProps } from './StepFunnel.tsx'
