import { act, screen } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { expect, it, vi } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { ServicesContext } from '../../../src/hooks/index.ts'
import { useServicesContext } from '../../../src/hooks/services.ts'
import { type UploadHandle, useUpload } from '../../../src/hooks/upload.ts'
import type { Facts } from '../../../src/machines/submission-lifecycle/index.ts'
import { answerMachine, submissionPageMachine } from '../../../src/machines/submission-page/index.ts'
import {
  type CheckFileInput,
  type CheckFileOutput,
  type RequestUploadOutput,
  selectCanUpload,
  type UploadTarget,
  uploadMachine,
} from '../../../src/machines/upload/index.ts'
import { openFacts } from '../../../src/model/charts/lifecycle.ts'
import { sampleSubmission } from '../../../src/model/charts/submission.ts'
import { wellFormed } from '../../../src/model/charts/upload.ts'
import { people } from '../../../src/model/people.ts'
import { show } from '../support/services.tsx'

/** A page on which a new file is ready to be sent, to a server that never answers. */
const ready = async () => {
  const requested = vi.fn(() => new Promise<never>(() => undefined))
  const machine = Promise.resolve(
    uploadMachine.provide({
      actors: {
        takeHandedOver: fromCallback(() => undefined),
        checkFile: fromPromise<CheckFileOutput, CheckFileInput>(async () => wellFormed),
        requestUpload: fromPromise<RequestUploadOutput, UploadTarget>(requested),
      },
    }),
  )
  const page = createActor(
    submissionPageMachine.provide({
      actors: {
        live: fromCallback(() => undefined),
        answer: answerMachine.provide({
          actors: { load: fromPromise(() => new Promise(() => undefined)) },
        }),
      },
    }),
    {
      input: {
        submissionId: undefined,
        instId: '0001',
        named: { mode: 'live', collectionId: 'c', reference: undefined, instId: undefined },
        place: { page: 'upload', isAllowed: true },
      },
    },
  ).start()
  const submission = page.getSnapshot().children.submission!
  submission.send({ type: 'NEW_SUBMISSION_RECEIVED', facts: openFacts })
  const stored = vi.fn()
  let upload: UploadHandle | undefined
  let files: ReturnType<typeof useServicesContext>['files'] | undefined
  function Upload() {
    upload = useUpload(
      { mode: 'live', collectionId: 'c', instId: '0001', page },
      { onBegun: () => undefined, onStored: stored },
    )
    const { value, context } = upload.snapshot
    const { facts } = context
    return (
      <>
        <output>{JSON.stringify(value)}</output>
        <p>
          {selectCanUpload(upload.snapshot) ? 'may send' : 'may not send'} {facts.maxBytes}
        </p>
      </>
    )
  }
  function WithMachine({ children }: { children: ReactNode }) {
    const services = useServicesContext()
    files = services.files
    return <ServicesContext value={{ ...services, uploadMachine: () => machine }}>{children}</ServicesContext>
  }
  await show(
    <StrictMode>
      <WithMachine>
        <Upload />
      </WithMachine>
    </StrictMode>,
    {
      user: people.submitter,
      answers: { 'GET /configuration': { uploadMaxBytes: 5000, uploadAtOnceBytes: 2000 } },
    },
  )
  await act(async () => upload!.pick([new File(['<a/>'], 'a.xml')]))
  await screen.findByText('{"picking":"ready"}')
  /** The check has read the file to its end. */
  files!.keepHash(upload!.snapshot.context.file!.id, 'mine')
  const moved = (submissionId: string, facts: Partial<Facts>, fileHash?: string) =>
    submission.send({
      type: 'MOVED',
      submissionId,
      version: 2,
      status: 'UPLOADED',
      at: '2024-11-01T12:00:00Z',
      isLatest: true,
      facts: { ...openFacts, ...facts },
      fileHash,
    })
  const answered = (submissionId: string) =>
    submission.send({
      type: 'SUBMISSION_RECEIVED',
      submission: {
        ...sampleSubmission,
        submissionId,
        status: 'UPLOADED',
        facts: { ...openFacts, hasStoredFile: true },
      },
    })
  return { upload: () => upload!, requested, stored, moved, answered }
}

it('takes no file from the step in which the collection is known to have closed, before anything is drawn', async () => {
  const { upload, requested, moved } = await ready()
  expect(screen.getByText('may send 5000')).toBeDefined()
  act(() => {
    moved('another', { collectionState: 'Closed' })
    upload().send({ type: 'UPLOAD', submissionId: 'first' })
  })
  expect(requested).not.toHaveBeenCalled()
  expect(screen.getByText('may not send 5000')).toBeDefined()
})

it('has arrived in the step in which a live message says so, also where the page does not know the submission yet', async () => {
  const { upload, requested, stored, moved } = await ready()
  await act(async () => upload().send({ type: 'UPLOAD', submissionId: 'first' }))
  expect(requested).toHaveBeenCalledOnce()
  act(() => {
    moved('another', { hasStoredFile: true })
    moved('first', { hasStoredFile: false })
    expect(stored).not.toHaveBeenCalled()
    moved('first', { hasStoredFile: true })
    expect(stored).toHaveBeenCalledExactlyOnceWith('first')
  })
  act(() => moved('first', { hasStoredFile: true }))
  expect(stored).toHaveBeenCalledOnce()
})

it('has arrived in the step in which an answer says so, where the live message was missed', async () => {
  const { upload, stored, answered } = await ready()
  await act(async () => upload().send({ type: 'UPLOAD', submissionId: 'first' }))
  act(() => {
    answered('first')
    expect(stored).toHaveBeenCalledExactlyOnceWith('first')
  })
})

it('says what to do where another tab has sent another file under its id first', async () => {
  const { upload, stored, moved } = await ready()
  await act(async () => upload().send({ type: 'UPLOAD', submissionId: 'first' }))
  act(() => moved('another', { hasStoredFile: true }, 'theirs'))
  expect(screen.getByText('{"sending":"requesting"}')).toBeDefined()
  act(() => moved('first', { hasStoredFile: true }, 'theirs'))
  expect(stored).not.toHaveBeenCalled()
  expect(screen.getByText('"failed"')).toBeDefined()
  const { problem, submissionId } = upload().snapshot.context
  expect([problem?.reason, submissionId]).toEqual([
    expect.objectContaining({ code: 'otherFileStored' }),
    undefined,
  ])
})

it('has arrived where the file that was stored under its id is its own', async () => {
  const { upload, stored, moved } = await ready()
  await act(async () => upload().send({ type: 'UPLOAD', submissionId: 'first' }))
  act(() => moved('first', { hasStoredFile: true }, 'mine'))
  expect(stored).toHaveBeenCalledExactlyOnceWith('first')
})
