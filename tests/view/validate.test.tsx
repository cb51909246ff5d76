import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { fromPromise } from 'xstate'
import { problem } from '../../src/domain/problem.ts'
import { ValidatePage } from '../../src/features/validate/page.tsx'
import { Component as LeaveScreen } from '../../src/features/validate/screen.tsx'
import type { ValidateServices } from '../../src/hooks/validatePage.ts'
import { err, ok } from '../../src/machines/support/index.ts'
import {
  type CheckInput,
  type CheckOutcome,
  type CheckOutput,
  type Fault,
  type OfferOutput,
  validatePageMachine,
} from '../../src/machines/validate-page/index.ts'
import type { FileText, TextRow } from '../../src/services/file-check/lineIndex.ts'
import { createFileRegistry } from '../../src/services/fileRegistry.ts'
import { analyst, show } from './support/services.tsx'

/*
 * The page /validate: what it says of a choice, of a check and of its outcome, and how the faults are gone through.
 */

const lines = ['<a>', '  <b>77</b>', '  <c>x</c>', '  <b>78</b>', '</a>']
const starts = lines.map((_, at) => lines.slice(0, at).join('\n').length + (at === 0 ? 0 : 1))

const text: FileText = {
  lines: lines.length,
  rows: lines.length,
  bytes: lines.join('\n').length,
  read: async (from, count) =>
    lines.slice(from, from + count).map(
      (line, at): TextRow => ({
        row: from + at,
        line: from + at + 1,
        isContinued: false,
        continues: false,
        text: line,
        byte: starts[from + at] ?? 0,
        bytes: new TextEncoder().encode(line),
      }),
    ),
  rowOfByte: async byte => starts.findLastIndex(start => start <= byte),
  rowOfLine: async line => line - 1,
  byteOf: async () => 0,
  charactersBefore: (row, byte) => byte - row.byte,
}

const faultAt = (line: number, value: string, code = 'VALUE_CODE'): Fault => ({
  code,
  message: `${value} is not a valid code.`,
  line,
  column: 3,
  byte: (starts[line - 1] ?? 0) + 2,
  path: 'a/b',
  value,
  expected: '10, 11',
  group: `${code} a/b`,
})

const group = (code: string, count: number) => ({
  code,
  place: 'a/b',
  count,
  places: [{ line: 2, column: 3 }],
  characters: [],
  example: {
    LineNumber: 2,
    Column: 3,
    Code: code,
    Error: '77 is not a valid code.',
    Details: { name: 'a', ids: [], parent: null, path: 'a/b', value: '77', expected: '10, 11' },
  },
})

const faulty = (file: CheckInput['file']): CheckOutcome => ({
  kind: 'faulty',
  reason: 'findings',
  file,
  faults: [faultAt(2, '77'), faultAt(3, 'x', 'VALUE_TYPE'), faultAt(4, '78')],
  total: 3,
  groups: [group('VALUE_CODE', 2), group('VALUE_TYPE', 1)],
  unchecked: [{ kind: 'key', name: 'SID', line: 4 }],
})

const offer = ok([{ reference: '23056', name: 'Student 2023/24', schema: '23056_1_0_0' }])

const showPage = async (
  check: (input: CheckInput) => Promise<CheckOutput> = async ({ file }) => ok(faulty(file)),
  { offered = offer, input = {} }: { offered?: OfferOutput; input?: Partial<ValidateServices['input']> } = {},
) => {
  const services: ValidateServices = {
    machine: validatePageMachine.provide({
      actors: {
        readOffer: fromPromise<OfferOutput>(async () => offered),
        checkFile: fromPromise<CheckOutput, CheckInput>(({ input: given }) => check(given)),
      },
    }),
    input: { hasSignedIn: false, reference: undefined, ...input },
    files: createFileRegistry(),
    text: () => text,
    saveBlob: vi.fn(),
    goToSignIn: vi.fn(),
  }
  await act(async () => {
    render(<ValidatePage services={services} />)
  })
  return services
}

const choose = async (...names: string[]) => {
  const [input] = document.querySelectorAll<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no field for a file.')
  await userEvent.upload(
    input,
    names.map(name => new File(['<a/>'], name)),
    { applyAccept: false },
  )
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

describe('the page /validate', () => {
  it('says that files stay on the computer, and why a file cannot be checked yet', async () => {
    await showPage()
    expect(screen.getByText(/cannot|stops your browser from sending the file/)).toBeTruthy()
    expect(screen.getAllByText('Choose an XML file first.').length).toBeGreaterThan(0)
    expect(screen.getByText(/Without a schema, the check covers only/)).toBeTruthy()
    expect(document.title).toMatch(/^Check an XML file – /)
  })

  it('takes an XML file and its schema in one gesture, and refuses two XML files', async () => {
    await showPage()
    await choose('a.xml', 'b.xml')
    expect(screen.getByRole('region', { name: 'There is a problem' }).textContent).toContain(
      '2 XML files were chosen. Choose one.',
    )
    await choose('a.xml', 'main.xsd', 'types.xsd')
    for (const name of ['a.xml', 'main.xsd', 'types.xsd'])
      expect(screen.getByRole('button', { name: `Remove ${name}` })).toBeTruthy()
    await press('Remove types.xsd')
    expect(screen.queryByText('types.xsd')).toBeNull()
  })

  it('begins with the published schema that a link names', async () => {
    const inputs: CheckInput[] = []
    await showPage(
      async input => {
        inputs.push(input)
        return ok({ kind: 'valid', unchecked: [] })
      },
      { input: { reference: '23056' } },
    )
    await choose('a.xml')
    await press('Check file')
    expect(await screen.findByText('a.xml is valid')).toBeTruthy()
    expect(screen.getByText(/checked against Student 2023\/24, schema 23056_1_0_0/)).toBeTruthy()
    expect(inputs[0]?.schema).toEqual({ kind: 'published', reference: '23056' })
  })

  it('sends who has to sign in to do so, but not again straight after', async () => {
    const refused = err<never>(problem('unauthorised', 'Sign in.'))
    const { goToSignIn } = await showPage(undefined, { offered: refused })
    await waitFor(() => expect(goToSignIn).toHaveBeenCalledOnce())
    expect(screen.queryByRole('button', { name: 'Check file' })).toBeNull()
  })

  it('stays usable without published schemas', async () => {
    const refused = err<never>(problem('unauthorised', 'Sign in.'))
    const { goToSignIn } = await showPage(undefined, { offered: refused, input: { hasSignedIn: true } })
    expect(screen.getByText('Published schemas could not be loaded')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Check file' })).toBeTruthy()
    expect(goToSignIn).not.toHaveBeenCalled()
  })

  it('shows how far the check is, and stops it', async () => {
    let report: CheckInput['report'] = () => undefined
    await showPage(input => {
      ;({ report } = input)
      return new Promise(() => undefined)
    })
    await choose('a.xml')
    await press('Check file')
    await act(async () => report({ done: 1, total: 4 }))
    expect(screen.getByRole('progressbar', { name: 'Checking a.xml' }).getAttribute('aria-valuenow')).toBe(
      '25',
    )
    await press('Cancel')
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.getByRole('button', { name: 'Check file' })).toBeTruthy()
  })

  it('counts the faults by kind, and goes through them in the text by key, button and list', async () => {
    await showPage()
    await choose('a.xml', 'a.xsd')
    await press('Check file')
    expect(await screen.findByText('3 faults of 2 kinds')).toBeTruthy()
    expect(document.title).toMatch(/^Error: Check an XML file – /)
    expect(
      screen.getByText(
        'From line 4 on, not every value of SID was compared, because there are too many to hold.',
      ),
    ).toBeTruthy()
    const region = await screen.findByRole('region', { name: 'Text of a.xml, 5 lines' })
    const marked = () => region.querySelector('mark[data-current]')?.textContent
    await waitFor(() => expect(marked()).toBe('77 (77 is not a valid code.) '))
    await userEvent.keyboard('n')
    await waitFor(() => expect(marked()).toContain('x (x is'))
    expect(screen.getByText('Fault 2 of 3')).toBeTruthy()
    await userEvent.keyboard('pp')
    await waitFor(() => expect(marked()).toContain('78 (78 is'))
    await press('Next fault')
    await waitFor(() => expect(marked()).toContain('77'))
    const list = screen.getByRole('listbox', { name: 'Faults in the order of the file' })
    await userEvent.click(within(list).getByRole('option', { name: /x is not a valid code/ }))
    expect(screen.getByText('Line 3, column 3')).toBeTruthy()
    list.focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(within(list).getByRole('option', { selected: true }).textContent).toContain(
      '78 is not a valid code.',
    )
  })

  it('lists the faults of one kind', async () => {
    await showPage()
    await choose('a.xml', 'a.xsd')
    await press('Check file')
    await userEvent.click(await screen.findByRole('button', { name: /All kinds \(3\)/ }))
    await userEvent.click(screen.getByRole('option', { name: 'b: VALUE_CODE (2)' }))
    expect(screen.getByText('Fault 1 of 2')).toBeTruthy()
    await press('Next fault')
    expect(screen.getByText('Line 4, column 3')).toBeTruthy()
  })

  it('tells why the check could not be completed', async () => {
    await showPage(async () => err(problem('not-found', 'There is no such schema.')))
    await choose('a.xml')
    await press('Check file')
    expect(await screen.findByText('The check could not be completed')).toBeTruthy()
    expect(screen.getByText('There is no such schema.')).toBeTruthy()
  })
})

it('is loaded as a document of its own where the router leads to it', async () => {
  const { services } = await show(<LeaveScreen />, { at: '/validate?specification=23056', user: analyst })
  expect(services.leaveFor).toHaveBeenCalledWith('/validate?specification=23056')
})
