import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { createAcceptance } from './acceptance.ts'
import { withEncryption } from './encryption/encryptedStore.ts'
import { createFolderStore } from './folderStore.ts'
import { objectKey } from './objectStore.ts'
import { announcedInMemory, keysInMemory } from './testing/keysInMemory.ts'

it('takes a file that is sent again after the server was killed between the object and its hash', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bedel-acceptance-'))
  const options = { secret: randomBytes(32), address: '/store', clock: { now: () => new Date() } }
  const store = withEncryption(createFolderStore({ folder, ...options, hasStored: async () => false }), {
    keys: keysInMemory(),
    announced: announcedInMemory(),
    ...options,
  })
  const hashes: string[] = []
  const { accept } = createAcceptance({
    store,
    listener: {
      stored: async (_key, { sha256 }) => {
        hashes.push(String(sha256))
        return undefined
      },
      failed: async () => undefined,
    },
  })
  const key = objectKey('0001', '00000000-0000-4000-8000-000000000001', 'file.xml')
  const policy = { key, minBytes: 1, maxBytes: 100, expires: new Date().toISOString() }
  const receive = (text: string) => store.receive(key, Readable.from([Buffer.from(text)]), 100)

  await accept(policy, await receive('<a/>'))
  await rm(join(folder, 'objects', `${key}.sha256`))
  await accept(policy, await receive('<a/>'))
  expect(hashes).toHaveLength(2)
  expect(hashes[1]).toBe(hashes[0])
  await expect(accept(policy, await receive('<b/>'))).rejects.toThrow()
  await rm(folder, { recursive: true, force: true })
})
