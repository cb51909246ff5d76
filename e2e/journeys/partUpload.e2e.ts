import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectSound } from '../accessibility/sound.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdNext, intercept } from '../support/intercept.ts'
import { sampleFile } from '../support/samples.ts'
import { chooseFile, openSubmissions } from './steps.ts'

test.use({ changesBrowsers: true })

/** More than 64 MB, and no more than that: eight parts of 8 MiB, and one of what is left. */
const bytes = 64 * 1024 ** 2 + 1000

/** A real file, filled up behind its last record; `mark` is its last byte. */
const largeFile = async (mark: string): Promise<string> => {
  const sample = await readFile(await sampleFile('small.xml', { provider: '0001', students: 40 }))
  const content = Buffer.alloc(bytes, '\n')
  sample.copy(content)
  // In the second part, so that only what has arrived tells the two apart.
  content.write(mark, 12 * 1024 ** 2)
  const file = join(await mkdtemp(join(tmpdir(), 'bedel-large-')), 'large.xml')
  await writeFile(file, content)
  return file
}

const parts = '**/api/store/part'

/** Numbers of the parts that the store has taken, in their order. */
const watchParts = (page: Page): string[] => {
  const taken: string[] = []
  page.on('response', response => {
    if (!response.url().endsWith('/api/store/part') || response.status() !== 204) return
    const number = /name="number"\r\n\r\n(\d+)/.exec(
      response.request().postDataBuffer()?.subarray(0, 4000).toString('latin1') ?? '',
    )?.[1]
    taken.push(number ?? '?')
  })
  return taken
}

test('a large file survives a lost connection and a reload, and sends nothing twice', {
  tag: '@exhaustive',
}, async ({ pageOf }) => {
  const [file, other] = [await largeFile(' '), await largeFile('\t')]
  const page = await pageOf('ashby-submitter')
  await page.clock.install()
  const taken = watchParts(page)
  await openSubmissions(page)
  await chooseFile(page, file)
  await expect(page.getByText('Ready to upload')).toBeVisible()

  let passed = 0
  const connect = await intercept(page, parts, route =>
    ++passed > 2 ? route.abort('internetdisconnected') : route.continue(),
  )
  await page.getByRole('button', { name: 'Upload file', exact: true }).click()
  await expect(page.getByText('Waiting for the connection').first()).toBeVisible()
  await expect(page.getByText('16.8 MB of 67.1 MB')).toBeVisible()
  await expectSound(page, 'upload in parts, waiting')
  const goingOn = holdNext(page, parts)
  connect()
  // It has gone on by itself. With its clock stopped the page waits after the next loss until it is asked.
  const lost = await goingOn
  await page.clock.pauseAt(Date.now() + 1000)
  await lost.abort('internetdisconnected')
  const sentAgain = holdNext(page, parts)
  await page.getByRole('button', { name: 'Try now' }).click()
  const third = await sentAgain
  const fourth = holdNext(page, parts)
  await third.continue()
  const held = await fourth

  await page.clock.resume()
  page.once('dialog', dialog => dialog.accept())
  await page.reload()
  await held.abort().catch(() => undefined)
  await expect(page.getByText('This upload is not finished')).toBeVisible()
  await expect(page.getByText(/^25\.2 MB of 67\.1 MB have arrived\./)).toBeVisible()
  await expectSound(page, 'upload in parts, unfinished')

  const again = page.locator('input[type=file]')
  await again.setInputFiles(await sampleFile('b.xml', { provider: '0001', students: 40 }))
  await expect(page.getByText('"b.xml" is not the file that you started to upload.')).toBeVisible()
  await again.setInputFiles(other)
  await expect(page.getByText('"large.xml" is not as it was when its upload was begun')).toBeVisible()
  await again.setInputFiles(file)
  // Each part goes through the test's own interception, which takes seconds on a busy machine.
  await expect(page).toHaveURL(/\/processing$/)
  await expect(page.getByText('large.xml').first()).toBeVisible()
  expect(taken).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
})
