import { act, screen } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { expect, it, vi } from 'vitest'
import { type ActorRefFrom, createActor, fromCallback, fromPromise } from 'xstate'
import { ServicesContext } from '../../../src/hooks/index.ts'
import { useServicesContext } from '../../../src/hooks/services.ts'
import { type UploadHandle, useUpload, useUploadHandle } from '../../../src/hooks/upload.ts'
import type { Facts } from '../../../src/machines/submission-lifecycle/index.ts'
import { answerMachine, submissionPageMachine } from '../../../src/machines/submission-page/index.ts'
import {
  type CheckFileInput,
  type CheckFileOutput,
  type RequestUploadOutput,
  selectCanUpload,
  type UploadMachine,
  type UploadTarget,
  uploadMachine,
} from '../../../src/machines/upload/index.ts'
import { openFacts } from '../../../src/model/charts/lifecycle.ts'
import { sampleSubmission } from '../../../src/model/charts/submission.ts'
import { noneAs } from '../../../src/model/charts/submissionPage.ts'
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
        // The check has read the file to its end.
        checkFile: fromPromise<CheckFileOutput, CheckFileInput>(async () => ({
          ...wellFormed,
          sha256: 'mine',
        })),
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
  page.send({
    type: 'RESOURCE_UPDATED',
    data: noneAs({ mode: 'live', collectionId: 'c', reference: '23056', instId: '0001' }),
  })
  const stored = vi.fn()
  page.on('page.leads', ({ destination: { submissionId, step } }) => stored(submissionId, step))
  let upload: UploadHandle | undefined
  function Opened() {
    const actor = useUpload(page, undefined)
    return actor ? <Upload actor={actor} /> : null
  }
  function Upload({ actor }: { actor: ActorRefFrom<UploadMachine> }) {
    upload = useUploadHandle(actor)
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
    return <ServicesContext value={{ ...services, uploadMachine: () => machine }}>{children}</ServicesContext>
  }
  await show(
    <StrictMode>
      <WithMachine>
        <Opened />
      </WithMachine>
    </StrictMode>,
    {
      user: people.submitter,
      answers: { 'GET /configuration': { uploadMaxBytes: 5000, uploadAtOnceBytes: 2000 } },
    },
  )
  await act(async () => upload!.pick([new File(['<a/>'], 'a.xml')]))
  await screen.findByText('{"picking":"ready"}')
  const moved = (submissionId: string, facts: Partial<Facts>, fileHash?: string) =>
    submission.send({
      type: 'STATUS_CHANGED',
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
  return { page, upload: () => upload!, requested, stored, moved, answered }
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
    expect(stored).toHaveBeenCalledExactlyOnceWith('first', 'processing')
  })
  act(() => moved('first', { hasStoredFile: true }))
  expect(stored).toHaveBeenCalledOnce()
})

it('has arrived in the step in which an answer says so, where the live message was missed', async () => {
  const { upload, stored, answered } = await ready()
  await act(async () => upload().send({ type: 'UPLOAD', submissionId: 'first' }))
  act(() => {
    answered('first')
    expect(stored).toHaveBeenCalledExactlyOnceWith('first', 'processing')
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
  expect(stored).toHaveBeenCalledExactlyOnceWith('first', 'processing')
})

it('ends when the router goes to another page', async () => {
  const { page, upload } = await ready()
  const address = {
    submissionId: undefined,
    instId: '0001',
    named: { mode: 'live', collectionId: 'c', reference: undefined, instId: undefined },
  } as const
  const goTo = (shown: 'upload' | 'processing') =>
    act(() =>
      page.send({
        type: 'ADDRESS_CHANGED',
        address: { ...address, place: { page: shown, isAllowed: true } },
      }),
    )
  goTo('upload')
  expect(upload().snapshot.value).toEqual({ picking: 'ready' })
  goTo('processing')
  expect(page.getSnapshot().children).not.toHaveProperty('upload')
})
