import * as z from 'zod/mini'

/** How far the stage under way is, from work done; null when no stage runs. */
export const processingProgress = z.object({
  stage: z.string(),
  done: z.number(),
  total: z.number(),
  unit: z.enum(['bytes', 'records', 'fields', 'rules', 'reports']),
})
export type ProcessingProgress = z.output<typeof processingProgress>
