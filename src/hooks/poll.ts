import type { Call, ResponseOf } from '../domain/wire/call.ts'
import { useInterval } from './page.tsx'
import { type ResourceRequest, useResource } from './resource.ts'

/**
 * Asks again at intervals until the answer is what is waited for (specification 2 §9: the failures file, every 5 s). A
 * question that fails counts as "not yet".
 */
export const usePoll = <C extends Call>(
  call: C,
  request: ResourceRequest<C> | undefined,
  options: { everyMs: number; until: (data: ResponseOf<C>) => boolean },
): { data: ResponseOf<C> | undefined } => {
  const { data, refresh } = useResource(call, request)
  const isDone = data !== undefined && options.until(data)
  useInterval(options.everyMs, request !== undefined && !isDone, refresh)
  return { data }
}
