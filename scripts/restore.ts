// `npm run restore -- --from FOLDER`: puts a backup into the empty folder DATA_DIR, after comparing every file of it with
// its list; with --verify only that comparison.
import { resolve } from 'node:path'
import { verifyBackup } from '../server/backup/manifest.ts'
import { restoreBackup } from '../server/backup/restore.ts'
import { readConfig } from '../server/config.ts'
import { readOptions, refuse, refuseFault } from './support/options.ts'

const usage = 'npm run restore -- --from FOLDER [--verify]'
const { from, verify } = readOptions(usage, {
  from: { type: 'string' },
  verify: { type: 'boolean', default: false },
})
if (from === undefined) refuse(`Say where the backup is.\nUsage: ${usage}`)

process.umask(0o077)
try {
  const { dataDir } = readConfig(process.env)
  const folder = resolve(from ?? '')
  const { taken, files } = verify
    ? await verifyBackup(folder)
    : await restoreBackup({ from: folder, dataDir })
  console.log(
    `The backup of ${taken} ${verify ? 'is whole' : `is in ${dataDir}`}: ${Object.keys(files).length} files.`,
  )
} catch (error) {
  refuseFault(error)
}
