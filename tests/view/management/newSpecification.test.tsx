import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { Component } from '../../../src/features/management/new-specification/page.tsx'
import { type Answers, analyst, show } from '../support/services.tsx'

/*
 * A new specification (specification 1 §2: "Three required choices … The ruleset list depends on the chosen schema. A schema
 * without rulesets is … disabled. Submitting creates the specification and then shows the rule-configuration step … Apply
 * configuration … returns to the list.").
 */

const content = (id: number, version: string) => ({
  id,
  version,
  state: 'AVAILABLE',
  updatedUtc: '2024-03-12T09:00:00Z',
  updatedBy: 'Ruth Calloway',
})
const open = async (answers: Answers = {}) => {
  const shown = await show(<Component />, {
    at: '/management/specifications/specs/new',
    user: { ...analyst, roles: ['admin'] },
    answers: {
      'GET /specifications/schemas': {
        schemas: [content(9, '21056_1_0_0'), content(1, '23056_1_0_0'), content(2, '22056_1_3_0')],
      },
      'GET /specifications/rulesets': {
        rulesets: [
          { ...content(11, '23056_1.0.0'), schema: content(1, '23056_1_0_0') },
          { ...content(21, '22056_1.3.0'), schema: content(2, '22056_1_3_0') },
        ],
      },
      ...answers,
    },
  })
  await screen.findByRole('form', { name: 'New specification' })
  const { user } = shown
  const field = (label: string) => screen.getByRole('button', { name: new RegExp(`${label}$`) })
  const offered = async (label: string) => {
    await user.click(field(label))
    return within(screen.getByRole('listbox')).getAllByRole('option')
  }
  const choose = async (label: string, name: string) => {
    await offered(label)
    await user.click(screen.getByRole('option', { name }))
  }
  return {
    ...shown,
    field,
    offered,
    choose,
    create: () => user.click(screen.getByText('Create specification')),
  }
}

it('lists a schema without rulesets last and disabled, and the rulesets of the chosen schema alone', async () => {
  const { user, field, offered, choose } = await open()
  const schemas = await offered('Schema version')
  expect(schemas.map(({ textContent }) => textContent)).toEqual([
    '23056_1_0_0',
    '22056_1_3_0',
    expect.stringContaining('21056_1_0_0 (No rulesets available)'),
  ])
  expect(schemas[2]?.getAttribute('aria-disabled')).toBe('true')
  await user.keyboard('{Escape}')
  expect((await offered('Ruleset version'))[0]?.textContent).toContain('Choose a schema version first')
  await user.keyboard('{Escape}')
  await choose('Schema version', '23056_1_0_0')
  await choose('Ruleset version', '23056_1.0.0')
  expect(field('Ruleset version').textContent).toContain('23056_1.0.0')
  await choose('Schema version', '22056_1_3_0')
  expect(field('Ruleset version').textContent).not.toContain('23056_1.0.0')
  expect((await offered('Ruleset version')).map(({ textContent }) => textContent)).toEqual(['22056_1.3.0'])
})

it('says at each field what is not chosen, and sends nothing (specification 1 §5)', async () => {
  const sent = vi.fn()
  const { choose, create } = await open({ 'POST /specifications': sent })
  await create()
  for (const missing of ['schema version', 'ruleset version', 'version increment'])
    expect(screen.getByText(`Choose a ${missing}`)).toBeDefined()
  await choose('Schema version', '23056_1_0_0')
  expect(screen.queryByText('Choose a schema version')).toBeNull()
  expect(screen.getByText('Choose a version increment')).toBeDefined()
  expect(sent).not.toHaveBeenCalled()
})

it('is created after a refusal, and leads to its page, which begins with the configuration step', async () => {
  const sent: unknown[] = []
  const creations = [
    new ProblemError(problem('conflict', 'It is withdrawn.')),
    { id: 7, version: '23056_1.1.0' },
  ]
  const { user, choose, create, address } = await open({
    'POST /specifications': (request: unknown) => {
      sent.push(request)
      const next = creations.shift()
      if (next instanceof Error) throw next
      return next
    },
  })
  await choose('Schema version', '23056_1_0_0')
  await choose('Ruleset version', '23056_1.0.0')
  await user.click(screen.getByRole('radio', { name: 'Minor' }))
  await create()
  expect(await screen.findByText(/problem creating a new specification/)).toBeDefined()
  await create()
  await expect.poll(address).toBe('/management/specifications/specs/7')
  const body = { schemaId: 1, rulesetId: 11, versionIncrement: 'minor' }
  expect(sent).toMatchObject([{ body }, { body }])
})

it('shows with each ruleset how many rules it has, who updated it and when', async () => {
  const { choose, offered } = await open({
    'GET /specifications/use': {
      specifications: [],
      schemas: [],
      rulesets: [{ id: 11, specifications: [], rules: 203 }],
    },
  })
  await choose('Schema version', '23056_1_0_0')
  expect((await offered('Ruleset version'))[0]?.textContent).toBe(
    '23056_1.0.0203 rules, updated 12/03/2024 09:00 by Ruth Calloway',
  )
})
