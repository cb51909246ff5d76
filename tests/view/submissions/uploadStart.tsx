import { render } from '@testing-library/react'
import { vi } from 'vitest'
import { type ActorRefFrom, createActor, fromCallback, fromPromise } from 'xstate'
import { UploadView } from '../../../src/features/submissions/upload/view.tsx'
import {
  type CompletePartsOutput,
  type PartUploadMachine,
  type PartUploadSnapshot,
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
  type UploadEvent,
  type UploadFacts,
  type UploadSnapshot,
  type UploadTarget,
  uploadMachine,
} from '../../../src/machines/upload/index.ts'
import { parent } from '../../../src/model/parent.ts'
import { aWhile } from '../support/services.tsx'

/** A file that is sent in one piece. */
export const file = { id: 'f1', name: 'ashby.xml', size: 48_000_000 }
/** What the check gives of a file without a fault. */
export const wellFormed = {
  wellFormed: true,
  schema: { kind: 'checked', version: '23056_1.0.0' },
  findings: [],
  findingsTotal: 0,
  groups: [],
  keysUnchecked: [],
  rightToProcess: [],
} satisfies CheckFileOutput

/** The upload in parts under an upload; undefined where there is none. */
export const partsOf = ({ children }: UploadSnapshot): PartUploadSnapshot | undefined =>
  (children.sendParts as ActorRefFrom<PartUploadMachine> | undefined)?.getSnapshot()

export interface Start {
  sendPart?: (input: SendPartInput) => Promise<SendPartOutput>
  check?: (input: CheckFileInput) => Promise<CheckFileOutput>
  send?: (input: SendFileInput) => Promise<SendFileOutput>
  facts?: Partial<UploadFacts>
}

/** A live upload whose outside world the test settles, and its view drawn from the snapshot as it is then. */
export const start = ({ check, send, sendPart, facts }: Start = {}) => {
  const never = () => new Promise<never>(() => {})
  const actor = createActor(
    uploadMachine.provide({
      actors: {
        takeHandedOver: fromCallback(() => undefined),
        checkFile: fromPromise<CheckFileOutput, CheckFileInput>(({ input }) =>
          check ? check(input) : Promise.resolve(wellFormed),
        ),
        requestUpload: fromPromise<RequestUploadOutput, UploadTarget>(async () =>
          ok({ url: '/store', fields: {} }),
        ),
        sendParts: partUploadMachine.provide({
          actors: {
            requestParts: fromPromise<RequestPartsOutput, UploadTarget>(async () =>
              ok({ post: { url: '/store/part', fields: {} }, partBytes: 40_000_000, parts: [] }),
            ),
            sendPart: fromPromise<SendPartOutput, SendPartInput>(({ input }) => (sendPart ?? never)(input)),
            completeParts: fromPromise<CompletePartsOutput, UploadTarget>(never),
            watchNetwork: fromCallback(() => undefined),
          },
        }),
        sendFile: fromPromise<SendFileOutput, SendFileInput>(({ input }) => (send ?? never)(input)),
        cancelUpload: fromPromise<CancelUploadOutput, UploadTarget>(async () => ok(null)),
      },
    }),
    {
      input: {
        parent,
        mode: 'live',
        collectionId: 'c',
        instId: '0001',
        facts: { blockedReason: undefined, maxBytes: 4 * 1024 ** 3, atOnceBytes: 64 * 1024 ** 2, ...facts },
      },
    },
  ).start()
  const pick = vi.fn()
  const saveReport = vi.fn()
  const goOn = vi.fn()
  const leaving = { isOpen: false, onStay: vi.fn(), onLeave: vi.fn() }
  const draw = () => (
    <UploadView
      upload={actor.getSnapshot()}
      parts={partsOf(actor.getSnapshot())}
      goOn={goOn}
      send={(event: UploadEvent) => actor.send(event)}
      pick={pick}
      saveReport={saveReport}
      newSubmissionId={() => 's1'}
      collection="Student 2023/24"
      isReady
      backHref="/submissions"
      leaving={leaving}
    />
  )
  const view = render(draw())
  const reach = async (state: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) => {
    await vi.waitUntil(() => actor.getSnapshot().matches(state), aWhile)
    view.rerender(draw())
  }
  return { actor, goOn, leaving, pick, saveReport, reach, redraw: () => view.rerender(draw()) }
}
