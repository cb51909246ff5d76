import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingNames } from '../../server/config.ts'
import { explainedSettings, settingsPage } from './page.ts'

describe('the page of settings', () => {
  it('explains every setting of the server once', () => {
    expect(explainedSettings.toSorted()).toEqual(settingNames.toSorted())
  })

  it('is up to date: "npm run settings" writes it', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/operate/settings.md'), 'utf8')
    expect(page).toBe(settingsPage())
  })
})
