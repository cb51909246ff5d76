import { screen } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { Route, Routes } from 'react-router'
import { expect, it, vi } from 'vitest'
import { fromCallback, fromPromise } from 'xstate'
import type { StatusName } from '../../../src/domain/status.ts'
import { Component as SubmissionLayout } from '../../../src/features/submissions/layout/page.tsx'
import { Component as Submit } from '../../../src/features/submissions/submit/page.tsx'
import { Component as Upload } from '../../../src/features/submissions/upload/page.tsx'
import { ServicesContext } from '../../../src/hooks/index.ts'
import { useServicesContext } from '../../../src/hooks/services.ts'
import {
  type CompletePartsOutput,
  partUploadMachine,
  type RequestPartsOutput,
  type SendPartInput,
  type SendPartOutput,
} from '../../../src/machines/part-upload/index.ts'
import { ok } from '../../../src/machines/support/index.ts'
import {
  type CancelUploadOutput,
  type CheckFileInput,
  type CheckFileOutput,
  type RequestUploadOutput,
  type SendFileInput,
  type SendFileOutput,
  type UploadTarget,
  uploadMachine,
} from '../../../src/machines/upload/index.ts'
import { type Answer, aWhile, show } from '../support/services.tsx'
import {
  beginning,
  collection,
  collectionEvent,
  fileEvent,
  signOffPerson,
  submission,
  submissionId,
} from './fixtures.ts'
import { wellFormed } from './uploadStart.tsx'

/*
 * The view moves on with a submission by itself (specification 2 §4.5). What leads (the stepper, the upload) and what holds back
 * (the question before leaving) meet here on one page with a router.
 */

interface Store {
  send?: () => Promise<SendFileOutput>
  cancel?: () => Promise<CancelUploadOutput>
}

const never = () => new Promise<never>(() => undefined)

/** An upload whose file arrives, or not, as the test says; of one in parts the last answer never comes. */
const uploadTo = ({ send = never, cancel = never }: Store) =>
  Promise.resolve(
    uploadMachine.provide({
      actors: {
        takeHandedOver: fromCallback(() => undefined),
        checkFile: fromPromise<CheckFileOutput, CheckFileInput>(async () => wellFormed),
        requestUpload: fromPromise<RequestUploadOutput, UploadTarget>(async () =>
          ok({ url: '/store', fields: {} }),
        ),
        sendFile: fromPromise<SendFileOutput, SendFileInput>(send),
        cancelUpload: fromPromise<CancelUploadOutput, UploadTarget>(cancel),
        sendParts: partUploadMachine.provide({
          actors: {
            requestParts: fromPromise<RequestPartsOutput, UploadTarget>(async () =>
              ok({ post: { url: '/store/part', fields: {} }, partBytes: 4_000, parts: [] }),
            ),
            sendPart: fromPromise<SendPartOutput, SendPartInput>(async () => ok(null)),
            completeParts: fromPromise<CompletePartsOutput, UploadTarget>(never),
            watchNetwork: fromCallback(() => undefined),
          },
        }),
      },
    }),
  )

/** A submission as it is once its file is on its way, has arrived, or is processed. */
const standing = (uuid: string, status: StatusName) => {
  const version = ['UPLOADING', 'UPLOADED', 'QUALITY_PROCESSING_COMPLETE', 'AGENCY_APPROVAL'].indexOf(status)
  const known = submission(status)
  const hasStoredFile = status !== 'UPLOADING'
  const facts = { ...known.facts, submissionId: uuid, hasStoredFile, uploaderId: signOffPerson.userId }
  return { ...known, uuid, version, facts, liveSequence: 0 }
}

const root = `/submissions/${collection().id}`

/** A page of a submission that was come to from the list. */
const open = async (page: string, status: { now: StatusName }, store: Store = {}) => {
  const machine = uploadTo(store)
  function WithStore({ children }: { children: ReactNode }) {
    const services = useServicesContext()
    return <ServicesContext value={{ ...services, uploadMachine: () => machine }}>{children}</ServicesContext>
  }
  const asked: string[] = []
  const shown = await show(
    <StrictMode>
      <WithStore>
        <Routes>
          <Route path="/" element={<h1>List</h1>} />
          <Route path="/submissions/:collectionId/:submissionId" element={<SubmissionLayout />}>
            <Route path="upload" element={<Upload />} />
            <Route path="submit" element={<Submit />} />
            <Route path="processing" element={<p>It is processed</p>} />
            <Route path="approval" element={<p>It awaits approval</p>} />
          </Route>
        </Routes>
      </WithStore>
    </StrictMode>,
    {
      user: signOffPerson,
      answers: {
        'GET /configuration': { uploadMaxBytes: 50_000, uploadAtOnceBytes: 5_000 },
        'GET /submissions/new/{collectionId}/{instId}': beginning(),
        'GET /submissions/{id}': (({ path }) => {
          asked.push(path?.id ?? '')
          return standing(path?.id ?? '', status.now)
        }) satisfies Answer,
        'GET /collections/{reference}': collection(),
        'GET /files/unfinishedUpload': {
          upload: {
            fileName: 'large.xml',
            fileSize: 8_000,
            storedBytes: 0,
            lastStored: null,
            expires: '2024-11-04T08:00:00Z',
          },
        },
        'GET /submissions/{id}/commit-allowed-status': {
          submissionStatuses: { ...submission('UNKNOWN').facts.blockers, openIssues: 0, ruleFailures: 0 },
          commitNotAllowedReasons: [],
          blockingRules: 0,
        },
        'POST /submissions/update-state/{id}': () => {
          status.now = 'AGENCY_APPROVAL'
          return standing(submissionId, status.now)
        },
      },
    },
  )
  const { router, user } = shown
  const blocked = vi.fn()
  router.subscribe(({ blockers }) => {
    for (const { state } of blockers.values()) if (state === 'blocked') blocked()
  })
  await router.navigate(`${root}/${page}`)
  return {
    ...shown,
    blocked,
    asked,
    /** Drops a file into the first place that takes one. */
    choose: async (file: File) => {
      await vi.waitUntil(() => document.querySelector('input[type=file]'), aWhile)
      await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
    },
    /** Presses a button once nothing stands against it. */
    press: async (name: string) =>
      user.click(await screen.findByRole('button', { name, description: '' }, aWhile)),
    /** The pages to which Back leads, up to the list. */
    back: async () => {
      const addresses: string[] = []
      do {
        await router.navigate(-1)
        addresses.push(shown.address())
      } while (addresses.at(-1) !== '/' && addresses.length < 5)
      return addresses
    },
  }
}

/** The id under which a new upload has begun, once the page is at its address. */
const begun = async ({ address }: Pick<Awaited<ReturnType<typeof open>>, 'address'>, ...others: string[]) => {
  const idIn = () => /([^/]+)\/upload$/.exec(address())?.[1] ?? 'new'
  await vi.waitUntil(() => !['new', ...others].includes(idIn()), aWhile)
  return idIn()
}

const small = new File(['<a/>'], 'small.xml')
const large = new File(['x'.repeat(8_000)], 'large.xml')

it('moves on from an upload whose own answer is lost, by an answer to a later question', async () => {
  const status: { now: StatusName } = { now: 'UPLOADING' }
  const page = await open('new/upload', status)
  await page.choose(small)
  await page.press('Upload file')
  const id = await begun(page)
  await vi.waitUntil(() => page.asked.includes(id), aWhile)
  status.now = 'UPLOADED'
  page.tell(collectionEvent('Open'))
  await screen.findByText('It is processed', {}, aWhile)
  expect(page.blocked).not.toHaveBeenCalled()
  expect(await page.back()).toEqual([`${root}/${id}/upload`, '/'])
})

it('moves on once from an upload that was gone on with, by a live message', async () => {
  const status: { now: StatusName } = { now: 'UPLOADING' }
  const page = await open(`${submissionId}/upload`, status)
  await page.choose(large)
  await screen.findByText(/large\.xml/, {}, aWhile)
  await screen.findByRole('button', { name: 'Cancel' }, aWhile)
  status.now = 'UPLOADED'
  const { facts, version } = standing(submissionId, 'UPLOADED')
  page.tell(fileEvent('UPLOADED', { version, facts }))
  await screen.findByText('It is processed', {}, aWhile)
  expect(page.blocked).not.toHaveBeenCalled()
  expect(await page.back()).toEqual([`${root}/${submissionId}/upload`, '/'])
})

it('follows the submission under whose id a failed upload is tried again', async () => {
  const status: { now: StatusName } = { now: 'UPLOADING' }
  const cancel = vi
    .fn<() => Promise<CancelUploadOutput>>(never)
    .mockResolvedValueOnce(ok(null))
    .mockRejectedValueOnce(new Error('The server is gone.'))
  const send = vi
    .fn<() => Promise<SendFileOutput>>(never)
    .mockRejectedValueOnce(new Error('The store is gone.'))
  const page = await open('new/upload', status, { send, cancel })
  await page.choose(small)
  await page.press('Upload file')
  const first = await begun(page)
  await vi.waitUntil(() => page.asked.includes(first), aWhile)
  await page.press('Try again')
  const second = await begun(page, first)
  await vi.waitUntil(() => page.asked.includes(second), aWhile)
  // Too late, and nobody says so: this upload has ended for the page, but its file has arrived.
  await page.press('Cancel')
  await screen.findByText(/^We were unable to upload/, {}, aWhile)
  const { facts, version } = standing(second, 'UPLOADED')
  status.now = 'UPLOADED'
  page.tell(fileEvent('UPLOADED', { submissionId: second, version, facts }))
  expect(await screen.findByText('It is processed', {}, aWhile)).toBeTruthy()
})

it('goes to the approval once with the answer to a submit', async () => {
  const page = await open(`${submissionId}/submit`, { now: 'QUALITY_PROCESSING_COMPLETE' })
  await page.user.click(await screen.findByRole('checkbox', {}, aWhile))
  await page.press('Submit for approval')
  await screen.findByText('It awaits approval', {}, aWhile)
  expect(await page.back()).toEqual([`${root}/${submissionId}/submit`, '/'])
})
