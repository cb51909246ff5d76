import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { tick } from './steps.ts'

const root = join(import.meta.dirname, '../..')

/** What README's section tells a newcomer to do, in its order; each part is marked as README marks it. */
const partsOf = (readme: string): string[] => {
  const section = readme.split('## Try it\n')[1]?.split('\n## ')[0] ?? ''
  const steps = section.match(/^\d\. (?:.+\n)(?: {3}.+\n)*/gm) ?? []
  return steps.flatMap(
    step => step.match(/`[^`]+`|\*\*[^*]+\*\*|"[^"]+"|tick the terms|write in the note/g) ?? [],
  )
}

/**
 * Presses the link, button or menu item of a name. A menu or a dialog is above the page, which may have a button of the same name.
 * Each act of a menu asks first.
 */
const press = async (page: Page, name: string): Promise<void> => {
  const menu = page.getByRole('menu')
  const dialog = page.getByRole('alertdialog', { name: 'Confirmation required!' })
  const pressIn = async (above: Page | Locator): Promise<void> => {
    const control = above
      .getByRole('link', { name, exact: true })
      .or(above.getByRole('button', { name, exact: true }))
      .or(above.getByRole('menuitem', { name, exact: true }))
      .first()
    const opensMenu = (await control.getAttribute('aria-haspopup')) === 'true'
    await control.click()
    if (opensMenu) await expect(menu).toBeVisible()
  }
  if (await dialog.isVisible()) {
    await pressIn(dialog)
    await expect(dialog).toBeHidden()
  } else if (await menu.isVisible()) {
    await pressIn(menu)
    await expect(dialog).toBeVisible()
  } else await pressIn(page)
}

test("README's first journey leads to a signed-off record", async ({ pageOf }) => {
  const folder = await mkdtemp(join(tmpdir(), 'bedel-readme-'))
  const file = join(folder, 'ashby.xml')
  const pages = new Map<string, Page>()
  let page: Page | undefined
  const inSight = (): Page => {
    if (!page) throw new Error('README asks for a click before anybody has signed in.')
    return page
  }

  for (const part of partsOf(await readFile(join(root, 'README.md'), 'utf8')))
    await test.step(part, async () => {
      const text = part.replace(/^[`"*]+|[`"*]+$/g, '')
      if (part.startsWith('`npm ')) {
        const [command = '', ...args] = text.split(' ')
        await promisify(execFile)(command, args, { cwd: root })
        await rename(join(root, 'ashby.xml'), file)
      } else if (text.endsWith('.xml')) {
        await expect(inSight().getByText('Drag your XML file here')).toBeVisible()
        await inSight().locator('input[type=file]').setInputFiles(file)
      } else if (part.startsWith('`')) {
        page = pages.get(text) ?? (await pageOf(text))
        pages.set(text, page)
      } else if (part === 'tick the terms') await tick(inSight())
      else if (part === 'write in the note')
        await inSight().getByRole('textbox', { name: 'Note to the provider' }).fill('Signed on paper')
      else if (part.startsWith('"')) await expect(pages.get('ashby-signoff')!.getByText(text)).toBeVisible()
      else await press(inSight(), text)
    })
  expect(pages.size).toBe(3)
})
