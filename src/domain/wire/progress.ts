import * as z from 'zod/mini'

/** How far the stage under way is, from work done; null when no stage runs. */
export const processingProgress = z.object({
  stage: z.string(),
  done: z.number(),
  total: z.number(),
  unit: z.enum(['bytes', 'records', 'fields', 'rules', 'reports']),
})
export type ProcessingProgress = z.output<typeof processingProgress>

/** What a stage has taken for files of similar size, in seconds: one in ten took less than `low`, one in ten more than `high`. */
export const stageTime = z.object({ stage: z.string(), low: z.number(), high: z.number() })
export type StageTime = z.output<typeof stageTime>

/** What a worker cannot do without, and is away for a while. */
export const outages = ['store', 'disk', 'database'] as const
export type Outage = (typeof outages)[number]

/** Where a submission stands among those that wait for a worker. */
export const queuePlace = z.object({
  /** 1 is taken next. */
  place: z.number(),
  /** About how long until it is taken, from what the last files have taken. */
  seconds: z.number(),
  /** What is away, if nothing is taken before it is back. */
  awaits: z.optional(z.enum(outages)),
})
export type QueuePlace = z.output<typeof queuePlace>
