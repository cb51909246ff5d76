import * as z from 'zod/mini'

/** How far the step under way is, from work done; null when no step runs. */
export const processingProgress = z.object({
  step: z.string(),
  done: z.number(),
  total: z.number(),
  unit: z.enum(['bytes', 'records', 'fields', 'rules', 'reports']),
})
export type ProcessingProgress = z.output<typeof processingProgress>
