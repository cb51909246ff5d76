import { beforeEach, describe, expect, it } from 'vitest'
import type { AnyEventObject } from 'xstate'
import type { StatusName } from '../../src/domain/status.ts'
import { type StepperInput, stepperMachine } from '../../src/machines/stepper/index.ts'
import { stepperSpec } from '../../src/model/charts/stepper.ts'
import { journey, live } from '../../src/model/live.ts'
import { notingParent } from '../../src/model/parent.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const told = notingParent()
/** Where the page was told to go. */
const led = () => told.received
beforeEach(() => void (told.received as AnyEventObject[]).splice(0))

const inputOf = (more: Partial<Omit<StepperInput, 'parent'>>): StepperInput => ({
  parent: told.parent,
  submissionId: 'a',
  status: 'UPLOADED',
  mode: 'live',
  isStatutoryCustomer: false,
  copiedTo: null,
  ...more,
})
const changed = (status: StatusName) => ({ type: 'STATUS_CHANGED', submissionId: 'a', status })
const visited = (step: string) => ({ type: 'VISITED', step })
const leads = (step: string, submissionId = 'a') => ({
  type: 'STEPPER_LEADS',
  destination: { submissionId, step },
})

describe('stepper', () => {
  isWalkedWhole(stepperSpec)

  it('leads to the current step when the address names none', () => {
    live(stepperMachine, inputOf({ status: 'AGENCY_APPROVAL' }))
    expect(led()).toEqual([leads('approval')])
  })

  it('moves on when the upload is complete, and when the reports are there', async () => {
    const walk = live(stepperMachine, inputOf({ status: 'UPLOADING', shown: 'upload' }))
    await walk.cause(changed('UPLOADED'))
    expect(led()).toEqual([leads('processing')])
    await walk.cause(visited('processing'))
    await walk.cause(changed('SCHEMA_CHECK'))
    await walk.cause(changed('QUALITY_PROCESSING_COMPLETE'))
    expect(led()).toEqual([leads('processing')])
    await walk.cause({ type: 'SEEN' })
    await walk.cause({ type: 'xstate.after.reading.stepper.reading' })
    expect(led()).toEqual([leads('processing'), leads('reports')])
  })

  it('leads to a page once while it is on its way, and to another where the submission has gone on', async () => {
    await journey(stepperMachine, inputOf({ status: 'UPLOADING', shown: 'upload' }), [
      changed('UPLOADED'),
      changed('SCHEMA_CHECK'),
      changed('QUALITY_PROCESSING_COMPLETE'),
    ])
    expect(led()).toEqual([leads('processing'), leads('reports')])
  })

  const processing = inputOf({ status: 'QUALITY_RULES', shown: 'processing' })

  it('keeps the ended processing in sight for as long as nobody looks, or somebody wants to stay', async () => {
    const unseen = await journey(stepperMachine, processing, [
      changed('QUALITY_PROCESSING_COMPLETE'),
      { type: 'SEEN' },
      { type: 'UNSEEN' },
    ])
    expect(unseen.value).toBe('ready')
    const staying = await journey(stepperMachine, processing, [
      changed('QUALITY_PROCESSING_COMPLETE'),
      { type: 'SEEN' },
      { type: 'STAY' },
      changed('AGENCY_APPROVAL'),
    ])
    expect(staying.value).toBe('staying')
  })

  it('goes on from there at once when somebody else has submitted', async () => {
    const { value, context } = await journey(stepperMachine, processing, [
      changed('QUALITY_PROCESSING_COMPLETE'),
      changed('AGENCY_APPROVAL'),
    ])
    expect([value, context.destination?.step]).toEqual(['moving', 'approval'])
  })

  it('moves on from Submit when somebody else submits', async () => {
    const { value, context } = await journey(
      stepperMachine,
      inputOf({ status: 'QUALITY_PROCESSING_COMPLETE', shown: 'submit' }),
      [changed('ANALYST_APPROVAL')],
    )
    expect(value).toBe('moving')
    expect(context.destination).toEqual({ submissionId: 'a', step: 'approval' })
  })

  it('leaves a user alone who has turned to an earlier step', async () => {
    const { value, context } = await journey(
      stepperMachine,
      inputOf({ status: 'AGENCY_APPROVAL', shown: 'approval' }),
      [visited('reports'), changed('APPROVED')],
    )
    expect(value).toBe('staying')
    expect(context.shown).toBe('reports')
    expect(context.status).toBe('APPROVED')
  })

  it('leads that user on again once the page of the current step is shown', async () => {
    const { value, context } = await journey(
      stepperMachine,
      inputOf({ status: 'PROVIDER_SIGNOFF', shown: 'reports' }),
      [visited('signoff'), changed('RESUBMISSION_REQUIRED')],
    )
    expect(value).toBe('moving')
    expect(context.destination).toEqual({ submissionId: 'a', step: 'approval' })
  })

  it('does not move on what is said of another submission, nor twice on the same', async () => {
    const start = inputOf({ status: 'AGENCY_APPROVAL', shown: 'approval' })
    await expect(journey(stepperMachine, start, [changed('AGENCY_APPROVAL')])).rejects.toThrow(
      'does not take',
    )
    await expect(
      journey(stepperMachine, start, [{ type: 'STATUS_CHANGED', submissionId: 'z', status: 'APPROVED' }]),
    ).rejects.toThrow('does not take')
  })

  it('takes the history of a signed-off submission back and forth without moving', async () => {
    const { value, context } = await journey(
      stepperMachine,
      inputOf({ status: 'HISTORY_DATA_ERROR', shown: 'signoff' }),
      [changed('HISTORY_DATA')],
    )
    expect(value).toBe('following')
    expect(context.status).toBe('HISTORY_DATA')
  })

  it('goes back with a nil return that is withdrawn, which stays on the same page', async () => {
    const { value, context } = await journey(
      stepperMachine,
      inputOf({ status: 'NIL_RETURN', shown: 'upload' }),
      [changed('UNKNOWN')],
    )
    expect([value, context.status]).toEqual(['following', 'UNKNOWN'])
  })

  it('goes to the copy when the submission is re-processed, wherever the user is', async () => {
    const copied = { type: 'COPY_CREATED', submissionId: 'b', copiedFrom: 'a' }
    const start = inputOf({ status: 'APPROVED', shown: 'reports' })
    const { value } = await journey(stepperMachine, start, [copied])
    expect([value, led()]).toEqual(['leaving', [leads('processing', 'b')]])
    // What a live message has said, the next answer says again.
    await expect(journey(stepperMachine, start, [copied, copied])).rejects.toThrow('does not take')
  })

  it('does not mistake the page it is leaving for a choice of the user', async () => {
    const start = inputOf({ status: 'UPLOADED', shown: 'processing' })
    await expect(
      journey(stepperMachine, start, [changed('QUALITY_PROCESSING_COMPLETE'), visited('processing')]),
    ).rejects.toThrow('does not take')
  })

  it('shows statutory customers Quality Assurance only', async () => {
    const { value } = await journey(
      stepperMachine,
      inputOf({ status: 'SC_APPROVAL', shown: 'reports', isStatutoryCustomer: true }),
      [changed('APPROVED')],
    )
    expect(value).toBe('following')
  })
})
