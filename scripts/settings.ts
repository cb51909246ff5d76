import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsPage } from './settings/page.ts'
import { helpOn } from './support/help.mjs'

helpOn(`npm run settings
  Writes docs/operate/settings.md from server/config.ts and scripts/settings/texts.ts.`)

writeFileSync(join(import.meta.dirname, '../docs/operate/settings.md'), settingsPage())
