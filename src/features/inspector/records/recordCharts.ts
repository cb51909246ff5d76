import type { MachineId } from '../../../machines/charts.ts'

/** The charts that the server enforces, without the lifecycle: the histories of their records are in `chart_event`. */
export const recordCharts = [
  'issue',
  'collectionState',
  'specificationState',
  'pseudonymisationTask',
  'transfer',
  'apiKey',
  'supportSession',
  'webhookEndpoint',
  'deliveryConfiguration',
  'delivery',
  'job',
  'schemaState',
] as const satisfies readonly MachineId[]
export type RecordChart = (typeof recordCharts)[number]

/** Whether a chart has records with a history. */
export const isRecordChart = (id: string): id is RecordChart => recordCharts.some(known => known === id)
