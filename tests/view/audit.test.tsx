import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { act, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { signCheckpoint, verifierKey } from '../../server/audit/note.ts'
import type { AuditLine, AuditProofWire, AuditVerificationWire } from '../../src/domain/wire/audit.ts'
import { checkCommand, proofFile } from '../../src/features/management/audit/checkCommand.ts'
import { Component } from '../../src/features/management/audit/page.tsx'
import { analyst, show } from './support/services.tsx'

const line = (id: number, change: Partial<AuditLine> = {}): AuditLine => ({
  id,
  occurredUtc: '2024-07-01T12:30:00Z',
  actorId: 'ashby-submitter',
  actorName: 'Amira Hassan',
  organisation: '0001',
  organisationName: 'University of Ashby',
  instId: '0001',
  action: 'SUBMIT',
  subject: 'a-1',
  about: {
    kind: 'submission',
    name: 'University of Ashby',
    note: 'ashby-06.xml',
    collection: 'Student 2023/24',
    path: '/monitoring/23056/c23056/0001/a-1',
  },
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

const verified: AuditVerificationWire = {
  sealed: 1283,
  waiting: 1,
  checkpoints: 9,
  outside: 18,
  first: '2022-08-01T09:00:00Z',
  last: '2024-07-01T12:30:00Z',
  checked: '2024-07-01T12:31:00Z',
  faults: [],
  checkpoint: proof.checkpoint,
  verifierKey: proof.verifierKey,
}

/** What the list was asked for, the latest last. */
const queries: unknown[] = []

const admin = { ...analyst, roles: ['admin'] }
const page = async (
  answer: AuditProofWire,
  change: Partial<AuditLine> = {},
  report: AuditVerificationWire = verified,
) =>
  show(<Component />, {
    user: admin,
    answers: {
      'GET /audit-lines': ({ query }: { query?: unknown }) => {
        queries.push(query)
        return {
          lines: [line(7, change), line(6, { outcome: 'refused', status: 403 })],
          pagingMetadata: { totalResultsCount: 2, limit: 25, offset: 0 },
        }
      },
      'GET /audit-lines/{lineId}/proof': answer,
      'GET /audit-organisations': { organisations: [{ id: '0001', name: 'University of Ashby' }] },
      'GET /audit-verification': report,
    },
  })

/** Opens an entry, whose part of the page is fetched: React draws it once the press has been awaited. */
const openEntry = async (user: UserEvent): Promise<void> => {
  const entry = await screen.findByRole('button', { name: /Entry 7/ })
  await act(() => user.click(entry))
}

describe('the page of the audit', () => {
  it('shows who did what and about what, in London time and in names', async () => {
    await page(proof)
    const rows = within(await screen.findByRole('table')).getAllByRole('row')
    // Entries of a day are together, under it.
    expect(rows[1]?.textContent).toBe('01/07/2024')
    expect(rows[2]?.textContent).toContain(
      '13:30Amira HassanUniversity of AshbySubmitted for approvalUniversity of Ashbyashby-06.xml, Student 2023/24Sealed',
    )
    expect(rows[3]?.textContent).toContain('Was refused: Submit for approval')
    // What a block is named by where there is no room for columns.
    expect(within(rows[2]!).getByRole('rowheader').textContent).toBe('Submitted for approval')
  })

  it('shows that the whole chain verifies, or its faults', async () => {
    await page(proof)
    expect(await screen.findByText('The chain verifies')).toBeTruthy()
    expect(
      screen.getByText(
        '1,284 entries in 9 seals, from 01/08/2022 10:00 to 01/07/2024 13:30. Checked at 01/07/2024 13:31.',
      ),
    ).toBeTruthy()
  })

  it('names the first entry that does not match', async () => {
    await page(proof, {}, { ...verified, faults: [{ position: 41, text: 'The line was changed.' }] })
    expect(await screen.findByText('The chain does not verify: 1 fault')).toBeTruthy()
    expect(screen.getByText('Entry 42: The line was changed.')).toBeTruthy()
  })

  it('filters by action, organisation and day, and leaves out the system until asked', async () => {
    const { user } = await page(proof)
    await screen.findByRole('table')
    expect(queries.at(-1)).toMatchObject({ by: 'people' })
    await user.click(screen.getByRole('switch', { name: 'With actions of the system' }))
    await user.click(screen.getByRole('button', { name: /Any action/ }))
    await user.click(await screen.findByRole('option', { name: 'Uploads' }))
    expect(queries.at(-1)).toMatchObject({ by: 'all', kind: 'uploads' })
  })

  it('opens an entry to the history of its subject, and to its page', async () => {
    const { user } = await page(proof)
    await openEntry(user)
    const history = await screen.findByRole('list', { name: 'Everything about this subject' })
    expect(
      within(history)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^Submitted for approval by Amira Hassan.*This entry/),
      expect.stringMatching(/^Was refused: Submit for approval by Amira Hassan/),
    ])
    expect(screen.getByRole('link', { name: 'Open the submission' }).getAttribute('href')).toBe(
      '/monitoring/23056/c23056/0001/a-1',
    )
  })

  it('says that the browser has proven an open line', async () => {
    const { user } = await page(proof)
    await openEntry(user)
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
    await openEntry(user)
    expect(await screen.findByText(expected)).toBeTruthy()
  })

  it('says of a new line that it waits for its place', async () => {
    const { user } = await page(proof, { isSealed: false })
    await openEntry(user)
    expect(await screen.findByText(/is added to the sealed log within a minute/)).toBeTruthy()
  })
})

describe('the seal that anybody can check', () => {
  /** The command of the page, run by a shell in a folder with this file alone. */
  const checked = (file: string): { status: number | null; said: string } => {
    const folder = mkdtempSync(join(tmpdir(), 'bedel-proof-'))
    writeFileSync(join(folder, proofFile), file)
    const { status, stdout } = spawnSync(checkCommand, { cwd: folder, shell: true, encoding: 'utf8' })
    return { status, said: stdout.trim() }
  }
  const saved = JSON.stringify({ checkpoint: proof.checkpoint, verifierKey: proof.verifierKey }, null, 2)

  it('the page names the steps, the command and the key', async () => {
    const { user } = await page(proof)
    await user.click(await screen.findByRole('button', { name: 'Check it yourself' }))
    expect(screen.getByText(checkCommand)).toBeTruthy()
    expect(screen.getByText(proof.verifierKey)).toBeTruthy()
    expect(
      screen.getByText(/^Save the proof file\. audit-checkpoint\.json holds the latest seal/),
    ).toBeTruthy()
  })

  it('the command says yes to the saved file', () => {
    expect(checked(saved)).toEqual({ status: 0, said: 'Verified: 1 entries' })
  })

  it.each([
    ['another number of entries', (text: string) => text.replace('audit\\n1\\n', 'audit\\n2\\n')],
    ['another time', (text: string) => text.replace('1970', '1971')],
    [
      'another key',
      (text: string) => text.replace(proof.verifierKey, verifierKey(new Uint8Array(32).fill(9))),
    ],
  ])('the command says no to a file with %s', (_, change) => {
    expect(change(saved)).not.toBe(saved)
    expect(checked(change(saved))).toEqual({ status: 1, said: 'Not verified' })
  })
})
