import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { Component as NewRuleset } from '../../../src/features/management/new-ruleset/page.tsx'
import { Component as NewSchema } from '../../../src/features/management/new-schema/page.tsx'
import { analyst, show } from '../support/services.tsx'

/* Publishing a schema and a ruleset (decisions §10). */

const admin: UserPrincipal = { ...analyst, userId: 'bedel-admin', roles: ['admin'] }
const file = (name: string) => new File(['x'], name)
const choose = async (label: string, ...names: string[]) =>
  userEvent.upload(screen.getByLabelText(label), names.map(file), { applyAccept: false })

describe('publishing a schema', () => {
  it('sends the document with its samples, and says what became of it', async () => {
    const sent: Record<string, string[]> = {}
    await show(<NewSchema />, {
      user: admin,
      answers: {
        'POST /specifications/schemas': ({ file: form }: { file: FormData }) => {
          for (const [name, value] of form.entries()) {
            sent[name] = [...(sent[name] ?? []), (value as File).name]
          }
          return { version: '26056_1_0_0' }
        },
      },
    })
    const publish = async () =>
      userEvent.click(await screen.findByRole('button', { name: 'Check and publish' }))
    await publish()
    expect((await screen.findByRole('alert')).textContent).toContain('Choose a file first.')
    await choose('XSD document', 'next.xsd')
    expect(screen.queryByRole('alert')).toBeNull()
    await choose('Must be accepted', 'good.xml')
    await choose('Must be rejected', 'bad.xml', 'broken.xml')
    await choose('Must be rejected', 'worse.xml')
    await choose('Must be rejected', 'worst.xml')
    await userEvent.click(screen.getByRole('button', { name: 'Remove worse.xml' }))
    // Twenty at most: the server would refuse the whole form for its size.
    const many = Array.from({ length: 17 }, (_, at) => `${at}.xml`)
    await choose('Must be accepted', ...many)
    await publish()
    expect((await screen.findByRole('alert')).textContent).toContain('Choose at most 20 sample files.')
    expect(sent).toEqual({})
    await userEvent.click(screen.getByRole('button', { name: `Remove ${many.join(', ')}` }))
    await publish()
    expect(await screen.findByRole('heading', { level: 1, name: '26056_1_0_0 is published' })).toBeDefined()
    expect(sent).toEqual({
      schema: ['next.xsd'],
      accepted: ['good.xml'],
      refused: ['bad.xml', 'broken.xml', 'worst.xml'],
    })
    expect(screen.getByRole('link', { name: 'Back to schemas' })).toBeDefined()
  })

  it('is for administrators', async () => {
    await show(<NewSchema />, { user: analyst })
    expect(await screen.findByRole('heading', { level: 1 })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Check and publish' })).toBeNull()
  })
})

const found = {
  version: '26056_1.0.0',
  schema: '26056_1_0_0',
  record: 'Student',
  hash: 'a'.repeat(64),
  rules: 211,
  examples: 900,
  derivedFields: 12,
  reports: 3,
  listings: 4,
  replaces: null,
  comparisons: [
    {
      former: { id: 4, version: '25056_1.0.0' },
      rules: {
        added: [{ code: 'QR.B', name: 'New rule' }],
        removed: [{ code: 'QR.C', name: 'Old rule' }],
        changed: [
          {
            code: 'QR.A',
            name: 'Stay too long',
            parts: [{ part: 'failure', regulatorCode: null, before: 'NIGHTS > 7', after: 'NIGHTS > 8' }],
          },
        ],
      },
      derivedFields: { added: [], removed: [], changed: [] },
    },
  ],
}

describe('publishing a ruleset', () => {
  const button = (name: string) => screen.getByRole('button', { name })
  const press = (name: string) => userEvent.click(button(name))

  it('checks it first: each fault with its file and line, also as a file, and another zip', async () => {
    const refused = {
      ...problem('invalid', 'The ruleset was rejected: it has 2 errors.'),
      faults: [
        { file: 'rules/A.yaml', line: 8, message: 'failure: syntax error' },
        { file: 'ruleset.yaml', line: 1, message: 'There is no schema.' },
      ],
    }
    const answers = [
      () => {
        throw new ProblemError(refused)
      },
      () => found,
    ]
    const sent: unknown[] = []
    const { services } = await show(<NewRuleset />, {
      user: admin,
      answers: {
        'POST /specifications/rulesets/check': () => answers.shift()?.(),
        'POST /specifications/rulesets': ({ query }: { query: unknown }) => {
          sent.push(query)
          return { id: 9, version: '26056_1.0.0' }
        },
      },
    })
    await screen.findByRole('button', { name: 'Check' })
    await press('Check')
    expect((await screen.findByRole('alert')).textContent).toContain('Choose a file first.')
    await choose('Zip file of the folder', 'rules.zip')
    await press('Check')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The ruleset was rejected: it has 2 errors.')
    const rows = within(alert).getAllByRole('row').slice(1)
    expect(rows.map(row => row.textContent)).toEqual([
      'rules/A.yaml:8failure: syntax error',
      'ruleset.yaml:1There is no schema.',
    ])
    await press('Download errors')
    expect(services.saveText).toHaveBeenCalledWith(
      'errors.txt',
      'rules/A.yaml:8 failure: syntax error\nruleset.yaml:1 There is no schema.\n',
      'text/plain',
    )
    // Nothing was checked that could be published.
    await press('Publish')
    expect(sent).toEqual([])

    await choose('Zip file of the folder', 'corrected.zip')
    expect(screen.queryByRole('alert')).toBeNull()
    await press('Check')
    expect(await screen.findByText('No errors in 26056_1.0.0')).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Changes from 25056_1.0.0' })).toBeDefined()
    const added = screen.getByRole('region', { name: /: New$/ })
    expect(within(added).getByRole('listitem').textContent).toBe('New rule QR.B')
    expect(screen.getByText('NIGHTS > 8')).toBeDefined()
    await press('Publish')
    expect(await screen.findByRole('heading', { level: 1, name: '26056_1.0.0 is published' })).toBeDefined()
    expect(sent).toEqual([{ checkedHash: found.hash }])
    expect(screen.getByRole('link', { name: 'Show its rules' }).getAttribute('href')).toBe(
      '/management/specifications/rulesets/9',
    )
  })

  it('forgets the check if another file is chosen', async () => {
    await show(<NewRuleset />, {
      user: admin,
      answers: { 'POST /specifications/rulesets/check': found },
    })
    await screen.findByRole('button', { name: 'Check' })
    await choose('Zip file of the folder', 'rules.zip')
    await press('Check')
    expect(await screen.findByText('No errors in 26056_1.0.0')).toBeDefined()
    await choose('Zip file of the folder', 'other.zip')
    expect(screen.queryByText('No errors in 26056_1.0.0')).toBeNull()
    expect(button('Publish').getAttribute('aria-disabled')).toBe('true')
  })

  it('replaces a Draft only after a question that says who is affected', async () => {
    const sent: unknown[] = []
    const replaces = { id: 7, updatedUtc: '2026-03-01T09:00:00Z', updatedBy: 'Una Hall' }
    await show(<NewRuleset />, {
      user: admin,
      answers: {
        'POST /specifications/rulesets/check': { ...found, replaces },
        'PUT /specifications/rulesets/{id}': ({ path, query }: { path: unknown; query: unknown }) => {
          sent.push([path, query])
          return { id: 7, version: '26056_1.0.0' }
        },
      },
    })
    await screen.findByRole('button', { name: 'Check' })
    await choose('Zip file of the folder', 'rules.zip')
    await press('Check')
    expect(await screen.findByText(/^Una Hall last published this Draft on/)).toBeDefined()
    await press('Replace the Draft')
    expect(sent).toEqual([])
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('No specification, submission or other ruleset uses the Draft')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Replace the Draft' }))
    expect(await screen.findByRole('heading', { level: 1, name: '26056_1.0.0 is replaced' })).toBeDefined()
    expect(sent).toEqual([[{ id: '7' }, { checkedHash: found.hash }]])
  })
})
