import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { OrganisationType } from '../../../src/domain/organisation.ts'
import { problem } from '../../../src/domain/problem.ts'
import type { StatusName } from '../../../src/domain/status.ts'
import type { WorkbookHandle } from '../../../src/features/submissions/quality/useWorkbooks.ts'
import { QualityView, type QualityViewProps } from '../../../src/features/submissions/quality/view.tsx'
import { idsByWhatIsShown, pageAt, ready, rule } from './fixtures.ts'

import {
  address,
  earlier,
  noRaising,
  previous,
  reportOf,
  reportProps,
  showReport,
  two,
} from './qualityFixtures.tsx'

const workbooks: WorkbookHandle = {
  kind: undefined,
  open: vi.fn(),
  close: vi.fn(),
  fields: ['Engagement.OWNENGID', 'StudentCourseSession.SCSMODE'],
  field: undefined,
  onField: vi.fn(),
  workbook: undefined,
  canMake: true,
  make: vi.fn(),
  isMaking: false,
  download: vi.fn(),
  isDownloading: false,
  problem: undefined,
  listProblem: undefined,
  askAgain: vi.fn(),
}

const propsOfReport = (): Pick<QualityViewProps, 'report'> => {
  const { previous: _none, lastYear: _never, ...report } = reportProps()
  return { report: { ...report, report: reportOf(two) } }
}

const showPage = (change: Partial<QualityViewProps> = {}) =>
  render(
    <QualityView
      page={pageAt('QUALITY_PROCESSING_COMPLETE')}
      isReported
      shown="quality"
      hrefOfSection={section => `?qa.open=${section}`}
      {...propsOfReport()}
      sheet={null}
      previous={ready(previous)}
      lastYear={undefined}
      showsPrevious={false}
      summary={null}
      credibility={{
        address,
        instId: '0001',
        downloads: { run: () => {}, pending: undefined, problem: undefined },
        issues: noRaising,
        regulatorCode: '5016',
        raising: undefined,
        chapters: ready([
          {
            chapterId: 1,
            chapterName: 'Engagement profile',
            chapterFailureCount: 3,
            reports: [
              {
                ReportCode: 'SEN1',
                Title: 'Student numbers',
                failureCount: 3,
                UpperNotes: '',
                deviations: [0, 1.4],
                issue: null,
              },
            ],
          },
        ]),
      }}
      additional={{
        address,
        reports: ready([
          { CollectionReportCode: 'FREQCOUNT', Title: 'Frequency Counts', Details: '' },
          { CollectionReportCode: 'UNHEARD', Title: 'Unheard of', Details: '' },
        ]),
        areReleased: true,
        transfers: { asking: 0, awaited: 0, mayAct: true },
      }}
      detailed={{
        isOpen: false,
        isPending: false,
        error: undefined,
        onConfirm: vi.fn(),
        onCancel: vi.fn(),
      }}
      workbooks={workbooks}
      processingHref="/processing"
      uploadHref="/upload"
      navigation={null}
      {...change}
    />,
  )

describe('the way to a rule', () => {
  it('keeps the report as it is shown, so that one goes on in its order and comes back to it', () => {
    showReport({ report: { ...reportOf(two), listQuery: '?qr.sort=rule.up' } })
    const links = screen.getAllByRole('link', { name: rule('QR.2').Name })
    expect(links.map(link => link.getAttribute('href')).join()).toMatch(
      /\/reports\/quality\/QR\.2\/\d+\?qr\.sort=rule\.up/,
    )
  })

  it('goes through all rules that the choice leaves, those of specialist regulators after the primary one', () => {
    const { order, lines } = reportOf(two)
    const specialists = lines.flatMap(line => line.specialists)
    expect(specialists.length).toBeGreaterThan(0)
    expect(order.map(({ code, regulatorCode }) => `${code} ${regulatorCode}`).toSorted()).toEqual(
      [...lines, ...specialists].map(({ code, regulatorCode }) => `${code} ${regulatorCode}`).toSorted(),
    )
    const at = order.findIndex(line => line.isSpecialist)
    expect(order[at - 1]?.code).toBe(order[at]?.code)
  })
})

describe('A workbook of failing records', () => {
  const status = { field: null, done: 0, total: null, size: null, madeAt: null } as const
  const shown = async (change: Partial<WorkbookHandle>) => {
    // Its code comes with the first opening.
    await act(async () => showPage({ workbooks: { ...workbooks, kind: 'all', ...change } }))
    return within(await screen.findByRole('dialog'))
  }

  it('says that it holds personal data, and is made when somebody asks', async () => {
    const dialog = await shown({})
    expect(dialog.getByText(/personal data/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Create workbook' }))
    expect(workbooks.make).toHaveBeenCalledOnce()
  })

  it('shows how far it is, and may be closed meanwhile', async () => {
    const dialog = await shown({
      canMake: false,
      workbook: { ...status, state: 'making', done: 50_000, total: 200_000 },
    })
    expect(
      dialog.getByRole('progressbar', { name: 'Writing the records' }).getAttribute('aria-valuetext'),
    ).toBe('25%, 50,000 of 200,000 records')
    expect(dialog.getByText(/You can close this/)).toBeTruthy()
  })

  it('is downloaded when it is ready, with its size and age beside it', async () => {
    const dialog = await shown({
      canMake: false,
      workbook: {
        ...status,
        state: 'ready',
        total: 1,
        done: 1,
        size: 1_234_567,
        madeAt: '2026-11-22T10:00:00.000Z',
      },
    })
    expect(dialog.getByText(/^Ready: 1 record, 1\.2 MB, created /)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Download' }))
    expect(workbooks.download).toHaveBeenCalledOnce()
  })

  it('says why it could not be made, and can be tried again', async () => {
    const dialog = await shown({
      kind: 'divided',
      field: 'Engagement.OWNENGID',
      workbook: {
        ...status,
        field: 'Engagement.OWNENGID',
        state: 'failed',
        reason: 'The field has 900 values.',
      },
    })
    expect(dialog.getByText('The field has 900 values.')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it('says why what there is could not be found out, and asks again', async () => {
    const refusal = problem('not-found', 'Submission not found.')
    const dialog = await shown({ listProblem: refusal, canMake: false, fields: undefined })
    expect(within(dialog.getByRole('alert')).getByText('Could not check which workbooks exist.')).toBeTruthy()
    expect(dialog.queryByText('Choose a field first.')).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(workbooks.askAgain).toHaveBeenCalledOnce()
  })

  it('is divided by a field that has to be chosen first', async () => {
    const dialog = await shown({ kind: 'divided', canMake: false })
    expect(dialog.getByRole('button', { name: /^Create workbook/ }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    await userEvent.type(dialog.getByRole('combobox', { name: 'Divide by' }), 'SCS')
    await userEvent.click(await screen.findByRole('option', { name: /SCSMODE/ }))
    expect(workbooks.onField).toHaveBeenCalledWith('StudentCourseSession.SCSMODE')
  })
})

describe('Quality Assurance', () => {
  const linksOf = (name: string) =>
    within(screen.getByRole('navigation', { name }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent)

  it('has its parts with the counts of what needs a look', async () => {
    showPage()
    expect(linksOf('Quality assurance sections')).toEqual([
      'Quality Report',
      'Credibility Reports3',
      'Additional Reports',
    ])
    expect(screen.getByRole('heading', { name: '2 of 2 rules outside tolerance' })).toBeTruthy()
    cleanup()
    await act(async () => showPage({ shown: 'credibility' }))
    const link = await screen.findByRole('link', { name: 'Student numbers' })
    expect(link.getAttribute('href')).toMatch(/\/reports\/credibility\/SEN1\/0001$/)
  })

  it('says what has become of the rules since the last upload, also when nothing fails any more', () => {
    const mended = [rule('QR.A', { Status: '0', FailureCount: 0, FailureChange: -9, Standing: 'mended' })]
    const report = { ...reportProps(), report: reportOf(mended, { isCompared: true }) }
    showPage({ report })
    expect(screen.getByRole('heading', { name: 'No rules outside tolerance' })).toBeTruthy()
    const legend = screen.getByRole('list', { name: 'Change since the upload of 01 Oct 2024 08:00 UTC' })
    expect(within(legend).getByRole('link').textContent).toBe('1 fixed')
    expect(within(legend).getByRole('link').getAttribute('href')).toBe('?standing=mended')
    expect(screen.getByRole('img', { name: /0 new, 0 worse, 0 unchanged, 0 better, 1 fixed$/ })).toBeTruthy()
  })

  it('names last year’s collection where that is compared, and counts the rules that it did not have', () => {
    const lastYear = { ...earlier, collectionName: 'Student 2022/23' }
    const rules = [rule('QR.A', { Standing: 'worse' }), rule('QR.B', { Standing: null })]
    showPage({
      report: { ...reportProps({ lastYear }), report: reportOf(rules, { isCompared: true }) },
      previous: ready([]),
      lastYear,
    })
    const name = 'Change since Student 2022/23, signed off'
    expect(screen.getByRole('list', { name })).toBeTruthy()
    expect(screen.getByRole('columnheader', { name })).toBeTruthy()
    const facet = within(screen.getAllByRole('group', { name })[0]!)
    expect(facet.getAllByRole('checkbox').map(box => box.closest('label')?.textContent)).toEqual([
      'Worse1',
      'No earlier result1',
    ])
  })

  it('lists only additional reports that have a page', async () => {
    await act(async () => showPage({ shown: 'additional' }))
    expect(await screen.findByRole('link', { name: 'Frequency Counts' })).toBeTruthy()
    expect(screen.queryByText('Unheard of')).toBeNull()
  })

  it('lists what is in each additional report, and first what asks to act', async () => {
    const report = (
      CollectionReportCode: string,
      Title: string,
      Contents: { name: string; total: number; before?: number }[],
    ) => ({
      CollectionReportCode,
      Title,
      Details: '',
      Contents,
    })
    const reports = [
      report('FREQCOUNT', 'Frequency Counts', [{ name: 'Coded fields', total: 63 }]),
      report('CONPOP', 'Expected engagement population', [
        { name: 'Missing', total: 28, before: 41 },
        { name: 'Found', total: 1884, before: 1884 },
      ]),
      report('PGRIN', 'PGR Transfers In', []),
    ]
    const transfers = { asking: 2, awaited: 0, mayAct: true }
    const additional = {
      address,
      reports: ready(reports),
      comparedWith: '2024-10-01T08:01:00Z',
      areReleased: true,
      transfers,
    }
    await act(async () => showPage({ shown: 'additional', additional }))
    const table = await screen.findByRole('table', { name: '2 additional reports ask you to act' })
    const rows = within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
    expect(rows).toEqual([
      'ReportIn this fileSince the upload of 01/10/2024 09:01To do',
      'Asks you to act: 2',
      'Expected engagement populationCONPOP28 Missing1,884 Found-13 MissingCheck 28 missing engagements',
      'PGR Transfers InPGRIN––Agree to the transfers from 2 providers',
      'For information: 1',
      'Frequency CountsFREQCOUNT63 Coded fields–Nothing to do',
    ])
  })

  it('tells that additional reports are still to be released', async () => {
    const notice = 'These reports are still to be released.'
    const transfers = { asking: 0, awaited: 0, mayAct: true }
    const additional = { address, reports: ready([]), transfers }
    await act(async () =>
      showPage({ shown: 'additional', additional: { ...additional, areReleased: false } }),
    )
    expect(await screen.findByText(notice)).toBeTruthy()
    cleanup()
    await act(async () => showPage({ shown: 'additional', additional: { ...additional, areReleased: true } }))
    expect(await screen.findByText('This collection has no additional reports')).toBeTruthy()
    expect(screen.queryByText(notice)).toBeNull()
  })

  it('shows earlier uploads to agency staff only', async () => {
    await act(async () => showPage({ showsPrevious: true, shown: 'previous' }))
    const table = await screen.findByRole('table', { name: 'Uploads before this one' })
    expect(within(table).getByRole('link', { name: 'first.xml' })).toBeTruthy()
    expect(within(table).getByText('66667777')).toBeTruthy()
  })

  it('warns of personal data before the detailed results', async () => {
    showPage({
      detailed: {
        isOpen: true,
        isPending: false,
        error: undefined,
        onConfirm: vi.fn(),
        onCancel: vi.fn(),
      },
    })
    expect((await screen.findByRole('alertdialog')).textContent).toContain('data protection law')
  })

  it('leads to the upload without a file, and to processing before there is a report', () => {
    showPage({ page: pageAt('UNKNOWN'), isReported: false })
    expect(
      screen.getByText('You have yet to upload a file. Please upload one on the upload step.'),
    ).toBeTruthy()
    showPage({ page: pageAt('ENRICHMENT'), isReported: false })
    expect(screen.getByRole('link', { name: 'Go to Processing' }).getAttribute('href')).toBe('/processing')
  })

  it('says to staff that the provider has not uploaded a file, and to everybody that one is being uploaded', () => {
    const readBy = (reader: OrganisationType, status: StatusName): string => {
      const { report } = propsOfReport()
      const { container, unmount } = showPage({
        page: pageAt(status),
        isReported: false,
        report: { ...report, reader },
      })
      const shown = container.querySelector('h2')?.textContent ?? ''
      unmount()
      return shown
    }
    const uploading = 'The file is still being uploaded'
    const none = 'The provider has not uploaded a file yet.'
    const yours = 'You have yet to upload a file. Please upload one on the upload step.'
    const readers = ['provider', 'agency', 'statutory_customer'] as const
    const shownAt = (status: StatusName) => readers.map(reader => readBy(reader, status))
    expect(shownAt('UPLOADING')).toEqual([uploading, uploading, uploading])
    expect(shownAt('UNKNOWN')).toEqual([yours, none, none])
    expect(shownAt('UPLOAD_ERROR')).toEqual([yours, none, none])
  })

  it('says before there is a report what is waited for, by what is at work (specification 2 §4.1)', () => {
    const unlessReported = (status: StatusName): string => {
      const { container, unmount } = showPage({ page: pageAt(status), isReported: false })
      const shown = container.textContent ?? ''
      unmount()
      if (shown.includes('You have yet to upload a file.')) return 'no file'
      if (shown.includes('The file is still being uploaded')) return 'uploading'
      return shown.includes('Processing stopped before the quality rules.') ? 'stopped' : 'under way'
    }
    const { 'no file': withoutFile, uploading, stopped } = idsByWhatIsShown(unlessReported)
    expect({ withoutFile, uploading, stopped }).toEqual({
      withoutFile: [0, 3],
      uploading: [1],
      stopped: [5, 8, 9, 38, 39, 12, 14, 16, 19, 22],
    })
  })
})
