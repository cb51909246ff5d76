// `npm run backup -- --to FOLDER`: a backup of the embedded database and of everything else in DATA_DIR into a new folder,
// while the server runs or not.
import { resolve } from 'node:path'
import pino from 'pino'
import { takeBackup } from '../server/backup/backup.ts'
import { readConfig } from '../server/config.ts'
import { inEnglish } from '../server/messages.ts'
import { bytes } from '../src/domain/bytes.ts'
import { readOptions, refuse, refuseFault } from './support/options.ts'

const usage = 'npm run backup -- --to FOLDER'
const { to } = readOptions(usage, { to: { type: 'string' } })
if (to === undefined) refuse(`Say where the backup goes.\nUsage: ${usage}`)

process.umask(0o077)
try {
  const { databaseUrl, s3, dataDir } = readConfig(process.env)
  if (databaseUrl !== undefined || s3 !== undefined)
    refuse(
      'PostgreSQL and the object store of an installation have backups of their own: see docs/operate/engine-backup.md.',
    )
  const { files } = await takeBackup({
    dataDir,
    to: resolve(to ?? ''),
    now: new Date(),
    log: pino({ level: 'silent' }),
  })
  const sizes = Object.values(files)
  console.log(
    `${sizes.length} files, ${inEnglish(bytes(sizes.reduce((sum, { size }) => sum + size, 0)))}, in ${to}. They hold personal data and keys: keep them as you keep the installation.`,
  )
} catch (error) {
  refuseFault(error)
}
