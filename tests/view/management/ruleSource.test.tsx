import { EditorView } from '@codemirror/view'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import type { RuleTexts } from '../../../src/domain/ruleSource.ts'
import { Component as RuleSource } from '../../../src/features/management/rule-source/page.tsx'
import { analyst, aWhile, show } from '../support/services.tsx'

/* One rule of a Draft ruleset in the browser. */

/** The editor of code with this name, in its own tree. */
const editor = async (label: string): Promise<EditorView> =>
  waitFor(() => {
    const contents = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
      shadowRoot ? [...shadowRoot.querySelectorAll<HTMLElement>('.cm-content')] : [],
    )
    const content = contents.find(one => one.getAttribute('aria-label') === label)
    const view = content && EditorView.findFromDOM(content)
    if (!view) throw new Error(`There is no editor "${label}" yet.`)
    return view
  }, aWhile)

const admin: UserPrincipal = { ...analyst, userId: 'bedel-admin', roles: ['admin'] }
const code = 'QR.GUEST.Stay.NIGHTS.001.V01'
const source = (isEditable = true) => ({
  ruleset: {
    id: 9,
    version: '26900_1.0.0',
    state: isEditable ? { id: 1, name: 'Draft' } : { id: 2, name: 'Available' },
    schema: { id: 5, version: '26900_1_0_0' },
    recordId: 'guest',
    availableStates: [],
    updatedUtc: '2024-10-14T09:30:00Z',
    updatedBy: 'Ruth Calloway',
  },
  code,
  entity: 'Stay',
  isEditable,
  texts: { name: 'Long stay', failure: 'NIGHTS > 7', examples: '- passes: {}' },
})
const path = '/specifications/rulesets/{id}/rules/{code}'
const page = (
  <Routes>
    <Route path="/management/specifications/rules/:code" element={<RuleSource />} />
  </Routes>
)
const at = `/management/specifications/rules/${code}?ruleset=9`

describe('a rule that is changed in the browser', () => {
  it('runs its examples when one stops typing, tells what they give, and is saved as the next version', async () => {
    const runs: RuleTexts[] = []
    const answers = [
      () => {
        throw new ProblemError({
          ...problem('invalid', 'The ruleset was rejected: it has 1 error.'),
          faults: [{ file: 'rules/Stay.NIGHTS.001.V01.yaml', line: 8, message: 'failure: syntax error' }],
        })
      },
      () => ({ ...source().ruleset, id: 10, version: '26900_1.0.1' }),
    ]
    await show(page, {
      user: admin,
      at,
      answers: {
        [`GET ${path}`]: source(),
        [`POST ${path}/run`]: ({ body }: { body: { texts: RuleTexts } }) => {
          runs.push(body.texts)
          return {
            faults: [],
            examples: [
              { outcome: 'fails', record: 'Stay.NIGHTS: 8', because: null, message: null },
              { outcome: 'passes', record: '', because: 'A week is fine.', message: 'It should pass.' },
            ],
          }
        },
        [`POST ${path}`]: () => answers.shift()?.(),
      },
    })
    const failure = await editor('Failure')
    const type = (text: string) =>
      act(() => failure.dispatch({ changes: { from: failure.state.doc.length, insert: text } }))
    expect(await screen.findByText('1 of 2 examples gives a different result', {}, aWhile)).toBeDefined()
    const save = screen.getByRole('button', { name: /Save as next version/ })
    expect(save.getAttribute('aria-disabled')).toBe('true')
    type('0')
    expect(screen.getByText('Running the examples…')).toBeDefined()
    await waitFor(
      () => expect(runs.map(texts => texts.failure)).toEqual(['NIGHTS > 7', 'NIGHTS > 70']),
      aWhile,
    )
    const given = within(await screen.findByRole('table', { name: 'Test records' }))
    expect(given.getAllByRole('row').map(row => row.textContent)).toEqual([
      'RecordMust beContentResult',
      expect.stringContaining('As expected'),
      expect.stringContaining('It should pass.'),
    ])
    await userEvent.click(save)
    expect(await screen.findByRole('rowheader', { name: 'rules/Stay.NIGHTS.001.V01.yaml:8' })).toBeDefined()
    type('0')
    await act(() => userEvent.click(screen.getByRole('button', { name: /Save as next version/ })))
    expect(await screen.findByText('Saved in 26900_1.0.1')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Continue in the new version' }).getAttribute('href')).toContain(
      'ruleset=10',
    )
  })

  it('is only read where its ruleset is no Draft', async () => {
    await show(page, { user: admin, at, answers: { [`GET ${path}`]: source(false) } })
    expect(await screen.findByText(/This one is Available/)).toBeDefined()
    expect(screen.queryByRole('button', { name: /Save as next version/ })).toBeNull()
    expect(screen.getByRole('textbox', { name: 'Name' }).hasAttribute('disabled')).toBe(true)
  })
})
