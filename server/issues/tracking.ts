import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import {
  enteringStatuses,
  type IssueStatus,
  isBeingEntered,
  issuePage,
  issueStatusLabel,
} from '../../src/domain/issue.ts'
import { systemPrincipal } from '../../src/domain/principal.ts'
import { type IssueEventType, issueChart, issueEventMessage } from '../../src/machines/issue/index.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { eventsOf } from '../decisions/history.ts'
import type { Held, TrackerJob } from '../jobs/jobs.ts'
import { inEnglish } from '../messages.ts'
import { findIssue } from './issueRow.ts'
import type { Issues } from './issues.ts'
import { type Jira, TrackerRefusal } from './jira.ts'

interface EventRow {
  sequence: number
  event: IssueEventType
  from: IssueStatus
  to: IssueStatus
  name: string
  text: string | null
}

const entering = [...enteringStatuses()]

/**
 * Carries what happens to issues over to the tracker that is configured, one job for each event: those that are raised are
 * entered there, and what is decided and written of them follows as comments.
 */
export const createTracking = (options: {
  db: Kysely<Database>
  log: Logger
  tracker: Jira
  issues: Pick<Issues, 'decide'>
  /** Address of the portal, for the way back; undefined where it is not known. */
  publicUrl: string | undefined
}) => {
  const { db, log, tracker, issues, publicUrl } = options

  /** The issue with the event of the job, and what people did since the register was asked, which it was not told. */
  const find = ({ issueId, sequence }: TrackerJob) =>
    withScope(db, { scope: 'all' }, async tx => {
      const issue = await findIssue(tx, issueId)
      const { rows } =
        await sql<EventRow>`select e.sequence, e.event, e.from_place as "from", e.to_place as "to",
          e.actor ->> 'name' as name, t.text
        from ${eventsOf(issueChart, sql`${issueId}`)} e
        left join issue_comment t on t.issue_id = ${issueId}::uuid and t.sequence = e.sequence
        where e.sequence <= ${sequence}
          and (e.sequence = ${sequence}
            or e.from_place = any(${entering}::text[]) and e.to_place = any(${entering}::text[]))
        order by e.sequence`.execute(tx)
      const event = rows.at(-1)
      return issue && event?.sequence === sequence
        ? { issue, event, meanwhile: rows.filter(row => row !== event) }
        : undefined
    })

  type Found = NonNullable<Awaited<ReturnType<typeof find>>>

  const fail = (id: string) => issues.decide(id, { type: 'CREATION_FAILED', actor: systemPrincipal })

  const enter = async ({ issue }: Found): Promise<void> => {
    // Done already, by a job that died before it could say so.
    if (!isBeingEntered(issue.status)) return
    const { id, instId, code, name, regulatorCode } = issue
    try {
      const tracked = await tracker.create({
        id,
        summary: `${instId} ${code}: ${name}`,
        description: [
          name,
          `${instId}, ${code}, ${regulatorCode}`,
          publicUrl && `${publicUrl}${issuePage(id)}`,
        ]
          .filter(Boolean)
          .join('\n'),
      })
      await issues.decide(id, { type: 'CREATED', actor: systemPrincipal }, { tracked })
    } catch (error) {
      if (!(error instanceof TrackerRefusal)) throw error
      log.error({ err: error, issueId: id }, 'the issue tracker refuses an issue')
      await fail(id)
    }
  }

  const tell = async ({ issue, event, meanwhile }: Found): Promise<void> => {
    // Raised while the portal itself was the register.
    if (issue.trackerKey === null) return
    const events = event.event === 'CREATED' ? meanwhile : [event]
    for (const { event: type, name, text } of events) {
      const head = `${inEnglish(issueEventMessage(type))}: ${name} (${inEnglish(issueStatusLabel(issue.status))})`
      await tracker
        .comment(issue.trackerKey, [head, text].filter(Boolean).join('\n\n'))
        .catch((error: unknown) => {
          // Such as an issue that somebody has deleted there: nobody can be told any more.
          if (!(error instanceof TrackerRefusal)) throw error
          log.error({ err: error, issueId: issue.id }, 'the issue tracker refuses a comment')
        })
    }
  }

  type Job = Pick<Held<TrackerJob>, 'data'>
  return {
    /** Enters an issue. */
    enter: async ({ data }: Job): Promise<void> => {
      const found = await find(data)
      if (found) await enter(found)
    },

    /** The tries of that are used up: people are told, and may try again. */
    giveUp: async ({ data }: Job): Promise<void> => {
      const found = await find(data)
      if (found && isBeingEntered(found.issue.status)) await fail(found.issue.id)
    },

    /** Tells what happened to an issue that is entered. */
    tell: async ({ data }: Job): Promise<void> => {
      const found = await find(data)
      if (found && !isBeingEntered(found.event.to)) await tell(found)
    },
  }
}
