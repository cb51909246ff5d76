import { useSyncExternalStore } from 'react'
import { useServicesContext } from './services.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs

const everyMinute = (tell: () => void): (() => void) => {
  const timer = setInterval(tell, minuteMs)
  return () => clearInterval(timer)
}

/**
 * When the period of so many ms began in which we are, in ms since 1970. What is drawn by it is drawn anew within a minute of
 * the next one.
 */
export const usePeriod = (ms: number): number => {
  const { now } = useServicesContext()
  return useSyncExternalStore(everyMinute, () => Math.floor(now() / ms) * ms)
}
