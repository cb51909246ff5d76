import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import {
  type Destination,
  type StepperInput,
  selectDestination,
  stepperMachine,
} from '../machines/stepper/index.ts'
import { useLiveMessages } from './live.ts'
import { attached } from './running/index.ts'

/**
 * The stepper of a submission: follows its status as answers and live messages bring it, and calls `onDestination` when
 * the view has to move. It never takes a user away who turned to another step on purpose.
 */
export const useStepper = (
  input: StepperInput,
  options: { onDestination: (destination: Destination) => void },
): void => {
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
}
