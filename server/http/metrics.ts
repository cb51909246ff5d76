import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Figures for Prometheus. Labels are route patterns and names of steps, never ids. */
export const createMetrics = () => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer a request, by route pattern.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const steps = new Histogram({
    name: 'step_seconds',
    help: 'Time that a processing step took.',
    labelNames: ['step', 'outcome'],
    buckets: [0.05, 0.25, 1, 5, 20, 60, 300, 1800],
    registers: [registry],
  })
  const waits = new Histogram({
    name: 'step_wait_seconds',
    help: 'Time that a processing step waited for a worker.',
    labelNames: ['step'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'refusals_total',
    help: 'Requests that were refused for want of a right.',
    labelNames: ['route'],
    registers: [registry],
  })
  const sockets = new Gauge({ name: 'live_sockets', help: 'Open live connections.', registers: [registry] })
  return {
    registry,
    requests,
    refusals,
    sockets,
    worker: {
      stageDone: (step: string, outcome: string, seconds: number) =>
        steps.observe({ step, outcome }, seconds),
      jobTaken: (step: string, waitedSeconds: number) => waits.observe({ step }, waitedSeconds),
    },
  }
}
export type Metrics = ReturnType<typeof createMetrics>
