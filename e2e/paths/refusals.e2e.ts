import { expect, type Locator, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { CollectionStateName } from '../../src/domain/collection.ts'
import type { StatusName } from '../../src/domain/status.ts'
import type { GuardName } from '../../src/machines/submission-lifecycle/index.ts'
import { openFacts } from '../../src/model/charts/lifecycle.ts'
import { sceneOf } from '../../tests/server/support/scene.ts'
import { monitoringOf, rootOf, type Walk } from './gestures.ts'
import { test } from './stage.ts'
import { begin } from './walkInBrowser.ts'

/** Every reason for which the lifecycle refuses something, at a control of the screens that says it. */

/** A control, in front of somebody, that is refused; the words are those of the specification. */
interface Shown {
  /** What the provider has; undefined for nothing. */
  status: StatusName | undefined
  collection?: CollectionStateName
  /** What else is the case. */
  given?: (walk: Walk) => Promise<unknown>
  /** Makes it as it was, where the next scene does not. */
  undo?: (walk: Walk) => Promise<unknown>
  by: string
  control: (walk: Walk, page: Page) => Promise<Locator>
  reason: string
}

const university = 'University of Ashby'

const button =
  (name: string, address: (walk: Walk) => string) =>
  async (walk: Walk, page: Page): Promise<Locator> => {
    await page.goto(address(walk))
    return page.getByRole('button', { name, exact: true })
  }
const atList = button('Upload file to Student 2023/24', ({ stage }) => `${stage.url}/submissions`)
const atUpload = button('Cancel', walk => `${rootOf(walk)}/upload`)
const atSubmit = button('Submit for approval', walk => `${rootOf(walk)}/submit`)
const atSignOff = button('Request sign-off', walk => `${rootOf(walk)}/signoff`)
const atFailures = button(
  'Re-process',
  ({ stage }) => `${stage.url}/inspector?view=failures&state=processing.provisioningError`,
)
const inMenu =
  (name: string) =>
  async (walk: Walk): Promise<Locator> => {
    const page = await monitoringOf(walk, 'bedel-admin')
    await page.getByRole('button', { name: `More actions for ${university}` }).click()
    return page.getByRole('menuitem', { name })
  }

const change =
  (what: ReturnType<typeof sql>) =>
  ({ stage: { server }, id }: Walk): Promise<unknown> =>
    server.inSystem(tx => sql`update submission set ${what} where id = ${id}::uuid`.execute(tx))

const periodEnds =
  (day: string) =>
  ({ stage: { server }, scene }: Walk): Promise<unknown> =>
    server.inSystem(tx =>
      sql`update collection set reference_period_end = ${day} where id = ${scene.collectionId}`.execute(tx),
    )

const signer = { by: 'ashby-signoff' }
const notOffered = 'Who may never do it is not offered it.'
const route = 'It only chooses where to go on.'

/** By guard; in words why no screen shows it. A new guard does not compile until it stands here. */
const refusals: Record<GuardName, Shown | string> = {
  isSystem: 'Nobody is offered what the system does.',
  mayUpload: {
    status: undefined,
    by: 'ashby-guest',
    control: atList,
    reason: 'You do not have a valid role to upload a file.',
  },
  mayCancelUpload: {
    status: 'UPLOADING',
    by: 'ashby-guest',
    control: atUpload,
    reason: 'You do not have a valid role to cancel an upload.',
  },
  mayCreateNilReturn: notOffered,
  mayWithdrawNilReturn: notOffered,
  maySubmit: {
    status: 'QUALITY_PROCESSING_COMPLETE',
    by: 'ashby-guest',
    control: atSubmit,
    reason: 'You do not have a valid role to submit for approval',
  },
  mayRequestSignOff: {
    status: 'APPROVED',
    by: 'ashby-guest',
    control: atSignOff,
    reason: 'You do not have a valid role to request sign-off.',
  },
  mayApproveForAgency: notOffered,
  mayApproveForStatutoryCustomer: notOffered,
  maySignOff: notOffered,
  mayRequestResubmission: notOffered,
  mayRequestHistoricAmendment: 'No screen offers a historic amendment.',
  mayReprocess: {
    status: 'PROVISIONING_ERROR',
    by: 'bedel-staff',
    control: atFailures,
    reason: 'Only Bedel administrators and analysts can re-process a submission.',
  },
  mayMakeHistory: notOffered,
  isOnboarded: 'A provider that is not onboarded cannot be chosen.',
  isTakingFiles: {
    status: 'QUALITY_PROCESSING_COMPLETE',
    collection: 'Closed',
    ...signer,
    control: atList,
    reason: 'The collection is closed.',
  },
  isNotSignedOff: {
    status: 'SIGNED_OFF',
    ...signer,
    control: atList,
    reason:
      'The submission is signed off. Ask Bedel to request a resubmission before you upload another file.',
  },
  isNoUploadUnderWay: {
    status: 'UPLOADING',
    ...signer,
    control: atList,
    reason: 'Another upload for this collection is in progress. Wait for it to finish, or cancel it.',
  },
  hasNoSubmission: 'Where there is a submission, no nil return is offered.',
  isCollectionOpen: {
    status: 'APPROVED',
    collection: 'Closed',
    ...signer,
    control: atSignOff,
    reason: 'You can only request sign off for a submission when the collection is open.',
  },
  isLive: 'These walks are on the pages of live submissions: `onlineValidation.e2e` goes through the tool.',
  isLatest: {
    status: 'QUALITY_PROCESSING_COMPLETE',
    given: change(sql`is_latest = false`),
    ...signer,
    control: atSubmit,
    reason: 'You can only submit the most recently uploaded submission.',
  },
  isSecondPerson: {
    status: 'AGENCY_APPROVAL',
    given: change(sql`submitter_id = 'bedel-admin'`),
    by: 'bedel-admin',
    control: inMenu('Approve'),
    reason: 'You uploaded or submitted this file, so someone else must approve it.',
  },
  hasNoBlockers: {
    status: 'QUALITY_PROCESSING_COMPLETE',
    given: periodEnds('2999-07-31'),
    undo: periodEnds('2024-07-31'),
    ...signer,
    control: atSubmit,
    reason: "The collection's reference period has not ended yet.",
  },
  hasAcceptedTerms: {
    status: 'QUALITY_PROCESSING_COMPLETE',
    ...signer,
    control: atSubmit,
    reason: 'Tick the box to accept the terms.',
  },
  hasNote: 'The window of the decision asks for a note before it is sent.',
  isOtherApprover: 'Journeys approve twice at the pages.',
  explainsBothApprovals: 'The window of the decision asks for a note before it is sent.',
  hasReturnedForm: 'Without a form, none can be refused on the page.',
  hasFormOrReason: 'The window of the sign-off asks for a note before it is sent.',
  hasStoredFile: {
    status: 'QUALITY_RULES_ERROR',
    given: change(sql`has_stored_file = false, file_hash = null`),
    by: 'bedel-admin',
    control: inMenu('Re-process'),
    reason: 'There is no stored file to re-process.',
  },
  isCollectionReprocessable: {
    status: 'QUALITY_RULES_ERROR',
    collection: 'Archived',
    by: 'bedel-admin',
    control: inMenu('Re-process'),
    reason: 'You can re-process a collection only while it is Open, Closed or in Historic amendment.',
  },
  isNotArchived: {
    status: 'AGENCY_APPROVAL',
    collection: 'Archived',
    by: 'bedel-admin',
    control: inMenu('Approve'),
    reason: 'The collection is archived, so its submissions are read-only.',
  },
  isHistoricAmendment: 'No screen offers a historic amendment.',
  isOvt: route,
  startsWithAnalyst: route,
  needsStatutoryCustomer: route,
}

test.use({ trace: 'off' })
for (const [guard, shown] of Object.entries(refusals)) {
  if (typeof shown === 'string') continue
  const { status, collection = 'Open', given, undo, by, control, reason } = shown
  test(`${guard}: ${reason}`, { tag: '@exhaustive' }, async ({ stage }) => {
    const walk = await begin(stage, sceneOf({ ...openFacts, countryCode: 'E', collectionState: collection }))
    try {
      if (status) await stage.server.place({ ...walk.scene, id: walk.id }, status)
      await given?.(walk)
      const refused = await control(walk, await stage.pageOf(by))
      await expect(refused).toHaveAttribute('aria-disabled', 'true')
      await expect(refused).toHaveAccessibleDescription(new RegExp(RegExp.escape(reason)))
    } finally {
      await undo?.(walk)
    }
  })
}
