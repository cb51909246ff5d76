import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router'
import type { ActorRefFrom } from 'xstate'
import {
  type Destination,
  type StepperInput,
  selectIsReady,
  stepperMachine,
} from '../machines/stepper/index.ts'
import {
  type KnownSubmission,
  type SubmissionMachine,
  selectSubmission,
} from '../machines/submission/index.ts'
import { attached } from './running/index.ts'
import { useServicesContext } from './services.ts'

export interface SteppedSubmission extends Omit<StepperInput, 'submissionId' | 'status' | 'copiedTo'> {
  /** The submission's actor, which says where it stands, and what is known of it now. */
  actor: ActorRefFrom<SubmissionMachine>
  submission: KnownSubmission
}

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

/**
 * The stepper of a submission: the submission's actor tells it how far that is, and it calls `onDestination` when the view has
 * to move. It never takes a user away who turned to another step on purpose. `isReady`: the processing in sight has
 * ended, and the view moves on to the results when that was seen, unless the user wants to `stay`.
 */
export const useStepper = (
  { actor: source, submission, ...view }: SteppedSubmission,
  options: { onDestination: (destination: Destination) => void },
): { isReady: boolean; stay: () => void } => {
  const { submissionId, status, copiedTo } = submission
  const actor = useActorRef(stepperMachine, {
    ...attached,
    input: { ...view, submissionId, status, copiedTo },
  })
  const go = useEffectEvent(options.onDestination)
  // Before the actor starts, which leads to a step at once where the address names none.
  useLayoutEffect(() => {
    const hear = (known: KnownSubmission | undefined) => {
      if (!known) return
      const { submissionId, status, copiedTo } = known
      actor.send({ type: 'STATUS_CHANGED', submissionId, status })
      if (copiedTo !== null)
        actor.send({ type: 'COPY_CREATED', submissionId: copiedTo, copiedFrom: submissionId })
    }
    const subscriptions = [
      actor.on('stepper.leads', ({ destination }) => go(destination)),
      source.on('submission.heard', heard => hear(heard.submission)),
    ]
    // It may have moved on since it was drawn; what is no news changes nothing.
    hear(selectSubmission(source.getSnapshot()))
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [actor, source])
  const { shown } = view
  // With the page, not after it: a status that came between would find the view still on its way, and leave it there.
  useLayoutEffect(() => {
    if (shown !== undefined) actor.send({ type: 'VISITED', step: shown })
  }, [actor, shown])
  const isReady = useSelector(actor, selectIsReady)
  useEffect(() => {
    if (!isReady) return
    const look = () => actor.send({ type: document.visibilityState === 'visible' ? 'SEEN' : 'UNSEEN' })
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [actor, isReady])
  return { isReady, stay: () => actor.send({ type: 'STAY' }) }
}
