import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addDays } from 'date-fns/addDays'
import { format } from 'date-fns/format'
import type { SampleOptions } from '../../src/sample/index.ts'
import { chooseOne } from '../support/choose.ts'
import { runJob } from '../support/database.ts'
import { expect, test } from '../support/fixtures.ts'
import { manyRules } from '../support/manyRules.ts'
import { sampleFile } from '../support/samples.ts'
import {
  actOnRow,
  openMonitoring,
  raiseIssue,
  recordSignOff,
  requestSignOff,
  returnSignedForm,
  ruleRow,
  submitForApproval,
  uploadByHand,
} from './steps.ts'

/** The working weeks of one provider, from the first upload to the sign-off, with everybody whom they need. */

/** Students of the sample with one fault each, by the field that is at fault, and the rule that finds it. */
const studentWith = { ETHNIC: 23, SID: 83, COURSEID: 95, MODID: 119 } as const
const ruleOf: Partial<Record<Fault, string>> = {
  ETHNIC: "Student's ethnicity missing",
  SID: 'Wrong student identifier check digit',
  MODID: 'Module not in file',
}
type Fault = keyof typeof studentWith

const options: SampleOptions = { provider: '0001', students: 160, researchersMoveTo: '0002' }

/** The records of a file by student; the first piece is what stands before them. */
const studentsIn = async (path: string): Promise<string[]> =>
  (await readFile(path, 'utf8')).split(/(?=<Student>)/)

/** The season's file as it is without any fault, and with all of them. */
const season = async () => {
  const clean = await studentsIn(await sampleFile('clean.xml', options))
  const chosenFaults = await manyRules()
  const faulty = await studentsIn(
    await sampleFile('faulty.xml', { ...options, faults: 'rules', chosenFaults }),
  )
  expect(faulty).toHaveLength(clean.length)
  const place = (fault: Fault): number => studentWith[fault] + 1
  return {
    /** The whole of the faults but these. */
    without: (...mended: Fault[]): string =>
      faulty.map((student, at) => (mended.some(fault => place(fault) === at) ? clean[at] : student)).join(''),
    /** Nothing wrong but these. */
    only: (...left: Fault[]): string =>
      clean.map((student, at) => (left.some(fault => place(fault) === at) ? faulty[at] : student)).join(''),
    sidOf: (fault: Fault): string => faulty[place(fault)]?.match(/<SID>(\d+)<\/SID>/)?.[1] ?? '',
  }
}

/** Uploads a file of this content, and gives the address of its report. */
const upload = async (page: Page, name: string, content: string): Promise<string> => {
  const path = await sampleFile(name, { provider: '0001', students: 1 })
  await writeFile(path, content)
  await uploadByHand(page, path)
  return page.url()
}

/** How many rules are outside tolerance, by the heading of the report in sight. */
const outsideIn = async (page: Page): Promise<number> => {
  const heading = page.getByRole('heading', { level: 2, name: /outside tolerance/ })
  return Number((await heading.textContent())?.match(/^\d+/)?.[0] ?? 0)
}

/** Opens an issue and does something with it. */
const act = async (page: Page, address: string, action: string): Promise<void> => {
  await page.goto(address)
  await chooseOne(page, 'Action', action)
}

test('the six weeks of a provider: from many rules outside tolerance to the signature', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const { url } = portal
  const file = await season()
  const officer = await pageOf('ashby-signoff')
  const analyst = await pageOf('bedel-analyst')
  const report = officer.getByRole('table', { name: 'Quality rules' })

  const firstReport = await upload(officer, 'ashby-1.xml', file.without('COURSEID'))
  const atFirst = await outsideIn(officer)

  await test.step('week 1: many rules are outside, and three students are found by their numbers', async () => {
    expect(atFirst).toBeGreaterThanOrEqual(40)
    for (const fault of Object.keys(ruleOf) as Fault[]) {
      await officer.goto(`${firstReport}/students`)
      await officer.getByRole('searchbox', { name: 'Find a student' }).fill(file.sidOf(fault))
      await officer.keyboard.press('Enter')
      await officer.getByRole('link', { name: file.sidOf(fault) }).click()
      await expect(officer.getByRole('link', { name: ruleOf[fault] ?? '' }).first()).toBeVisible()
    }
  })

  const [explained, overridden] = await test.step('week 2: two rules become issues', async () => {
    const ids: string[] = []
    await officer.goto(`${firstReport}?qr.f.status=1&qr.f.kind=quality`)
    await expect(ruleRow(officer)).toBeVisible()
    const codes = await report.getByText(/^QR\./).allTextContents()
    for (const code of codes.slice(0, 2)) {
      await officer.goto(`${firstReport}?qr.q=${code}`)
      ids.push(await raiseIssue(officer))
    }
    return ids.map(id => `${url}/issues/${id}`) as [string, string]
  })

  await test.step('one is explained', async () => {
    await act(officer, explained, 'Explain')
    await officer.getByRole('textbox', { name: 'Explanation' }).fill('The student withholds it.')
    await officer.getByRole('button', { name: 'Explain', exact: true }).click()
    await expect(officer.getByText('Awaiting Bedel').first()).toBeVisible()
  })

  await test.step('of the other an override is asked for, and granted', async () => {
    await act(officer, overridden, 'Request override')
    const values = officer.getByRole('textbox', { name: /at most$|^Change/ })
    await expect(values.first()).toBeVisible()
    for (let at = 0; at < (await values.count()); at += 1) await values.nth(at).fill('99')
    await officer
      .getByRole('textbox', { name: 'Reason for a different tolerance' })
      .fill('Two campuses share a course.')
    await officer.getByRole('button', { name: 'Request override', exact: true }).click()
    await expect(officer.getByText('Override requested').first()).toBeVisible()
    await act(analyst, overridden, 'Approve override')
    await analyst.getByRole('button', { name: 'Approve override', exact: true }).click()
    await expect(officer.getByText('Genuine - override granted').first()).toBeVisible()
    await officer.goto(firstReport)
    await expect(ruleRow(officer)).toBeVisible()
    await expect.poll(() => outsideIn(officer)).toBe(atFirst - 1)
  })

  await test.step('week 3: the next file has mended two rules and broken one', async () => {
    const secondReport = await upload(officer, 'ashby-2.xml', file.without('SID', 'MODID'))
    const rules = async () => (await report.getByText(/^QR\./).allTextContents()).join(' ')
    const show = async (standing: 'mended' | 'new' | 'unchanged', link: string = standing) => {
      await officer.goto(secondReport)
      const since = officer.getByRole('list', { name: /^Change since the upload of/ })
      await since.getByRole('link', { name: new RegExp(`${link}$`) }).click()
      await expect(officer).toHaveURL(new RegExp(`standing=${standing}`))
    }
    await show('mended', 'fixed')
    await expect.poll(rules).toMatch(/Student\.SID\.902.*ModuleInstance\.MODID\.901|MODID\.901.*SID\.902/)
    await show('new')
    await expect.poll(rules).toMatch(/^\S*COURSEID\.901\S*$/)
    await show('unchanged')
    await expect.poll(rules).toMatch(/^(?!.*(?:COURSEID|MODID|SID\.902)).*QR\./)
  })

  await test.step('week 4: the deadline comes near, and the provider is reminded', async () => {
    const admin = await pageOf('bedel-admin')
    await admin.goto(`${url}/management/collections/23056`)
    await admin.getByRole('link', { name: 'Change details' }).click()
    const due = admin.getByRole('group', { name: 'Submissions due by' })
    await due.getByRole('spinbutton', { name: 'day' }).click()
    const dueBy = addDays(new Date(), 5)
    await admin.keyboard.type(format(dueBy, 'ddMMyyyy'))
    await admin.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByText(`Submissions due by: ${format(dueBy, 'dd/MM/yyyy')}`)).toBeVisible()
    await officer.goto(`${url}/notices`)
    await runJob(portal, 'notices')
    await expect(officer.getByText(/days left to submit/).first()).toBeVisible({ timeout: 120_000 })
  })

  const thirdReport = await upload(officer, 'ashby-3.xml', file.only('ETHNIC'))

  await test.step('week 5: another provider agrees to the transfers of research students', async () => {
    const lacking =
      "A transfer of postgraduate research students is waiting for the other provider's consent."
    await officer.goto(thirdReport.replace(/reports$/, 'submit'))
    await expect(officer.getByText(lacking).first()).toBeVisible()
    const receiver = await pageOf('brackley-signoff')
    await uploadByHand(receiver, await sampleFile('brackley.xml', { provider: '0002', students: 60 }))
    await receiver.goto(`${receiver.url()}/additional-reports/PGRIN`)
    await receiver.getByRole('button', { name: /^Agree to .* from University of Ashby$/ }).click()
    await expect(receiver.getByRole('table', { name: 'Transfers that you agreed to' })).toContainText(
      'University of Ashby',
    )
    await expect(officer.getByText(lacking)).toHaveCount(0)
  })

  await test.step('it is submitted, and declined with a note', async () => {
    await expect(officer.getByRole('term').filter({ hasText: 'Deadline' })).toBeVisible()
    await officer.goto(thirdReport)
    await submitForApproval(officer)
    await openMonitoring(analyst, portal)
    await actOnRow(analyst, 'University of Ashby', 'Decline', 'Declined')
    await expect(officer.getByText('The start dates have to be mended.').first()).toBeVisible()
  })

  await test.step('week 6: it is amended, approved by the agency and by the regulator', async () => {
    const lastReport = await upload(officer, 'ashby-4.xml', file.only())
    await officer.goto(lastReport)
    await submitForApproval(officer)
    await actOnRow(analyst, 'University of Ashby', 'Approve', 'Approved')
    const regulator = await pageOf('ohe-analyst')
    await openMonitoring(regulator, portal)
    await actOnRow(regulator, 'University of Ashby', 'Approve', 'Approved')
    await expect(officer).toHaveURL(/\/signoff$/)
  })

  await test.step('it is signed, and the agency records it from the form', async () => {
    expect((await requestSignOff(officer)).suggestedFilename()).toMatch(/\.pdf$/)
    await returnSignedForm(officer, 'signed.pdf')
    await analyst.goto(officer.url().replace(/\/submissions\/(\w+)\//, '/monitoring/23056/$1/0001/'))
    await expect(analyst.getByText(/^signed\.pdf \(/)).toBeVisible()
    await recordSignOff(analyst)
    await expect(officer.getByText('This submission is signed off.')).toBeVisible()
  })
})
