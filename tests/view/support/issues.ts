import { type IssueStatus, issueStatusLabel, issueStatusTable } from '../../../src/domain/issue.ts'
import type { IssueRow } from '../../../src/domain/wire/issueList.ts'
import type { IssueWire } from '../../../src/domain/wire/issues.ts'
import { inEnglish } from '../../../src/model/everyMessage.ts'

export const id = '5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0009'
const statusOf = (code: IssueStatus): IssueRow['status'] => ({
  code,
  name: inEnglish(issueStatusLabel(code)),
  isOpen: (issueStatusTable[code].tags as readonly string[]).includes('open'),
  awaits: issueStatusTable[code].awaits,
})

/** An issue as the list has it. */
export const row = (code: IssueStatus): IssueRow => ({
  id,
  link: `/issues/${id}`,
  collection: { id: 'c23056', reference: '23056', name: 'Student 2023/24', state: 'Open' },
  provider: { instId: '0001', name: 'University of Ashby' },
  subject: 'rule',
  code: 'QR.C23056.Engagement.NUMHUS.901',
  name: 'Engagement returned twice',
  regulator: { id: '5016', name: 'OHE' },
  status: statusOf(code),
  isExplained: false,
  explanation: null,
  assignee: null,
  isAssignedToMe: false,
  isInWork: false,
  raisedAt: '2024-10-14T09:30:00Z',
  raisedBy: 'Thomas Whitby',
  isMine: true,
  updatedAt: '2024-10-15T10:00:00Z',
  version: 3,
})

/** The same issue as its page has it. */
export const issue = (code: IssueStatus, change: Partial<IssueWire> = {}): IssueWire => ({
  ...row(code),
  description: 'An engagement is returned once.',
  guidanceUrl: null,
  tolerance: {
    text: '5 records and 2%',
    measuredIn: null,
    parts: [
      { toleranceTypeId: 1, toleranceFrom: 5, toleranceTo: null },
      { toleranceTypeId: 2, toleranceFrom: 2, toleranceTo: null },
    ],
  },
  lastExplanation: null,
  wantedTolerance: null,
  figures: [
    {
      submissionId: 's-2',
      uploaded: '2024-10-15T08:00:00Z',
      isLatest: true,
      populationCount: 1000,
      failureCount: 34,
      isOutside: true,
      tolerance: '5 records and 2%',
      isProviderToleranceOverride: false,
      measured: null,
      allowed: { from: 0, to: 2 },
    },
  ],
  comments: [],
  history: [],
  facts: {
    issueId: id,
    instId: '0001',
    subject: 'rule',
    regulatorCode: '5016',
    collectionState: 'Open',
    allowsIssues: true,
    isLatest: true,
    latestStatusId: 14,
    isOutside: true,
    isExplained: false,
    isInWork: false,
  },
  ...change,
})
