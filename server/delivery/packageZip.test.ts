import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import type { DeliveryPackage } from '../../src/domain/delivery.ts'
import { filesInZip } from '../../tests/server/support/zip.ts'
import { zippedPartitions } from './packageZip.ts'

const packed: DeliveryPackage = {
  delivery: 'd',
  name: 'The sector',
  customer: '5016',
  collection: '23056',
  format: 'SECTOR',
  isPseudonymised: false,
  keyId: null,
  sets: ['10000001', '10000002'].map(ukprn => ({
    folder: `UKPRN=${ukprn}`,
    provider: ukprn,
    manifest: {
      collection: '23056',
      instId: ukprn,
      submissionId: ukprn,
      specification: { schema: '1', ruleset: '1' },
      files: [{ file: 'Disability.parquet', rows: 1, bytes: 3, sha256: '' }],
    },
  })),
}
const file = (open: () => Readable) => [{ file: 'Disability.parquet', bytes: 3, open }]
const said = (text: string) => () => Readable.from([Buffer.from(text)])

it('packs the partitions in their folders, the list of them first', async () => {
  const zip = await buffer(zippedPartitions(packed, [file(said('one')), file(said('two'))]))
  const files = await filesInZip(zip)
  expect([...files].map(([name, bytes]) => [name, name.endsWith('json') || bytes.toString()])).toEqual([
    ['delivery.json', true],
    ['UKPRN=10000001/Disability.parquet', 'one'],
    ['UKPRN=10000002/Disability.parquet', 'two'],
  ])
})

it('fails as a whole where a partition cannot be read, or is not as long as it was', async () => {
  const lost = () =>
    new Readable({
      read() {
        this.destroy(new Error('The store has no such object.'))
      },
    })
  await expect(buffer(zippedPartitions(packed, [file(said('one')), file(lost)]))).rejects.toThrow(
    'no such object',
  )
  await expect(buffer(zippedPartitions(packed, [file(said('one')), file(said('to'))]))).rejects.toThrow()
})
