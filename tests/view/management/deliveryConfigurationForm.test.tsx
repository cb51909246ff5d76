import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { Component } from '../../../src/features/management/delivery-configuration-form/page.tsx'
import { type Answer, analyst, show } from '../support/services.tsx'

/* "Create New Configuration" (specification 1 §2; decisions §6): the form, or why it cannot be filled in yet. */

const collection = { reference: '23056', name: 'Student 2023/24' }
const options = {
  customers: [{ id: '5016', name: 'Office for Higher Education' }],
  collections: [collection],
  files: [],
  levels: [],
}
const open = (answer: Answer) =>
  show(
    <Routes>
      <Route path="/management/delivery-config/create" element={<Component />} />
    </Routes>,
    {
      at: '/management/delivery-config/create',
      user: { ...analyst, roles: ['admin'] },
      answers: { 'GET /delivery-configurations/options': answer },
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
  await user.click(screen.getByRole('button', { name: 'Create' }))
  const reason = await screen.findByText('Select at least one file to deliver.')
  const button = screen.getByRole('button', { name: 'Create' })
  expect(reason.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const files = screen.getByRole('group', { name: 'Files and fields' })
  expect(files.compareDocumentPosition(reason)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
