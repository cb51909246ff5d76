import { randomUUID } from 'node:crypto'
import type { IssueStatus } from '../../../src/domain/issue.ts'
import type { Principal } from '../../../src/domain/principal.ts'
import type { StatusName } from '../../../src/domain/status.ts'
import type { Call } from '../../../src/domain/wire/call.ts'
import * as decisions from '../../../src/domain/wire/issueDecisions.ts'
import * as wire from '../../../src/domain/wire/issues.ts'
import type { IssueEvent, IssueUserEvent } from '../../../src/machines/issue/index.ts'
import type { ProcessingServer } from './processingServer.ts'

/** The rule that the issues of these tests are about, and the regulator whose tolerance it breaks. */
export const ruleCode = 'QR.STUDENT.Student.SID.902.V01'
export const regulatorCode = '5016'

interface Gesture {
  call: Call
  path: (of: { submissionId: string; issueId: string }) => string
  body?: unknown
}

const post = (call: Call, action: string, body?: unknown): Gesture => ({
  call,
  path: ({ issueId }) => `/issues/${issueId}/${action}`,
  ...(body === undefined ? {} : { body }),
})

/** The tolerance that is asked for: of the rule's own form, and as much as fails. */
export const requestedTolerances = [{ toleranceTypeId: 2, toleranceFrom: 5, toleranceTo: null }]

/** How each event of an issue that people cause is sent. */
export const issueGesture = (event: IssueUserEvent): Gesture => {
  switch (event.type) {
    case 'RAISE':
      return {
        call: wire.createIssue,
        path: ({ submissionId }) => `/submissions/${submissionId}/issues`,
        body: { validationCode: ruleCode, regulatorCode },
      }
    case 'RETRY':
      return post(wire.retryIssue, 'retry')
    case 'COMMENT':
      return post(wire.commentOnIssue, 'comments', {
        text: 'What about the leavers?',
        ...(event.awaits === undefined ? {} : { awaits: event.awaits }),
      })
    case 'EXPLAIN':
      return post(wire.explainIssue, 'explanations', { text: 'They are exchange students.' })
    case 'ASSIGN':
      return post(wire.assignIssue, 'assign', { userId: event.assigneeId ?? null })
    case 'START_WORK':
      return post(decisions.startWork, 'start-work')
    case 'REQUEST_OVERRIDE':
      return post(decisions.requestOverride, 'override-request', {
        tolerances: requestedTolerances,
        text: 'All are genuine.',
      })
    case 'APPROVE_OVERRIDE':
      return post(decisions.approveOverride, 'approve', {})
    case 'DECLINE_OVERRIDE':
      return post(decisions.declineOverride, 'decline', { note: 'Please mend the dates.' })
    case 'WITHDRAW':
      return post(decisions.withdrawIssue, 'withdraw', {})
    case 'CLOSE':
      return post(decisions.closeIssue, 'close', { resolution: event.resolution })
    case 'REOPEN':
      return post(decisions.reopenIssue, 'reopen', {})
  }
}

/** The demonstration's user who stands for a person of the chart's samples. */
export const issueUser = (actor: Principal): string => {
  if (actor.kind !== 'user') throw new Error('The system is nobody who signs in.')
  if (actor.organisationType === 'statutory_customer') return 'ohe-analyst'
  if (actor.organisationType === 'agency') return 'bedel-analyst'
  return actor.userId
}

/** The result of the rule as the analysis gives it: 12 of 300 records fail a tolerance of none. */
export const ruleResult = (regulator: string, isPrimary: boolean) => ({
  ruleCode,
  name: 'Check digit of the student identifier is wrong',
  description: 'The last digit of the student identifier does not agree with the digits before it.',
  guidanceUrl: '',
  entity: 'Student',
  kind: 'quality',
  regulatorCode: regulator,
  isPrimary,
  category: 'identity',
  tolerance: { conjunction: 'A', parts: [{ type: 2, from: 0, to: null }] },
  isProviderToleranceOverride: false,
  populationCount: 300,
  failureCount: 12,
  failurePercent: 4,
  measuredPercent: null,
  status: 1,
})

/** Puts results of the rule onto a submission: outside tolerance unless said. */
export const placeResults = async (
  server: ProcessingServer,
  submissionId: string,
  {
    code = ruleCode,
    isOutside = true,
    failureCount = isOutside ? 12 : 0,
  }: { code?: string; isOutside?: boolean; failureCount?: number } = {},
): Promise<void> => {
  const counted = {
    ruleCode: code,
    failureCount,
    failurePercent: failureCount / 3,
    status: Number(isOutside),
  }
  const rows = [ruleResult(regulatorCode, true), ruleResult('5101', false)].map(row => ({
    ...row,
    ...counted,
  }))
  await server.asOwner(`insert into quality_rule_result
      (submission_id, inst_id, code, ordinal, name, outside, operational, population_count, failure_count, result)
    values ('${submissionId}', '0001', '${code}', 1, 'Check digit of the student identifier is wrong', ${isOutside}, false,
      300, ${failureCount}, '${JSON.stringify({ rows })}')
    on conflict (submission_id, code) do update set outside = excluded.outside, result = excluded.result`)
}

/** Puts a submission of provider 0001 with one rule outside tolerance onto a server; gives its id. */
export const placeWithRule = async (server: ProcessingServer, status: StatusName): Promise<string> => {
  const id = randomUUID()
  await server.place({ id, instId: '0001' }, status)
  await placeResults(server, id)
  return id
}

/** Puts credibility reports onto a submission of provider 0001, by code with the number of their cells that count as issues. */
export const placeReports = async (
  server: ProcessingServer,
  submissionId: string,
  reports: Readonly<Record<string, number>>,
): Promise<void> => {
  for (const [code, failures] of Object.entries(reports)) {
    const content = JSON.stringify({
      chapterName: 'Chapter',
      report: { ReportMetadata: { ReportCode: code, Title: `Report ${code}`, UpperNotes: '' }, Tabs: [] },
    })
    await server.asOwner(`insert into report (submission_id, inst_id, kind, code, chapter_id, title, failure_count, content)
      values ('${submissionId}', '0001', 'credibility', '${code}', 1, 'Report ${code}', ${failures}, '${content}')`)
  }
}

/** Puts an issue of that rule at a status, with nothing else. */
export const placeIssue = async (
  server: ProcessingServer,
  submissionId: string,
  status: IssueStatus,
  of: { subject?: 'rule' | 'report'; requesterId?: string; wanted?: number } = {},
): Promise<string> => {
  const id = randomUUID()
  const requester = of.requesterId === undefined ? 'null' : `'${of.requesterId}'`
  await server.asOwner(`delete from issue;
    insert into issue (id, collection_id, inst_id, subject, code, name, regulator_code, status, version, raised_from,
      raised_utc, raised_by, updated_utc, requester_id, wanted_tolerance)
    values ('${id}', 'c23056', '0001', '${of.subject ?? 'rule'}', '${ruleCode}', 'Check digit of the student identifier is wrong',
      '${regulatorCode}', '${status}', 1, '${submissionId}', now(), 'Test', now(), ${requester},
      '{"conjunction":"A","parts":[{"type":2,"from":${of.wanted ?? 5},"to":null}]}')`)
  return id
}

/** Reports what the register, or another upload, has to say of an issue: past the API, as the system does. */
export type Reported = Exclude<IssueEvent, IssueUserEvent>
