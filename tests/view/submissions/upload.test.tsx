import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { UploadView } from '../../../src/features/submissions/upload/UploadView.tsx'
import { granted } from '../../../src/machines/support/index.ts'
import {
  type CancelUploadOutput,
  type CheckFileInput,
  type CheckFileOutput,
  type RequestUploadOutput,
  type SendFileInput,
  type SendFileOutput,
  type UploadEvent,
  type UploadFacts,
  type UploadTarget,
  uploadMachine,
} from '../../../src/machines/upload/index.ts'

const file = { id: 'f1', name: 'ashby.xml', size: 48_000_000 }
const wellFormed: CheckFileOutput = {
  wellFormed: true,
  schema: '23056_1_0_0',
  findings: [],
  findingsTotal: 0,
}

interface Start {
  check?: (input: CheckFileInput) => Promise<CheckFileOutput>
  send?: (input: SendFileInput) => Promise<SendFileOutput>
  facts?: Partial<UploadFacts>
}

/** A live upload whose outside world the test settles, and its view drawn from the snapshot as it is then. */
const start = ({ check, send, facts }: Start = {}) => {
  const never = () => new Promise<never>(() => {})
  const actor = createActor(
    uploadMachine.provide({
      actors: {
        checkFile: fromPromise<CheckFileOutput, CheckFileInput>(({ input }) =>
          check ? check(input) : Promise.resolve(wellFormed),
        ),
        requestUpload: fromPromise<RequestUploadOutput, UploadTarget>(async () =>
          granted({ url: '/store', fields: {} }),
        ),
        sendFile: fromPromise<SendFileOutput, SendFileInput>(({ input }) => (send ?? never)(input)),
        cancelUpload: fromPromise<CancelUploadOutput, UploadTarget>(async () => granted(null)),
      },
    }),
    {
      input: {
        mode: 'live',
        collectionId: 'c',
        instId: '0001',
        facts: { blockedReason: undefined, maxBytes: 4 * 1024 ** 3, ...facts },
      },
    },
  ).start()
  const pick = vi.fn()
  const leaving = { isAsked: false, onStay: vi.fn(), onLeave: vi.fn() }
  const draw = () => (
    <UploadView
      upload={actor.getSnapshot()}
      send={(event: UploadEvent) => actor.send(event)}
      pick={pick}
      newSubmissionId={() => 's1'}
      collection="Student 2023/24"
      isReady
      backHref="/submissions"
      leaving={leaving}
    />
  )
  const view = render(draw())
  const reach = async (state: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) => {
    await vi.waitUntil(() => actor.getSnapshot().matches(state))
    view.rerender(draw())
  }
  return { actor, pick, reach, redraw: () => view.rerender(draw()) }
}

const uploadButton = () => screen.getByRole('button', { name: 'Upload file' })

describe('Upload', () => {
  it('takes one .xml file and refuses others with a message of their own', async () => {
    const { pick, redraw } = start()
    expect(screen.getByText('Drag your XML file here')).toBeTruthy()
    expect(uploadButton().getAttribute('aria-disabled')).toBe('true')
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    const user = userEvent.setup({ applyAccept: false })
    await user.upload(input, new File(['x'], 'data.csv'))
    redraw()
    expect(screen.getByText(/"data\.csv" is not an XML file/)).toBeTruthy()
    const good = new File(['<a/>'], 'a.XML')
    await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, good)
    expect(pick).toHaveBeenCalledWith([good])
  })

  it('announces the check and keeps the button disabled meanwhile', async () => {
    const { actor, reach } = start({ check: () => new Promise<never>(() => {}) })
    actor.send({ type: 'FILES_CHOSEN', files: [file] })
    actor.send({ type: 'CHECK_PROGRESS', progress: { done: 12_000_000, total: 48_000_000 } })
    await reach({ picking: 'checking' })
    expect(screen.getByRole('status').textContent).toBe('Validating file, please wait.')
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
    expect(uploadButton().getAttribute('aria-disabled')).toBe('true')
  })

  it('shows where the file is not well-formed, with code, message, line and column', async () => {
    const { actor, reach } = start({
      check: async () => ({
        wellFormed: false,
        error: {
          code: 'MISMATCHED_TAG',
          message: 'The end tag does not match.',
          line: 1204,
          column: 7,
          byte: 9,
        },
      }),
    })
    actor.send({ type: 'FILES_CHOSEN', files: [file] })
    await reach({ picking: 'invalid' })
    expect(screen.getByRole('alert').textContent).toBe('File validation failed.')
    const shown = Object.fromEntries(
      screen.getAllByRole('term').map(term => [term.textContent, term.nextElementSibling?.textContent]),
    )
    expect(shown).toEqual({
      Code: 'MISMATCHED_TAG',
      Message: 'The end tag does not match.',
      Line: '1,204',
      Column: '7',
    })
    expect(uploadButton().getAttribute('aria-disabled')).toBe('true')
  })

  it('sends a file with schema errors only if the user says so', async () => {
    const finding = {
      code: 'VALUE_CODE',
      message: 'Not a code.',
      line: 3,
      column: 5,
      path: 'Student/SEXID',
      value: '9',
      expected: null,
    }
    const { actor, reach } = start({
      check: async () => ({ wellFormed: true, schema: '23056_1_0_0', findings: [finding], findingsTotal: 1 }),
    })
    actor.send({ type: 'FILES_CHOSEN', files: [file] })
    await reach({ picking: 'confirmingFindings' })
    expect(screen.getByText('One schema error was found')).toBeTruthy()
    const row = within(screen.getByRole('table', { name: 'Schema errors' })).getAllByRole('row')[1]
    expect(row?.textContent).toBe('35Not a code.Student/SEXID')
    await userEvent.click(screen.getByRole('button', { name: 'Upload all the same' }))
    expect(actor.getSnapshot().hasTag('underWay')).toBe(true)
  })

  it('sends with percent, megabytes, speed and the time left, and can be cancelled', async () => {
    const { actor, reach } = start()
    actor.send({ type: 'FILES_CHOSEN', files: [file] })
    await reach({ picking: 'ready' })
    await userEvent.click(uploadButton())
    await reach({ sending: 'uploading' })
    actor.send({
      type: 'UPLOAD_PROGRESS',
      progress: { sent: 24_000_000, total: 48_000_000, bytesPerSecond: 2_000_000 },
    })
    await reach({ sending: 'uploading' })
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('50%, 24.0 MB of 48.0 MB')
    expect(screen.getByText('2.0 MB/s · about 12 s left')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await reach('cancelled')
    expect(screen.getByRole('heading', { name: 'Upload failed' })).toBeTruthy()
    expect(screen.getByText('We were unable to upload your file or the upload was cancelled.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/submissions')
  })

  it('says why no file can be sent', () => {
    start({ facts: { blockedReason: 'The collection is closed.' } })
    expect(screen.getAllByText('The collection is closed.').length).toBeGreaterThan(0)
    expect(uploadButton().getAttribute('aria-disabled')).toBe('true')
  })
})
