import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import {
  type Destination,
  type StepperInput,
  selectDestination,
  selectIsReady,
  stepperMachine,
} from '../machines/stepper/index.ts'
import { useLiveMessages } from './live.ts'
import { attached } from './running/index.ts'

/**
 * The stepper of a submission: follows its status as answers and live messages bring it, and calls `onDestination` when
 * the view has to move. It never takes a user away who turned to another step on purpose. `isReady`: the processing in
 * sight has ended, and the view moves on to the results when that was seen, unless the user wants to `stay`.
 */
export const useStepper = (
  input: StepperInput,
  options: { onDestination: (destination: Destination) => void },
): { isReady: boolean; stay: () => void } => {
  const actor = useActorRef(stepperMachine, { ...attached, input })
  const destination = useSelector(actor, selectDestination)
  const { submissionId, status, copiedTo, shown } = input
  useEffect(() => {
    actor.send({ type: 'STATUS_CHANGED', submissionId, status })
  }, [actor, submissionId, status])
  useEffect(() => {
    if (copiedTo !== null)
      actor.send({ type: 'COPY_CREATED', submissionId: copiedTo, copiedFrom: submissionId })
  }, [actor, copiedTo, submissionId])
  useEffect(() => {
    if (shown !== undefined) actor.send({ type: 'VISITED', step: shown })
  }, [actor, shown])
  const go = useEffectEvent(options.onDestination)
  const [to, at] = [destination?.submissionId, destination?.step]
  useEffect(() => {
    if (to !== undefined && at !== undefined) go({ submissionId: to, step: at })
  }, [to, at])
  useLiveMessages(message => {
    if (message.type !== 'FILE_EVENT' || message.copiedFrom === undefined) return
    actor.send({ type: 'COPY_CREATED', submissionId: message.submissionId, copiedFrom: message.copiedFrom })
  })
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
