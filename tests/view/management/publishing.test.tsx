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

describe('publishing a ruleset', () => {
  it('tells each fault with its file and line, and takes another zip', async () => {
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
      () => ({ version: '26056_1.0.0' }),
    ]
    await show(<NewRuleset />, {
      user: admin,
      answers: { 'POST /specifications/rulesets': () => answers.shift()?.() },
    })
    await screen.findByRole('button', { name: 'Check and publish' })
    await choose('Zip file of the folder', 'rules.zip')
    await userEvent.click(screen.getByRole('button', { name: 'Check and publish' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The ruleset was rejected: it has 2 errors.')
    const rows = within(alert).getAllByRole('row').slice(1)
    expect(rows.map(row => row.textContent)).toEqual([
      'rules/A.yaml:8failure: syntax error',
      'ruleset.yaml:1There is no schema.',
    ])
    await choose('Zip file of the folder', 'corrected.zip')
    expect(screen.queryByRole('alert')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Check and publish' }))
    expect(await screen.findByRole('heading', { level: 1, name: '26056_1.0.0 is published' })).toBeDefined()
  })
})
