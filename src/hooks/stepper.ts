import { useSelector } from '@xstate/react'
import { type NavigateOptions, useNavigate } from 'react-router'
import { selectIsReady } from '../machines/stepper/index.ts'
import { useServicesContext } from './services.ts'
import type { SubmissionHandle } from './submission.ts'

/**
 * Goes to a page unless the router is there already. What leads to a page of a submission may be several (the stepper, the
 * upload that has ended): each of them would leave a step in the browser's history.
 */
export const useGoOnce = (): ((path: string, options?: NavigateOptions) => void) => {
  const navigate = useNavigate()
  const { location } = useServicesContext()
  return (path, options) => {
    if (location().pathname !== path) void navigate(path, options)
  }
}

/** `isReady`: the processing has ended, and the page moves on to the results once the user has seen that, unless they `stay`. */
export const useStepper = ({
  page: {
    children: { stepper },
  },
}: Pick<SubmissionHandle, 'page'>): { isReady: boolean; stay: () => void } => {
  const isReady = useSelector(stepper, snapshot => snapshot !== undefined && selectIsReady(snapshot))
  return { isReady, stay: () => stepper?.send({ type: 'STAY' }) }
}
