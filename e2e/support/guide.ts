import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { tick } from '../journeys/steps.ts'
import { chooseOne } from './choose.ts'

/*
 * Follows the instructions of a document, word by word. `**name**` is a link, button or menu item to press; "Sign in as `login`" brings another
 * person before their page; "enter `value` for **field**" and "choose `value` for **field**" fill in; the page must show "words".
 */

const root = join(import.meta.dirname, '../..')

/** A section of a document of the repository; all of it where no heading is named. */
export const guideOf = async (file: string, heading?: string): Promise<string> => {
  const text = await readFile(join(root, file), 'utf8')
  return heading === undefined ? text : (text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
}

/** What the numbered steps tell to do, in their order. */
const actsOf = (guide: string): string[] =>
  (guide.match(/^\d\. (?:.+\n)(?: {3}.+\n)*/gm) ?? []).flatMap(
    step =>
      step
        .replaceAll('\n   ', ' ')
        .match(
          /`[^`]+` for \*\*[^*]+\*\*|`[^`]+`|\*\*[^*]+\*\*|"[^"]+"|tick the terms|write in the note/gi,
        ) ?? [],
  )

/** Files that a document has one writes, by their names, in a new folder. */
export const filesOf = async (guide: string): Promise<Map<string, string>> => {
  const folder = await mkdtemp(join(tmpdir(), 'bedel-guide-'))
  const files = new Map<string, string>()
  for (const [, name = '', content = ''] of guide.matchAll(/`([\w.]+)`:\n\n```csv\n([\s\S]+?)```/g)) {
    files.set(name, join(folder, name))
    await writeFile(join(folder, name), content)
  }
  return files
}

/** Runs a command of a document in the repository. The file that it makes is put beside the others. */
export const runCommand = async (
  command: string,
  files: Map<string, string>,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const [program = '', ...args] = command.split(/\s+/)
  const env = { ...process.env, ...environment }
  await promisify(execFile)(
    program,
    args.map(arg => files.get(arg) ?? arg),
    { cwd: root, env },
  )
  const made = args[args.indexOf('--out') + 1]
  if (!args.includes('--out') || made === undefined) return
  const path = join(await mkdtemp(join(tmpdir(), 'bedel-guide-')), basename(made))
  await rename(join(root, made), path)
  files.set(made, path)
}

/** Presses the link, button or menu item of a name. A menu or a question is above the page, which may have a button of the same name. */
const press = async (page: Page, name: string): Promise<void> => {
  const menu = page.getByRole('menu')
  // A notice is one too, beside which everything else can be pressed.
  const question = page.locator('[role=alertdialog]:not([aria-modal=false])')
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
  if (await question.isVisible()) {
    await pressIn(question)
    await expect(question).toBeHidden()
  } else if (await menu.isVisible()) {
    await pressIn(menu)
    await expect(question).toBeVisible()
  } else await pressIn(page)
}

/** Fills in a field: a list is chosen from, a date typed into its parts. */
const fillIn = async (page: Page, field: string, value: string): Promise<void> => {
  if (/^\d\d\/\d\d\/\d{4}$/.test(value)) {
    await page.getByRole('spinbutton', { name: `day, ${field}` }).click()
    await page.keyboard.type(value.replaceAll('/', ''))
    return
  }
  // Beside the page its header has a list of the same name.
  const main = page.getByRole('main')
  const list = main
    .getByRole('button', { name: new RegExp(`(^| )${RegExp.escape(field)}$`) })
    .and(page.locator('[aria-haspopup="listbox"]'))
  const box = main.getByRole('textbox', { name: field, exact: true })
  const few = main.getByRole('radiogroup', { name: field })
  await expect(list.or(box).or(few)).toBeVisible()
  if (await list.isVisible()) {
    await list.click()
    await page.getByRole('option', { name: value, exact: true }).click()
    // The choice may change the other fields: they are filled in once it is shown.
    await expect(list).toContainText(value)
  } else if (await few.isVisible()) await chooseOne(page, field, value)
  else await box.fill(value)
}

/** Walks the numbered steps of a document. Returns the pages of the people who signed in, by their logins. */
export const walk = async (
  guide: string,
  files: Map<string, string>,
  pageOf: (login: string) => Promise<Page>,
  run: (command: string) => Promise<void> = command => runCommand(command, files),
): Promise<Map<string, Page>> => {
  const pages = new Map<string, Page>()
  let page: Page | undefined
  const inSight = (): Page => {
    if (!page) throw new Error('The document asks for a click before anybody has signed in.')
    return page
  }
  for (const act of actsOf(guide))
    await test.step(act, async () => {
      const text = act.replace(/^[`"*]+|[`"*]+$/g, '')
      const [, value, field] = act.match(/^`([^`]+)` for \*\*([^*]+)\*\*$/) ?? []
      if (value !== undefined && field !== undefined) await fillIn(inSight(), field, value)
      else if (act.startsWith('`npm ')) await run(text)
      else if (text.endsWith('.xml')) {
        await expect(inSight().getByText('Drag your XML file here')).toBeVisible()
        await inSight()
          .locator('input[type=file]')
          .setInputFiles(files.get(text) ?? text)
      } else if (act.startsWith('`')) {
        page = pages.get(text) ?? (await pageOf(text))
        pages.set(text, page)
      } else if (/^tick/i.test(act)) await tick(inSight())
      else if (/^write/i.test(act))
        await inSight().getByRole('textbox', { name: 'Note to the provider' }).fill('Signed on paper')
      else if (act.startsWith('"')) await expect(inSight().getByText(text)).toBeVisible()
      else await press(inSight(), text)
    })
  return pages
}
