import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import {
  type Destination,
  type StepId,
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
  input: StepperInput & {
    /** The re-processed copy of the submission, as answers bring it; one that is there from the start moves nobody. */
    copiedTo: string | null
  },
  options: { onDestination: (destination: Destination) => void },
): void => {
  const actor = useActorRef(stepperMachine, { ...attached, input })
  const destination = useSelector(actor, selectDestination)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const { submissionId, status, copiedTo } = input
  useEffect(() => {
    actor.send({ type: 'STATUS_CHANGED', submissionId, status })
  }, [actor, submissionId, status])
  const copyAtFirst = useRef(copiedTo)
  useEffect(() => {
    if (copiedTo !== null && copiedTo !== copyAtFirst.current)
      actor.send({ type: 'COPY_CREATED', submissionId: copiedTo, copiedFrom: submissionId })
  }, [actor, copiedTo, submissionId])
  useShown(input.shown, step => actor.send({ type: 'VISITED', step }))
  const [to, at] = [destination?.submissionId, destination?.step]
  useEffect(() => {
    if (to !== undefined && at !== undefined) latest.current.onDestination({ submissionId: to, step: at })
  }, [to, at])
  useLiveMessages(message => {
    if (message.type !== 'FILE_EVENT' || message.copiedFrom === undefined) return
    actor.send({ type: 'COPY_CREATED', submissionId: message.submissionId, copiedFrom: message.copiedFrom })
  })
}

const useShown = (shown: StepId | undefined, onShown: (step: StepId) => void): void => {
  const latest = useRef(onShown)
  useEffect(() => {
    latest.current = onShown
  })
  useEffect(() => {
    if (shown !== undefined) latest.current(shown)
  }, [shown])
}
