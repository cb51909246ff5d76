import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { tick } from './steps.ts'

const root = join(import.meta.dirname, '../..')

/** What README's section tells a newcomer to do, in its order; each part is marked as README marks it. */
const partsOf = (readme: string): string[] => {
  const section = readme.split('## Try it\n')[1]?.split('\n## ')[0] ?? ''
  const steps = section.match(/^\d\. (?:.+\n)(?: {3}.+\n)*/gm) ?? []
  return steps.flatMap(step => step.match(/`[^`]+`|\*\*[^*]+\*\*|"[^"]+"|tick the terms/g) ?? [])
}

/** Presses the link, button or menu item of a name. A dialog hides the rest of the page, and closes when it has acted. */
const press = async (page: Page, name: string): Promise<void> => {
  const control = page
    .getByRole('link', { name, exact: true })
    .or(page.getByRole('button', { name, exact: true }))
    .or(page.getByRole('menuitem', { name, exact: true }))
  await expect(control.first()).toBeVisible()
  const dialog = page.getByRole('alertdialog', { name: 'Confirmation required!' })
  const isAnswer = await dialog.isVisible()
  await control.first().click()
  if (isAnswer) await expect(dialog).toBeHidden()
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
      else if (part.startsWith('"')) await expect(pages.get('ashby-signoff')!.getByText(text)).toBeVisible()
      else await press(inSight(), text)
    })
  expect(pages.size).toBe(3)
})
