import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../database/schema.ts'
import type { SignIns } from '../identity/signIns.ts'
import {
  createIssues,
  createJira,
  createListening,
  createRaising,
  createTracking,
  type TrackerSettings,
} from '../issues/index.ts'
import { createPlaceTeller, type JobQueue } from '../jobs/index.ts'
import { createCollectionNotices, createMailer, createMails, type MailSettings } from '../notices/index.ts'
import type { SpecificationStore } from '../pipeline/index.ts'
import { openMasterKeys } from '../storage/index.ts'
import { createApiKeys } from '../suppliers/index.ts'
import { createWebhooks } from '../webhooks/index.ts'

/** So many addresses of providers a process calls at once. */
const webhookSlots = 4

/** Puts together what tells people and other systems of what happened: issues and their tracker, notices, mails, webhooks. */
export const composeTelling = (
  tools: {
    db: Kysely<Database>
    clock: { now: () => Date }
    log: Logger
    queue: JobQueue
    specifications: SpecificationStore
    signIns: SignIns
  },
  config: {
    keysDir: string
    issueTracker: TrackerSettings | undefined
    webhooksPrivate: boolean
    publicUrl: string | undefined
    mail: MailSettings | undefined
    demo: boolean
  },
  /** What else is looked at every minute, because of the time. */
  looks: readonly (() => Promise<void>)[],
) => {
  const { queue, signIns: members } = tools
  const { publicUrl, mail } = config
  const tracker = config.issueTracker && queue
  const issues = createIssues({ ...tools, tracker })
  const raising = createRaising({ ...tools, tracker })
  const jira = config.issueTracker && createJira(config.issueTracker)
  const tracking = jira && createTracking({ ...tools, tracker: jira, issues, publicUrl })
  const listen = jira && createListening({ ...tools, tracker: jira, issues })
  const tellOfCollections = createCollectionNotices(tools)
  const mails = createMails({
    ...tools,
    members,
    publicUrl,
    sending: mail && { queue, mailer: createMailer(mail) },
    isWritten: mail !== undefined || config.demo,
  })
  const keys = createApiKeys(tools)
  const webhooks = createWebhooks({
    ...tools,
    masterKeys: openMasterKeys(config.keysDir, 'webhooks'),
    allowsPrivate: config.webhooksPrivate,
  })

  /** What is there to tell, and the mails of what was told. */
  const tell = async (): Promise<void> => {
    await keys.expireAll()
    await webhooks.sweep()
    await tellOfCollections()
    for (const look of looks) await look()
    await mails.writeAll()
  }

  return {
    issues,
    raising,
    mails,
    webhooks,
    tell,
    listen,
    /** Has this process tell what jobs ask for, and look every minute what there is to tell. */
    start: async (): Promise<void> => {
      await queue.consume('issues', job => raising.raiseMissing(job.data))
      if (tracking) {
        await queue.consume('trackerEntry', tracking.enter)
        await queue.consume('trackerEntryDead', tracking.giveUp)
        await queue.consume('tracker', tracking.tell)
      }
      if (listen) {
        await queue.consume('trackerPoll', listen)
        await queue.scheduleTrackerPoll()
      }
      await queue.consume('places', createPlaceTeller(tools))
      await queue.consume('notices', tell)
      await queue.scheduleNotices()
      await queue.consume('mail', job => mails.send(job.data))
      for (let slot = 0; slot < webhookSlots; slot += 1)
        await queue.consume('webhook', job => webhooks.send(job.data))
      await queue.consume('webhookDead', job => webhooks.giveUp(job.data))
    },
  }
}
