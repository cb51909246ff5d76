import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import { Component as GuidePage } from '../../src/features/suppliers/guide/page.tsx'
import { submitter } from './support/people.ts'
import { type Answers, show } from './support/services.tsx'

const file = 'GET /suppliers/openapi application/vnd.oai.openapi+json'
const open = (answers: Answers) =>
  show(<GuidePage />, {
    user: submitter,
    at: '/suppliers/guide',
    answers: { 'GET /collections/open': { collections: [] }, ...answers },
  })
const download = () => userEvent.click(screen.getByRole('button', { name: 'API description (OpenAPI)' }))
const reference = /^Every call, with its inputs and responses/

it('gives the description of the API as a file, and links to no page that the server does not serve', async () => {
  const description = new Blob(['{}'])
  const configuration = vi.fn(() => ({ areDocsServed: false }))
  const { services } = await open({ 'GET /configuration': configuration, [file]: description })
  await download()
  await waitFor(() => expect(services.saveBlob).toHaveBeenCalledWith('openapi.json', description))
  expect(configuration).toHaveBeenCalled()
  expect(screen.queryByRole('link', { name: reference })).toBeNull()
})

// The server draws that page, not the portal: a link that the portal followed would find nothing.
it('opens the page that describes every call in a tab of its own, where the server serves it', async () => {
  await open({ 'GET /configuration': { areDocsServed: true } })
  const link = await screen.findByRole('link', { name: reference })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/docs', '_blank'])
})

it('says that the collections failed to load, and not that there are none', async () => {
  const fail = () => {
    throw new ProblemError(problem('unavailable', 'Not now.'))
  }
  await open({ 'GET /configuration': { areDocsServed: false }, 'GET /collections/open': fail })
  expect(await screen.findByText('The collections failed to load.')).toBeTruthy()
  expect(screen.queryByText(/No collection takes your files now/)).toBeNull()
})

it('says why the description could not be downloaded', async () => {
  const refuse = () => {
    throw new ProblemError(problem('forbidden', 'You signed off nothing.'))
  }
  await open({ 'GET /configuration': { areDocsServed: false }, [file]: refuse })
  await download()
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The API description could not be downloaded.',
  )
})
