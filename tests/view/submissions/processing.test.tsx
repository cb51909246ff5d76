import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { problem } from '../../../src/domain/problem.ts'
import { processingStages } from '../../../src/domain/processingProgress.ts'
import type { StatusName } from '../../../src/domain/status.ts'
import type { SchemaFailure, SchemaFailureGroup } from '../../../src/domain/wire/quality.ts'
import {
  ProcessingView,
  type ProcessingViewProps,
} from '../../../src/features/submissions/processing/view.tsx'
import { type AfterFault, standingOf } from '../../../src/machines/submission-lifecycle/index.ts'
import { message } from '../../../src/messages/message.ts'
import { people } from '../../../src/model/people.ts'
import { tableState } from '../../../src/ui/index.ts'
import {
  history,
  idsByWhatIsShown,
  knownSubmission,
  loading,
  pageAt,
  ready,
  schemaFailures,
} from './fixtures.ts'

const show = (
  props: Partial<ProcessingViewProps> & Pick<ProcessingViewProps, 'submission'>,
  reader: UserPrincipal = people.submitter,
) =>
  render(
    <ProcessingView
      page={pageAt(props.submission.status)}
      share={0}
      findings={loading}
      table={tableState()}
      onTableChange={() => {}}
      isExpanded
      onExpand={() => {}}
      onDownloadSchemaReport={() => {}}
      isDownloading={false}
      downloadProblem={undefined}
      uploadAgain={<button type="button">Upload a new file</button>}
      after={undefined}
      isAgency={false}
      standing={standingOf(props.submission.status, props.submission.facts, reader)}
      deadline="2026-12-18"
      reprocess={<button type="button">Re-process</button>}
      navigation={null}
      {...props}
    />,
  )

const found = (
  failures: readonly SchemaFailure[],
  {
    total = failures.length,
    withheld,
    groups = [],
  }: { total?: number; withheld?: string; groups?: readonly SchemaFailureGroup[] } = {},
) => ready({ failures, groups, total, withheld })

const list = () => within(screen.getByRole('list', { name: 'Processing steps' }))
const steps = () =>
  list()
    .getAllByRole('listitem')
    .map(item => item.textContent)

const stageTimes = processingStages.map(stage => ({ stage, low: 60, high: 120 }))

describe('all steps together', () => {
  const whole = () => screen.getByRole('progressbar', { name: 'Overall progress' })

  it('stand above the steps as one bar, with how long the rest takes for files of similar size', () => {
    show({
      submission: knownSubmission('ENRICHMENT', {
        progress: { stage: 'ENRICHMENT', done: 50, total: 100, unit: 'records' },
        stageTimes,
      }),
      share: 0.5,
    })
    expect(whole().getAttribute('aria-valuenow')).toBe('50')
    // Half of this stage and three after it, of one to two minutes each.
    expect(screen.getByText('4 min to 7 min left, based on files of similar size')).toBeTruthy()
  })

  it('leave out the reports that online validation does not make', () => {
    const ovt = knownSubmission('ENRICHMENT', {
      progress: { stage: 'ENRICHMENT', done: 50, total: 100, unit: 'records' },
      stageTimes,
      isOvt: true,
    })
    show({ submission: { ...ovt, facts: { ...ovt.facts, mode: 'ovt' } }, share: 0.5 })
    // Half of this stage and the rules after it.
    expect(screen.getByText('2 min to 3 min left, based on files of similar size')).toBeTruthy()
    expect(steps().at(-1)).toMatch(/Online validation generates no further reports/)
    expect(screen.queryByText(/Credibility reports/)).toBeNull()
  })

  it('say nothing of the time where no file of similar size is known', () => {
    show({ submission: knownSubmission('ENRICHMENT'), share: 0.4 })
    expect(whole().getAttribute('aria-valuenow')).toBe('40')
    expect(screen.queryByText(/left, based on/)).toBeNull()
  })

  it('are over when there are results', () => {
    show({ submission: knownSubmission('QUALITY_PROCESSING_COMPLETE') })
    expect(screen.queryByRole('progressbar', { name: 'Overall progress' })).toBeNull()
  })
})

describe('Processing', () => {
  it('shows every step by name and word, the one under way with its progress', () => {
    show({
      submission: knownSubmission('SCHEMA_CHECK', {
        stateHistory: history('UPLOADED', 'PROVISIONING', 'PROVISIONED', 'SCHEMA_CHECK'),
        progress: { stage: 'SCHEMA_CHECK', done: 12_000_000, total: 48_000_000, unit: 'bytes' },
      }),
    })
    expect(steps()).toEqual([
      expect.stringMatching(/^File checking passedTook 4\.0 s/),
      expect.stringMatching(/^Schema checkIn progress/),
      expect.stringMatching(/^Right to processWaiting/),
      expect.stringMatching(/^EnrichmentWaiting/),
      expect.stringMatching(/^Quality rulesWaiting/),
      expect.stringMatching(/^Quality processing completeWaiting/),
    ])
    const bar = list().getByRole('progressbar')
    expect(bar.getAttribute('aria-valuetext')).toBe('25%, 12.0 MB of 48.0 MB')
    expect(screen.getByText('You can close this page')).toBeTruthy()
    expect(screen.getByText('ashby-student-2023.xml')).toBeTruthy()
    expect(screen.getByText(/Upload date 14 Oct 2024 09:30 UTC/)).toBeTruthy()
  })

  it.each([
    [1, 20, '1st in the queue: starts in less than a minute'],
    [2, 61, '2nd in the queue: starts in about 1 minute'],
    [3, 179, '3rd in the queue: starts in about 3 minutes'],
    [12, 180, '12th in the queue: starts in about 3 minutes'],
    [22, 7000, '22nd in the queue: starts in about 117 minutes'],
    [113, 14_400, '113th in the queue: starts in about 4 hours'],
  ])('says where the file is in the queue: %i, %i s', (place, seconds, words) => {
    show({
      submission: knownSubmission('UPLOADED', {
        stateHistory: history('UPLOADING', 'UPLOADED'),
        queue: { place, seconds },
      }),
    })
    expect(screen.getByText(words)).toBeTruthy()
    expect(steps()[0]).toMatch(/^File checkingWaiting to start/)
    expect(list().queryByRole('progressbar')).toBeNull()
  })

  it('lists schema errors and says when there are more than it shows', () => {
    show({ submission: knownSubmission('SCHEMA_CHECK_FAILED'), findings: found(schemaFailures(101)) })
    const table = screen.getByRole('table', { name: 'Schema validation errors' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(cell => cell.textContent),
    ).toEqual(['LineNumber', 'Error', 'Details'])
    expect(
      screen.getByText(
        'This report is limited to 100 rows. To see all errors, please download the full report using the download icon next to Schema check failed',
      ),
    ).toBeTruthy()
    expect(screen.getAllByText('1–10 of 100').length).toBeGreaterThan(0)
    expect(screen.getByRole('button', { name: 'Full report, CSV' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Upload a new file' })).toBeTruthy()
  })

  const surname: SchemaFailureGroup = {
    code: 'VALUE_PATTERN',
    place: 'Student/SURNAME',
    count: 58,
    places: [
      { line: 13_833, column: 5 },
      { line: 16_819, column: 5 },
      { line: 17_001, column: 5 },
    ],
    characters: [
      { character: '\u2019', count: 55 },
      { character: 'л', count: 3 },
    ],
    example: {
      LineNumber: 13_833,
      Column: 5,
      Code: 'VALUE_PATTERN',
      Error:
        'SURNAME "O’Neill" has ’ (U+2019, right single quotation mark) at character 2, which is not allowed there.',
      Details: {
        name: 'Student',
        ids: [],
        parent: null,
        path: 'Student/SURNAME',
        value: 'O’Neill',
        expected: 'Latin characters only',
        wrong: { position: 2, character: '\u2019' },
        suggestion: "' (U+0027, apostrophe)",
      },
    },
  }
  const byField = () =>
    within(screen.getByRole('table', { name: 'Errors by field and code' }))
      .getAllByRole('row')
      .slice(1)
      .map(row => [...row.children].map(cell => cell.textContent))

  it('shows errors by field first, with the wrong character marked and its likely replacement', () => {
    const { container } = show({
      submission: knownSubmission('SCHEMA_CHECK_FAILED'),
      findings: found(schemaFailures(2), { groups: [surname] }),
    })
    expect(byField()).toEqual([
      [
        '58',
        'SURNAMEStudent · VALUE_PATTERN',
        'Character not allowed. O’Neill SURNAME "O’Neill" has ’ (U+2019, right single quotation mark) at character 2, which is not allowed there. Did you mean \' (U+0027, apostrophe)?',
        '’ in 55, л in 3Latin characters only',
        '13,833:5, 16,819:5and 56 more',
      ],
    ])
    expect(container.querySelector('mark')?.textContent).toBe('\u2019')
    expect(within(screen.getByRole('alert')).getByText('58 errors of 1 kind')).toBeTruthy()
    const [first, second] = screen.getAllByRole('table')
    expect(first).toBe(screen.getByRole('table', { name: 'Errors by field and code' }))
    expect(second).toBe(screen.getByRole('table', { name: 'Schema validation errors' }))
  })

  it('shows fields and counts without values to a reader who gets no single records', () => {
    show({
      submission: knownSubmission('SCHEMA_CHECK_FAILED'),
      findings: found([], {
        total: 58,
        withheld: 'Withheld',
        groups: [{ ...surname, places: [], characters: [], example: null }],
      }),
    })
    expect(byField()).toEqual([['58', 'SURNAMEStudent · VALUE_PATTERN', 'Wrong form.', '', '']])
    expect(document.body.textContent).not.toContain('Neill')
  })

  it('says of steps after the failed one that they did not run, and of the reader what to do by when', () => {
    show({ submission: knownSubmission('SCHEMA_CHECK_FAILED'), findings: found(schemaFailures(1)) })
    expect(steps()).toEqual([
      expect.stringMatching(/^File checking passed/),
      'Schema check failedFailed',
      'Right to processNot run',
      'EnrichmentNot run',
      'Quality rulesNot run',
      'Quality processing completeNot run',
    ])
    expect(screen.getByText(/^You upload a corrected file by 18.*2026\.$/)).toBeTruthy()
  })

  it.each([
    [people.staff, /^The provider uploads a corrected file by 18/],
    [people.guest, /^A colleague with another role uploads a corrected file by 18/],
  ])('does not tell a reader to act who may not upload', (reader, words) => {
    show({ submission: knownSubmission('SCHEMA_CHECK_FAILED'), findings: found([]) }, reader)
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.queryByText(/^You upload/)).toBeNull()
  })

  it('shows no limit for 100 errors', () => {
    show({ submission: knownSubmission('SCHEMA_CHECK_FAILED'), findings: found(schemaFailures(100)) })
    expect(screen.queryByText(/limited to 100 rows/)).toBeNull()
  })

  it('counts errors and says why none is listed, for who reads no single records', () => {
    const withheld = 'Withheld: requires the Administrator, Analyst or Special category data role'
    show({
      submission: knownSubmission('SCHEMA_CHECK_FAILED'),
      findings: found([], { total: 4312, withheld }),
    })
    expect(screen.getByText(withheld)).toBeTruthy()
    expect(screen.getByText('4312')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.queryByText(/No schema/)).toBeNull()
  })

  it('shows in the place of a value that is withheld why it is', () => {
    const [failure] = schemaFailures(1)
    const withheld = 'Withheld: requires the Special category data role'
    show({
      submission: knownSubmission('SCHEMA_CHECK_FAILED'),
      findings: found([{ ...failure!, Error: withheld, Details: { ...failure!.Details, value: withheld } }]),
    })
    expect(within(screen.getByRole('table')).getAllByText(withheld)).toHaveLength(2)
  })

  it('shows only the error of the right-to-process check', () => {
    const [failure] = schemaFailures(1)
    show({
      submission: knownSubmission('RIGHT_TO_PROCESS_FAILED'),
      findings: found([{ ...failure!, Error: 'Provider.UKPRN: found 10000001, expected 10000003.' }]),
    })
    expect(screen.getByText('Provider.UKPRN: found 10000001, expected 10000003.')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Full report, CSV' })).toBeNull()
  })

  const notAllowed = message('lifecycle', 'mayReprocess.fails', { product: 'Bedel' })
  it.each<[string, AfterFault, boolean, RegExp, string[]]>([
    [
      'a provider, that the agency re-processes',
      { way: 'agency', reason: notAllowed },
      false,
      /you do not need to do anything. Bedel has been notified and will re-process the file/,
      [],
    ],
    [
      'a provider, of online validation, to upload the file again',
      { way: 'anotherFile' },
      false,
      /online validation files cannot be re-processed. Upload the file again/,
      ['Upload a new file'],
    ],
    [
      'the agency, of online validation, that the provider uploads again',
      { way: 'anotherFile' },
      true,
      /online validation files cannot be re-processed. The provider must upload it again/,
      [],
    ],
    [
      'everybody, that a later submission has taken the place',
      { way: 'superseded' },
      false,
      /A later submission has replaced this one, so it will not be re-processed/,
      [],
    ],
    [
      'who of the agency may, to re-process it',
      { way: 'reader' },
      true,
      /Re-process it: the stored file is processed again as a new submission/,
      ['Re-process'],
    ],
    [
      'who of the agency may not, who has to',
      { way: 'agency', reason: notAllowed },
      true,
      /must be re-processed. Only Bedel administrators and analysts can re-process a submission/,
      [],
    ],
    [
      'what else stands against it',
      { way: 'blocked', reason: message('lifecycle', 'hasStoredFile.fails') },
      false,
      /cannot be re-processed now. There is no stored file to re-process/,
      ['Upload a new file'],
    ],
  ])('tells %s after a fault of the system', (_, after, isAgency, words, buttons) => {
    show({
      submission: knownSubmission('ENRICHMENT_ERROR'),
      after,
      isAgency,
      ...(isAgency && { uploadAgain: undefined }),
    })
    const banner = within(screen.getByRole('alert'))
    expect(banner.getByText(words)).toBeTruthy()
    expect(banner.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons)
    expect(screen.queryByText('You can close this page')).toBeNull()
  })

  it('says why the system failed to those whom the server tells', () => {
    const { unmount } = show({
      submission: knownSubmission('ENRICHMENT_ERROR'),
      after: { way: 'superseded' },
    })
    expect(screen.queryByText(/^Reason:/)).toBeNull()
    unmount()
    const failed = knownSubmission('ENRICHMENT_ERROR', { failureReason: 'The records could not be saved.' })
    show({ submission: failed, after: { way: 'reader' }, isAgency: true })
    expect(screen.getByText('Reason: The records could not be saved.')).toBeTruthy()
  })

  it('says at every status what is at work (specification 2 §4.1)', () => {
    const said: Record<string, RegExp> = {
      processing: /You can close this page/,
      systemFailed: /Processing stopped because of a problem on our side/,
      schemaRefused: /Nothing after the schema check was run/,
      rightRefused: /This file cannot be processed/,
      uploadFailed: /The file did not arrive/,
    }
    const shownAt = (status: StatusName): string => {
      const { container, unmount } = show({ submission: knownSubmission(status) })
      const text = container.textContent ?? ''
      unmount()
      return Object.keys(said)
        .filter(work => said[work]?.test(text))
        .join(' and ')
    }
    expect(idsByWhatIsShown(shownAt)).toEqual({
      processing: [2, 4, 6, 7, 10, 37, 40, 11, 13, 15, 17, 18, 20, 21, 23],
      systemFailed: [5, 9, 39, 12, 14, 16, 19, 22],
      schemaRefused: [8],
      rightRefused: [38],
      uploadFailed: [3],
      '': [0, 1, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36],
    })
  })

  it('tells that a download failed, with the reason on request', () => {
    show({
      submission: knownSubmission('SCHEMA_CHECK_FAILED'),
      findings: found(schemaFailures(1)),
      downloadProblem: problem('network', 'Check your connection and try again.'),
    })
    expect(screen.getByText('The schema report could not be downloaded.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Details' })).toBeTruthy()
  })
})
