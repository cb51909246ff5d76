import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { problem } from '../../../src/domain/problem.ts'
import type { SchemaFailure, SchemaFailureGroup } from '../../../src/domain/wire/quality.ts'
import { message } from '../../../src/messages/message.ts'

import { file, start, wellFormed } from './uploadStart.tsx'

const uploadButton = () => screen.getByRole('button', { name: 'Upload file' })

describe('Upload', () => {
  it('takes one .xml file and refuses others with a message of their own', async () => {
    const { actor, pick, redraw } = start()
    pick.mockImplementation((files: readonly File[]) =>
      actor.send({ type: 'FILES_CHOSEN', files: files.map(({ name, size }) => ({ id: name, name, size })) }),
    )
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

  it('shows where the file is not well-formed, with code, message, line, column and byte', async () => {
    const { actor, reach } = start({
      check: async () => ({
        wellFormed: false,
        error: {
          code: 'MISMATCHED_TAG',
          message: 'The end tag does not match.',
          line: 1204,
          column: 7,
          byte: 48_213,
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
      'Byte offset': '48,213',
    })
    expect(uploadButton().getAttribute('aria-disabled')).toBe('true')
  })

  it('shows a name that would be read backwards with its controls', async () => {
    const { actor, reach } = start()
    actor.send({ type: 'FILES_CHOSEN', files: [{ ...file, name: 'a\u202elmx.exe.xml' }] })
    await reach({ picking: 'ready' })
    expect(document.body.textContent).toContain('a[U+202E]lmx.exe.xml')
    expect(document.body.textContent).not.toContain('\u202e')
  })

  const failure = (LineNumber: number): SchemaFailure => ({
    LineNumber,
    Column: 5,
    Code: 'VALUE_CODE',
    Error: 'SEXID "9" is not a code of its list.',
    Details: {
      name: 'Student',
      ids: [{ field: 'SID', value: String(LineNumber) }],
      parent: null,
      path: `Student[SID=${LineNumber}]/SEXID`,
      value: '9',
      expected: '10, 11',
    },
  })
  const groupOf = (
    line: number,
    count = 1,
    code = 'VALUE_CODE',
    place = 'Student/SEXID',
  ): SchemaFailureGroup => ({
    code,
    place,
    count,
    places: [{ line, column: 5 }],
    characters: [],
    example: { ...failure(line), Code: code },
  })
  const texts = (table: string) =>
    within(screen.getByRole('table', { name: table }))
      .getAllByRole('row')
      .slice(1)
      .map(row => [...row.children].map(cell => cell.textContent))

  it('shows schema errors with place, value and what was expected, and sends them only if the user says so', async () => {
    const { actor, reach, saveReport } = start({
      check: async () => ({
        ...wellFormed,
        findings: [failure(1203)],
        findingsTotal: 1,
        groups: [groupOf(1203)],
      }),
    })
    actor.send({ type: 'FILES_CHOSEN', files: [file] })
    await reach({ picking: 'confirmingFindings' })
    expect(screen.getByRole('status').textContent).toBe('File validation found errors.')
    expect(screen.getByText('1 schema error found, nothing sent yet')).toBeTruthy()
    expect(texts('Errors by field and code')).toEqual([
      [
        '1',
        'SEXIDStudent · VALUE_CODE',
        'Not a valid code. SEXID "9" is not a code of its list.',
        '10, 11',
        '1,203:5',
      ],
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Error as CSV' }))
    expect(saveReport).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('button', { name: 'Upload anyway' }))
    expect(actor.getSnapshot().hasTag('underWay')).toBe(true)
  })

  it('counts all schema errors by field and code, and offers the corrected file as the main way on', async () => {
    const { actor, reach, pick } = start({
      check: async () => ({
        ...wellFormed,
        findings: Array.from({ length: 100 }, (_, index) => failure(index + 1)),
        findingsTotal: 30_000,
        groups: [groupOf(1, 29_999), groupOf(77, 1, 'ELEMENT_MISSING', 'Student/SID')],
      }),
    })
    actor.send({ type: 'FILES_CHOSEN', files: [file] })
    await reach({ picking: 'confirmingFindings' })
    expect(screen.getByText('30,000 schema errors found, nothing sent yet')).toBeTruthy()
    expect(texts('Errors by field and code').map(cells => cells.slice(0, 2))).toEqual([
      ['29,999', 'SEXIDStudent · VALUE_CODE'],
      ['1', 'SIDStudent · ELEMENT_MISSING'],
    ])
    expect(screen.getByRole('button', { name: 'All 30,000 errors, CSV' })).toBeTruthy()
    expect(
      screen.getByText('The file will fail the schema check and become your latest file.', { exact: false }),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Upload anyway' }).getAttribute('data-variant')).toBe('quiet')
    const corrected = screen.getByRole('button', { name: 'Choose the corrected file' })
    expect(corrected.getAttribute('data-variant')).toBe('primary')
    const good = new File(['<a/>'], 'a.xml')
    await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, good)
    expect(pick).toHaveBeenCalledWith([good])
  })

  it('warns of a file that the server will refuse', async () => {
    const { actor, reach } = start({
      check: async () => ({
        ...wellFormed,
        rightToProcess: [
          { item: 'Provider.UKPRN', found: '10000002', expected: '10000001 (University of Ashby)' },
        ],
      }),
    })
    actor.send({ type: 'FILES_CHOSEN', files: [file] })
    await reach({ picking: 'confirmingFindings' })
    expect(
      screen.getByText('Provider.UKPRN: found 10000002, expected 10000001 (University of Ashby).'),
    ).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getByRole('button', { name: 'Upload anyway' })).toBeTruthy()
  })

  it.each([
    [
      { kind: 'checked', version: '23056_1.0.0' },
      'The file fits the schema 23056_1.0.0. The quality rules run after the upload.',
    ],
    [
      { kind: 'none' },
      'The file can be read. The collection has no schema yet, so nothing else was checked. The quality rules run after the upload.',
    ],
    [
      { kind: 'unavailable' },
      'The file can be read. The schema could not be loaded, so the file will be checked against it after the upload. The quality rules run after the upload.',
    ],
  ] as const)('says what a good file was checked against: %o', async (schema, sentence) => {
    const { actor, reach } = start({ check: async () => ({ ...wellFormed, schema }) })
    actor.send({ type: 'FILES_CHOSEN', files: [file] })
    await reach({ picking: 'ready' })
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('File validation passed.')
    expect(screen.getByText('Ready to upload')).toBeTruthy()
    expect(uploadButton().getAttribute('aria-disabled')).toBeNull()
  })

  const unchecked = [{ kind: 'key', name: 'studentKey', line: 1_234_567 }]
  const notCompared =
    'There are too many keys for the browser. Those of "studentKey" from line 1,234,567 onwards will be checked after the upload.'

  it('does not claim that a file fits the schema where not all of its keys were compared', async () => {
    const { actor, reach } = start({ check: async () => ({ ...wellFormed, keysUnchecked: unchecked }) })
    actor.send({ type: 'FILES_CHOSEN', files: [file] })
    await reach({ picking: 'ready' })
    expect(
      screen.getByText(
        `The file fits the schema 23056_1.0.0, as far as it was checked. ${notCompared} The quality rules run after the upload.`,
      ),
    ).toBeTruthy()
  })

  it('says beside schema errors what was not compared', async () => {
    const { actor, reach } = start({
      check: async () => ({
        ...wellFormed,
        findings: [failure(7)],
        findingsTotal: 1,
        groups: [groupOf(7)],
        keysUnchecked: unchecked,
      }),
    })
    actor.send({ type: 'FILES_CHOSEN', files: [file] })
    await reach({ picking: 'confirmingFindings' })
    expect(screen.getByText(notCompared)).toBeTruthy()
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

  it('shows what to do, outside Details, if another tab sent a different file first', async () => {
    const stored = problem('conflict', message('problems', 'otherFileStored'))
    const { actor, reach } = start({ send: async () => ({ ok: false, problem: stored }) })
    actor.send({ type: 'FILES_CHOSEN', files: [file] })
    await reach({ picking: 'ready' })
    await userEvent.click(uploadButton())
    await reach('failed')
    const alert = within(screen.getByRole('alert'))
    expect(
      alert.getByText(
        'Your file was not stored: a different file was stored for this submission first, probably from another tab. To use your file, upload it as a new submission.',
      ),
    ).toBeTruthy()
  })

  it('tells the limit once the server has told it', () => {
    start({ facts: { maxBytes: undefined } })
    expect(screen.getByText('One .xml file.')).toBeTruthy()
    start()
    expect(screen.getByText(/^One \.xml file,? .*4\.3 GB/)).toBeTruthy()
  })

  it('says why no file can be sent', () => {
    start({ facts: { blockedReason: message('lifecycle', 'readOnly.closed') } })
    expect(screen.getAllByText('The collection is closed.').length).toBeGreaterThan(0)
    expect(uploadButton().getAttribute('aria-disabled')).toBe('true')
  })
})
