import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { signCheckpoint, verifierKey } from '../../server/audit/note.ts'
import type { AuditLine, AuditProofWire } from '../../src/domain/wire/audit.ts'
import { Component } from '../../src/features/management/audit/page.tsx'
import { analyst, show } from './support/services.tsx'

const line = (id: number, change: Partial<AuditLine> = {}): AuditLine => ({
  id,
  occurredUtc: '2024-07-01T12:30:00Z',
  actorId: 'ashby-submitter',
  organisation: '0001',
  instId: '0001',
  action: 'SUBMIT',
  subject: 'a-1',
  outcome: 'done',
  status: 200,
  reason: null,
  isSealed: true,
  ...change,
})

// The list holds this one line, so its hash is the root.
const entry = JSON.stringify({ id: 7, action: 'SUBMIT' })
const root = Uint8Array.from(createHash('sha256').update(Uint8Array.of(0)).update(entry).digest())
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const raw = Uint8Array.from(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
const signer = {
  publicKey: raw,
  sign: (text: string) => Uint8Array.from(sign(null, Buffer.from(text), privateKey)),
}
const proof: AuditProofWire = {
  entry,
  position: 0,
  path: [],
  checkpoint: signCheckpoint({ size: 1, root, chain: root, at: new Date(0) }, signer),
  verifierKey: verifierKey(raw),
}

const admin = { ...analyst, roles: ['admin'] }
const page = async (answer: AuditProofWire, change: Partial<AuditLine> = {}) =>
  show(<Component />, {
    user: admin,
    answers: {
      'GET /audit-lines': {
        lines: [line(7, change), line(6, { outcome: 'refused', status: 403 })],
        pagingMetadata: { totalResultsCount: 2, limit: 25, offset: 0 },
      },
      'GET /audit-lines/{lineId}/proof': answer,
    },
  })

describe('the page of the audit', () => {
  it('shows who did what, in London time, and what came of it', async () => {
    await page(proof)
    const rows = within(await screen.findByRole('table')).getAllByRole('row')
    expect(rows[1]?.textContent).toContain('01/07/2024 13:30ashby-submitter0001Submit for approvala-1Done')
    expect(rows[2]?.textContent).toContain('Refused')
    // What a block is named by where there is no room for columns.
    for (const row of rows.slice(1))
      expect(within(row).getByRole('rowheader').textContent).toBe('Submit for approval')
  })

  it('says that the browser has proven an open line', async () => {
    const { user } = await page(proof)
    await user.click(await screen.findByRole('button', { name: /Entry 7/ }))
    expect(await screen.findByText(/^Verified:/)).toBeTruthy()
    expect(screen.getByText('1 of 1')).toBeTruthy()
    // The code that is sealed, and that the search finds.
    expect(screen.getByText('SUBMIT', { selector: 'code' })).toBeTruthy()
  })

  it.each([
    [
      'another line',
      { ...proof, entry: entry.replace('SUBMIT', 'APPROVE') },
      /does not lead to the checkpoint/,
    ],
    [
      'another time',
      { ...proof, checkpoint: proof.checkpoint.replace('1970', '1971') },
      /signature .* is not valid/,
    ],
  ])('says that %s is not proven', async (_, answer, expected) => {
    const { user } = await page(answer)
    await user.click(await screen.findByRole('button', { name: /Entry 7/ }))
    expect(await screen.findByText(expected)).toBeTruthy()
  })

  it('says of a new line that it waits for its place', async () => {
    const { user } = await page(proof, { isSealed: false })
    await user.click(await screen.findByRole('button', { name: /Entry 7/ }))
    expect(await screen.findByText(/is added to the sealed log within a minute/)).toBeTruthy()
  })
})
