import { act, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { Component } from '../../../src/features/management/delivery-configuration-form/page.tsx'
import { type Answer, analyst, show } from '../support/services.tsx'

/* "Create New Configuration" (specification 1 §2; decisions §6): the form, or why it cannot be filled in yet. */

const collection = { reference: '23056', name: 'Student 2023/24', recordId: 'student' }
const options = {
  customers: [{ id: '5016', name: 'Office for Higher Education' }],
  collections: [collection],
  files: [],
  levels: [],
}
const open = (answer: Answer, others: object = {}) =>
  show(
    <Routes>
      <Route path="/management/delivery-config/create" element={<Component />} />
    </Routes>,
    {
      at: '/management/delivery-config/create',
      user: { ...analyst, roles: ['admin'] },
      answers: {
        'GET /delivery-configurations': { configurations: [] },
        'GET /delivery-configurations/options': answer,
        ...others,
      },
    },
  )
const form = () => screen.findByRole('form', { name: 'Delivery configuration' })

it('begins with the first collection that is offered', async () => {
  await open(() => options)
  expect(await form()).toBeTruthy()
})

it('says what to do first while no collection has a specification', async () => {
  await open(() => ({ ...options, collections: [] }))
  expect(await screen.findByRole('heading', { name: 'No collection has a specification yet' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to Collections' }).getAttribute('href')).toBe(
    '/management/collections',
  )
})

it('says that the collections did not come, and asks for them again', async () => {
  let isAway = true
  const { user } = await open(() => {
    if (isAway) throw new ProblemError(problem('internal', 'Not now.'))
    return options
  })
  const again = await screen.findByRole('button', { name: 'Try again' })
  isAway = false
  await user.click(again)
  expect(await form()).toBeTruthy()
})

it('says beside the button, which lies below a long form, that no file is chosen', async () => {
  const { user } = await open(() => options)
  await user.type(within(await form()).getByRole('textbox', { name: 'Name' }), 'Access statistics')
  const next = () => user.click(screen.getByRole('button', { name: 'Continue' }))
  await next()
  await screen.findByRole('radio', { name: 'On request' })
  await next()
  await screen.findByRole('group', { name: 'Files and fields' })
  await next()
  const reason = await screen.findByText('Select at least one file to deliver.')
  const button = screen.getByRole('button', { name: 'Continue' })
  expect(reason.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const files = screen.getByRole('group', { name: 'Files and fields' })
  expect(files.compareDocumentPosition(reason)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('shows the step of a field that is missing', async () => {
  const { user } = await open(() => options)
  await form()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('Enter a name.')).toBeTruthy()
  expect(screen.queryByRole('radio', { name: 'On request' })).toBeNull()
})

const column = (name: string) => ({ name, isKey: false, isSpecialCategory: false, isDropped: false })
const delivered = {
  id: '5b0f2c52-1f0b-4b69-9c1c-7b2f3f0f9d11',
  name: 'Access statistics',
  customerId: '5016',
  customer: { id: '5016', name: 'Office for Higher Education' },
  collectionReference: '22056',
  collection: { reference: '22056', name: 'Student 2022/23', recordId: 'student' },
  schedule: 'WEEKLY',
  content: {
    files: [{ file: 'Student', columns: ['Student.SEXID', 'Student.OLD'] }],
    reasons: [],
    standing: 'PROCESSED',
    countries: ['E'],
    levels: [],
    isPseudonymised: true,
    format: 'PARQUET',
  },
  lastAskedUtc: '2025-03-12T09:00:00Z',
}

it('fills everything that the last delivery to a customer had by one choice: the usual set', async () => {
  const sent: unknown[] = []
  const { user } = await open(
    () => ({ ...options, files: [{ name: 'Student', columns: [column('Student.SEXID')] }] }),
    {
      'GET /delivery-configurations': {
        configurations: [delivered, { ...delivered, id: 'x', lastAskedUtc: null }],
      },
      'POST /delivery-configurations': ({ body }: { body?: unknown }) => {
        sent.push(body)
        return delivered
      },
    },
  )
  await form()
  await user.click(
    await screen.findByRole('radio', {
      name: /^The usual set for Office for Higher Education.*12\/03\/2025/,
    }),
  )
  expect(await screen.findByText('Not in this collection and left out: Student.OLD.')).toBeTruthy()
  const next = () => user.click(screen.getByRole('button', { name: 'Continue' }))
  await next()
  await screen.findByRole('radio', { name: 'Weekly, on Mondays' })
  await next()
  await screen.findByRole('group', { name: 'Files and fields' })
  await next()
  await screen.findByText('Key fields and 1 field')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    name: 'Access statistics',
    customerId: '5016',
    collectionReference: '23056',
    schedule: 'WEEKLY',
    content: { ...delivered.content, files: [{ file: 'Student', columns: ['Student.SEXID'] }] },
  })
})

it('saves what the review shows, also after a field was changed and left by the Back of the browser', async () => {
  const sent: { name?: string }[] = []
  const { user, router } = await open(
    () => ({ ...options, files: [{ name: 'Student', columns: [column('Student.SEXID')] }] }),
    {
      'POST /delivery-configurations': ({ body }: { body?: object }) => {
        sent.push(body ?? {})
        return delivered
      },
    },
  )
  await user.type(within(await form()).getByRole('textbox', { name: 'Name' }), 'Access statistics')
  const next = () => user.click(screen.getByRole('button', { name: 'Continue' }))
  await next()
  await screen.findByRole('radio', { name: 'On request' })
  await next()
  await user.click(await screen.findByRole('checkbox', { name: /^Student/ }))
  await next()
  await user.click(await screen.findByRole('link', { name: 'Change: Records' }))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), ', second edition')
  await act(() => router.navigate(-1))
  expect(await screen.findByText('Access statistics')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['Access statistics']))
})
