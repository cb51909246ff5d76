import { useState } from 'react'
import type { Problem } from '../../domain/problem.ts'
import { useServicesContext } from '../services.ts'
import { shareWithSupport } from './share.ts'

/** Starts a support session of this browser; `problem` is why the last start was refused. */
export const useShareWithSupport = () => {
  const { api, now } = useServicesContext()
  const [problem, setProblem] = useState<Problem>()
  const [isStarting, setStarting] = useState(false)
  return {
    problem,
    isStarting,
    start: async (): Promise<void> => {
      setStarting(true)
      try {
        const started = await shareWithSupport(api, now)
        setProblem(started.ok ? undefined : started.problem)
      } finally {
        setStarting(false)
      }
    },
  }
}
