import { describe, expect, it } from 'vitest'
import { type ActorRefFrom, createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import { inEnglish } from '../../server/messages.ts'
import { type FileRefusal, fileRefusalMessage } from '../../src/domain/chosenFile.ts'
import {
  type PartUploadMachine,
  partUploadMachine,
  type RequestPartsOutput,
  type SendPartInput,
  type SendPartOutput,
} from '../../src/machines/part-upload/index.ts'
import { err, ok } from '../../src/machines/support/index.ts'
import {
  type CheckFileInput,
  type CheckFileOutput,
  type PickedFile,
  selectAsksBeforeLeaving,
  selectCanUpload,
  selectUploadDisabledReason,
  type UploadTarget,
  uploadMachine,
} from '../../src/machines/upload/index.ts'
import { grantOf } from '../../src/model/charts/partUpload.ts'
import {
  closed,
  conflict,
  fileOf,
  malformed,
  ofAnotherProvider,
  uploadInput,
  uploadSpec,
  wellFormed,
  withFindings,
} from '../../src/model/charts/upload.ts'
import { done, failed, journey, live } from '../../src/model/live.ts'
import { notingParent } from '../../src/model/parent.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const post = { url: '/api/store', fields: {} }
const chosen = { type: 'FILES_CHOSEN', files: [fileOf('a.xml')] }
const upload = { type: 'UPLOAD', submissionId: 'first' }
const ready = [chosen, done('checkFile', wellFormed)]
const uploading = [...ready, upload, done('requestUpload', ok(post))]

const refusalIn = ({ refusal }: { refusal?: FileRefusal | undefined }): string =>
  refusal ? inEnglish(fileRefusalMessage(refusal)) : ''

describe('upload', () => {
  isWalkedWhole(uploadSpec)

  it('sends a well-formed file to the store', async () => {
    const told = notingParent()
    const { value, context } = await journey(uploadMachine, { ...uploadInput, parent: told.parent }, [
      ...uploading,
      { type: 'UPLOAD_PROGRESS', progress: { sent: 500, total: 1000, bytesPerSecond: 100 } },
      done('sendFile', ok(null)),
    ])
    expect(value).toBe('done')
    expect(context.post).toBeUndefined()
    expect(told.received).toEqual([
      { type: 'UPLOAD_BEGUN', submissionId: 'first' },
      { type: 'UPLOAD_STORED', submissionId: 'first' },
    ])
  })

  it.each<[string, PickedFile[], string]>([
    ['none', [], 'No file was chosen. Choose one XML file.'],
    [
      'several',
      [fileOf('a.xml'), fileOf('b.xml')],
      '2 files were chosen. Choose one XML file; a submission is a single file.',
    ],
    [
      'another type',
      [fileOf('a.csv')],
      '"a.csv" is not an XML file. Choose a file with a name that ends in .xml.',
    ],
    [
      'a program',
      [fileOf('a.xml.exe')],
      '"a.xml.exe" is not an XML file. Choose a file with a name that ends in .xml.',
    ],
    [
      'a hidden end',
      [fileOf('a.exe%00.xml')],
      '"a.exe%00.xml" is not an XML file. Choose a file with a name that ends in .xml.',
    ],
    [
      'an end after NUL',
      [fileOf('a.xml%00.exe')],
      '"a.xml%00.exe" is not an XML file. Choose a file with a name that ends in .xml.',
    ],
    ['an empty file', [fileOf('a.xml', 0)], '"a.xml" is empty. Choose a file with content.'],
    [
      'a byte too many',
      [fileOf('a.xml', 5001)],
      '"a.xml" is too large: 5.0 kB. The file is larger than the limit of 5.0 kB.',
    ],
  ])('refuses %s with its own message', async (_, files, expected) => {
    const { value, context } = await journey(uploadMachine, uploadInput, [{ type: 'FILES_CHOSEN', files }])
    expect(value).toEqual({ picking: 'refused' })
    expect(refusalIn(context)).toBe(expected)
  })

  it('takes .XML, and a file of exactly the limit', async () => {
    const files = [fileOf('A.XML', 5000)]
    const { value } = await journey(uploadMachine, uploadInput, [{ type: 'FILES_CHOSEN', files }])
    expect(value).toEqual({ picking: 'checking' })
  })

  it('takes any size as long as the server has not told its limit', async () => {
    const input = { ...uploadInput, facts: { ...uploadInput.facts, maxBytes: undefined } }
    const files = [fileOf('a.xml', 1e15)]
    const { value } = await journey(uploadMachine, input, [{ type: 'FILES_CHOSEN', files }])
    expect(value).toEqual({ picking: 'checking' })
  })

  it('stops a malformed file in the browser, with code, message, line and column', async () => {
    const walk = live(uploadMachine, uploadInput)
    await walk.cause(chosen)
    expect(inEnglish(selectUploadDisabledReason(walk.actor.getSnapshot()) ?? '')).toBe(
      'Validating file, please wait.',
    )
    await walk.cause(done('checkFile', malformed))
    const snapshot = walk.actor.getSnapshot()
    expect(snapshot.value).toEqual({ picking: 'invalid' })
    expect(snapshot.context.error).toEqual(malformed.error)
    expect(inEnglish(selectUploadDisabledReason(snapshot) ?? '')).toBe('File validation failed.')
    expect(selectCanUpload(snapshot)).toBe(false)
  })

  it('sends a file with findings only when the user says so', async () => {
    const { value, context } = await journey(uploadMachine, uploadInput, [
      chosen,
      done('checkFile', withFindings),
      { type: 'UPLOAD_ANYWAY', submissionId: 'first' },
    ])
    expect(value).toEqual({ sending: 'requesting' })
    expect(context.checked?.findingsTotal).toBe(1)
  })

  it('asks too before a file of another provider is sent, for the server will refuse it', async () => {
    const { value, context } = await journey(uploadMachine, uploadInput, [
      chosen,
      done('checkFile', ofAnotherProvider),
    ])
    expect(value).toEqual({ picking: 'confirmingFindings' })
    expect(context.checked?.rightToProcess).toEqual(ofAnotherProvider.rightToProcess)
  })

  it('checks another file afresh, whatever was found before', async () => {
    const { value, context } = await journey(uploadMachine, uploadInput, [
      chosen,
      done('checkFile', malformed),
      { type: 'FILES_CHOSEN', files: [fileOf('b.xml')] },
    ])
    expect(value).toEqual({ picking: 'checking' })
    expect(context.file?.name).toBe('b.xml')
    expect(context.error).toBeUndefined()
    expect(context.checked).toBeUndefined()
  })

  it('is disabled when the collection closes, with the reason, and tries again no more', async () => {
    const walk = live(uploadMachine, uploadInput)
    for (const event of ready) await walk.cause(event)
    expect(selectCanUpload(walk.actor.getSnapshot())).toBe(true)
    await walk.cause({
      type: 'FACTS_CHANGED',
      facts: { ...uploadInput.facts, blockedReason: closed },
    })
    expect(inEnglish(selectUploadDisabledReason(walk.actor.getSnapshot()) ?? '')).toBe(
      'The collection is closed.',
    )
  })

  it('takes the second press of the button for nothing', async () => {
    await expect(journey(uploadMachine, uploadInput, [...ready, upload, upload])).rejects.toThrow(
      'does not take',
    )
  })

  it('tells the server of a cancelled upload, and starts the next under a new id', async () => {
    const walk = live(uploadMachine, uploadInput)
    for (const event of uploading) await walk.cause(event)
    expect(selectAsksBeforeLeaving(walk.actor.getSnapshot())).toBe(true)
    await walk.cause({ type: 'CANCEL' })
    expect(walk.inputs()).toEqual({
      cancelUpload: {
        submissionId: 'first',
        file: fileOf('a.xml'),
        fileHash: 'ab',
        mode: 'live',
        collectionId: '23056',
        instId: '0001',
      },
    })
    await walk.cause(done('cancelUpload', ok(null)))
    expect(walk.actor.getSnapshot().value).toBe('cancelled')
    await walk.cause({ type: 'RETRY', submissionId: 'second' })
    expect(walk.actor.getSnapshot().context.submissionId).toBe('second')
  })

  it('goes on with the same submission where the server may know it already', async () => {
    const { context } = await journey(uploadMachine, uploadInput, [
      ...ready,
      upload,
      failed('requestUpload', new TypeError('fetch failed')),
      { type: 'RETRY', submissionId: 'second' },
    ])
    expect(context.submissionId).toBe('first')
  })

  it('goes on with what it has begun, whatever is said of the submissions that the page knows', async () => {
    const lost = [...ready, upload, failed('requestUpload', new TypeError('fetch failed'))]
    const blockedFor = (submissionId: string | undefined) => ({
      type: 'FACTS_CHANGED',
      facts: { ...uploadInput.facts, submissionId, blockedReason: closed },
    })
    const again = { type: 'RETRY', submissionId: 'second' }
    const { context } = await journey(uploadMachine, uploadInput, [...lost, blockedFor(undefined), again])
    expect([context.submissionId, context.facts.maxBytes]).toEqual(['first', 5000])
    // Of what it has begun itself, it is said: that counts.
    await expect(journey(uploadMachine, uploadInput, [...lost, blockedFor('first'), again])).rejects.toThrow(
      'does not take',
    )
  })

  const over64MB = fileOf('large.xml', 64 * 1024 ** 2 + 1)
  const roomy = {
    ...uploadInput,
    facts: { blockedReason: undefined, maxBytes: 4 * 1024 ** 3, atOnceBytes: 64 * 1024 ** 2 },
  }
  const sent = (file: PickedFile) => [
    { type: 'FILES_CHOSEN', files: [file] },
    done('checkFile', wellFormed),
    upload,
  ]

  it('sends what was dropped on its collection as soon as nothing is found, and asks where something is', async () => {
    const dropped = { ...chosen, sendAs: 'dropped' }
    const clean = await journey(uploadMachine, uploadInput, [dropped, done('checkFile', wellFormed)])
    expect([clean.value, clean.context.submissionId]).toEqual([{ sending: 'requesting' }, 'dropped'])
    const faulty = await journey(uploadMachine, uploadInput, [dropped, done('checkFile', withFindings)])
    expect(faulty.value).toEqual({ picking: 'confirmingFindings' })
  })

  it('asks before a submission that awaits approval is replaced', async () => {
    const facts = { ...uploadInput.facts, replaces: 'pending' as const }
    const { value } = await journey(uploadMachine, { ...uploadInput, facts }, [
      { ...chosen, sendAs: 'dropped' },
      done('checkFile', wellFormed),
    ])
    expect(value).toEqual({ picking: 'ready' })
  })

  it('sends a file over what is taken at once in parts, and one of just that size at once', async () => {
    const large = await journey(uploadMachine, roomy, sent(over64MB))
    expect(large.value).toEqual({ sending: { inParts: 'asking' } })
    const atOnce = await journey(uploadMachine, roomy, sent(fileOf('a.xml', 64 * 1024 ** 2)))
    expect(atOnce.value).toEqual({ sending: 'requesting' })
    // Of a limit that is not known yet nothing follows.
    const unknown = { ...roomy, facts: { ...roomy.facts, atOnceBytes: undefined } }
    expect((await journey(uploadMachine, unknown, sent(over64MB))).value).toEqual({ sending: 'requesting' })
  })

  it('is cancelled by who leaves the page while it begins or is sent, and stays as it is in parts', async () => {
    const leave = { type: 'LEAVE' }
    const begun = await journey(uploadMachine, uploadInput, [...ready, upload, leave])
    const sentOn = await journey(uploadMachine, uploadInput, [...uploading, leave])
    expect([begun.value, sentOn.value]).toEqual([{ sending: 'cancelling' }, { sending: 'cancelling' }])
    await expect(journey(uploadMachine, roomy, [...sent(over64MB), leave])).rejects.toThrow('does not take')
  })

  it('says once that the server has begun the submission, whatever interrupts its parts', async () => {
    const told = notingParent()
    const actor = createActor(
      uploadMachine.provide({
        actors: {
          takeHandedOver: fromCallback(() => undefined),
          checkFile: fromPromise<CheckFileOutput, CheckFileInput>(async () => wellFormed),
          sendParts: partUploadMachine.provide({
            actors: {
              watchNetwork: fromCallback(() => undefined),
              requestParts: fromPromise<RequestPartsOutput, UploadTarget>(async () => ok(grantOf())),
              sendPart: fromPromise<SendPartOutput, SendPartInput>(() =>
                Promise.reject(new TypeError('fetch failed')),
              ),
            },
          }),
        },
      }),
      { input: { ...roomy, parent: told.parent } },
    )
    actor.start()
    actor.send({ type: 'FILES_CHOSEN', files: [over64MB] })
    await waitFor(actor, now => now.matches({ picking: 'ready' }))
    actor.send({ type: 'UPLOAD', submissionId: 'first' })
    const parts = actor.getSnapshot().children.sendParts as ActorRefFrom<PartUploadMachine>
    expect([actor.getSnapshot().value, told.received]).toEqual([{ sending: { inParts: 'asking' } }, []])
    for (let time = 1; time <= 2; time++) {
      await waitFor(parts, now => now.hasTag('waiting') && now.context.attempts === time)
      parts.send({ type: 'CONTINUE' })
    }
    expect([actor.getSnapshot().value, told.received]).toEqual([
      { sending: { inParts: 'granted' } },
      [{ type: 'UPLOAD_BEGUN', submissionId: 'first' }],
    ])
    actor.stop()
  })

  it('says nothing of a submission that the server has refused', async () => {
    const { parent, received } = notingParent()
    const { value } = await journey(uploadMachine, { ...uploadInput, parent }, [
      ...ready,
      upload,
      done('requestUpload', err(conflict)),
    ])
    expect([value, received]).toEqual(['failed', []])
  })

  it('goes on with the same file after a reload, though the collection has closed, and with no other', async () => {
    const atClosed = {
      ...uploadInput,
      facts: { ...roomy.facts, blockedReason: closed, maxBytes: 5000 },
    }
    const resume = (...files: PickedFile[]) => ({
      type: 'RESUME',
      submissionId: 'first',
      expected: { name: 'large.xml', size: over64MB.size },
      files,
    })
    const same = await journey(uploadMachine, atClosed, [resume(over64MB)])
    expect([same.value, same.context.submissionId]).toEqual([{ sending: { inParts: 'asking' } }, 'first'])
    const other = await journey(uploadMachine, atClosed, [resume(fileOf('b.xml', over64MB.size - 1))])
    expect(refusalIn(other.context)).toBe(
      '"b.xml" is not the file that you started to upload. Choose "large.xml" again, or cancel that upload.',
    )
    const none = await journey(uploadMachine, atClosed, [resume()])
    expect(refusalIn(none.context)).toBe('No file was chosen. Choose one XML file.')
    const renamed = await journey(uploadMachine, atClosed, [resume({ ...over64MB, name: 'large.txt' })])
    expect(refusalIn(renamed.context)).toBe(
      '"large.txt" is not an XML file. Choose a file with a name that ends in .xml.',
    )
    // Of the same size, but another: its parts tell.
    const changed = await journey(uploadMachine, atClosed, [
      resume(over64MB),
      done('sendParts', { kind: 'otherFile' }),
      resume(over64MB),
    ])
    expect([changed.value, changed.context.submissionId]).toEqual([
      { sending: { inParts: 'asking' } },
      'first',
    ])
  })

  it('breaks off when the store refuses, and shows why', async () => {
    const { value, context } = await journey(uploadMachine, uploadInput, [
      ...uploading,
      done('sendFile', err(conflict)),
      done('breakOff', ok(null)),
    ])
    expect(value).toBe('failed')
    expect(context.problem).toEqual(conflict)
    expect(context.submissionId).toBeUndefined()
  })

  it('is done when a live message says so, though the answer of the store was lost', async () => {
    const { value } = await journey(uploadMachine, uploadInput, [
      ...uploading,
      failed('sendFile', new TypeError('fetch failed')),
      failed('breakOff', new TypeError('fetch failed')),
      { type: 'FILE_STORED', submissionId: 'first' },
    ])
    expect(value).toBe('done')
  })

  it('keeps how far it is, as the sender tells', async () => {
    const walk = live(uploadMachine, uploadInput)
    for (const event of uploading) await walk.cause(event)
    const progress = { sent: 250, total: 1000, bytesPerSecond: 100 }
    await walk.cause({ type: 'UPLOAD_PROGRESS', progress })
    expect(walk.actor.getSnapshot().context.progress).toEqual(progress)
  })
})
