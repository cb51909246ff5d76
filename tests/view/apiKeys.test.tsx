import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ApiKeyWire } from '../../src/domain/wire/suppliers.ts'
import { Component as ApiKeysPage } from '../../src/features/suppliers/keys/page.tsx'
import { submitter } from './support/people.ts'
import { show } from './support/services.tsx'

const key = (state: ApiKeyWire['state'], at: number): ApiKeyWire => ({
  id: `5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f000${at}`,
  name: state,
  prefix: 'bedel_1',
  scopes: ['validate'],
  state,
  made: '2024-10-14T09:30:00Z',
  madeBy: 'Thomas Whitby',
  expires: '2025-10-14T09:30:00Z',
  lastUsed: null,
  revoked: null,
  revokedBy: null,
})

// Expired and revoked keys are so for good: the chart of a key takes no REVOKE there.
it('takes back the keys that the chart lets the viewer take back, and no others', async () => {
  await show(<ApiKeysPage />, {
    user: submitter,
    at: '/suppliers',
    answers: { 'GET /suppliers/keys': { keys: (['ACTIVE', 'EXPIRED', 'REVOKED'] as const).map(key) } },
  })
  expect(await screen.findByText('EXPIRED')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Revoke/ }).map(button => button.ariaLabel)).toEqual([
    'Revoke ACTIVE',
  ])
})
