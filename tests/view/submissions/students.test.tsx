import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import type { ResponseOf } from '../../../src/domain/wire/call.ts'
import type { getStudent } from '../../../src/domain/wire/students.ts'
import type { SubmissionAddress } from '../../../src/features/common/address.ts'
import { StudentView } from '../../../src/features/submissions/student/view.tsx'
import { StudentsView, type StudentsViewProps } from '../../../src/features/submissions/students/view.tsx'
import { tableState } from '../../../src/ui/index.ts'
import { Pages } from '../support/pages.tsx'
import { type Answers, show, studentRecord } from '../support/services.tsx'
import { collection, loading, ready, signOffPerson, submission, submissionId } from './fixtures.ts'

const address: SubmissionAddress = { area: 'submissions', collectionId: 'c-23056', submissionId }
const at = (line: number) => ({ line, column: 5 })

const showList = (change: Partial<StudentsViewProps> = {}) => {
  const props: StudentsViewProps = {
    address,
    record: studentRecord,
    students: ready({
      students: [
        {
          student: 12,
          identifier: '21100000010001091',
          name: 'Ada Okafor',
          course: 'Chemistry',
          blocking: 2,
          findings: 7,
          rules: 5,
        },
        { student: 3, identifier: null, name: null, course: null, blocking: 0, findings: 1, rules: 1 },
      ],
      words: studentRecord.words,
      pagingMetadata: { totalResultsCount: 9418, limit: 25, offset: 0 },
    }),
    search: '',
    typed: '',
    onType: vi.fn(),
    onSearch: vi.fn(),
    table: tableState({ pageSize: 25 }),
    listQuery: '',
    onTableChange: vi.fn(),
    refusal: undefined,
    reportHref: '/reports',
    ...change,
  }
  render(<StudentsView {...props} />)
  return props
}

describe('students by their findings (specification 2 §2.9)', () => {
  it('are listed with their findings and rules, each leading to its record', () => {
    showList()
    expect(screen.getByRole('heading', { name: '9,418 students with findings' })).toBeTruthy()
    const [, first, second] = screen.getAllByRole('row')
    expect(within(first!).getByRole('link', { name: '21100000010001091' }).getAttribute('href')).toMatch(
      /\/reports\/students\/12$/,
    )
    expect(within(first!).getByRole('img', { name: '7 findings' })).toBeTruthy()
    expect(first?.textContent).toMatch(/Ada OkaforChemistryYes, 2 rules/)
    expect(second?.textContent).toMatch(/No1/)
    expect(second?.textContent).toContain('No identifier')
    expect(screen.getByRole('link', { name: 'By rule' }).getAttribute('href')).toMatch(/\/reports$/)
  })

  it('are searched, and a search without a result says so', async () => {
    const props = showList()
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find a student' }), '2{Enter}')
    expect(props.onType).toHaveBeenCalledWith('2')
    expect(props.onSearch).toHaveBeenCalled()
    cleanup()
    showList({
      search: '99',
      students: ready({
        students: [],
        words: studentRecord.words,
        pagingMetadata: { totalResultsCount: 0, limit: 25, offset: 0 },
      }),
    })
    expect(screen.getByText('No student in this file has a number that contains 99.')).toBeTruthy()
  })

  it('are for nobody who reads counts only', () => {
    showList({ refusal: 'Withheld: requires the Submitter role' })
    expect(screen.getByText('Your role cannot see individual records')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })
})

const late = 'QR.STUDENT.StudentCourseSession.SCSENDDATE.904.V01'
const missing = 'QR.STUDENT.EntryProfile.PREVIOUSPROVIDER.901.V01'
const student: ResponseOf<typeof getStudent> = {
  student: 12,
  identifier: '21100000010001091',
  findings: 2,
  rules: 2,
  words: studentRecord.words,
  record: {
    name: 'Student',
    ...at(57_290),
    rules: [],
    fields: [{ name: 'SID', value: '21100000010001091', ...at(57_291), rules: [] }],
    children: [
      {
        name: 'EntryProfile',
        ...at(57_309),
        rules: [],
        fields: [{ name: 'PREVIOUSPROVIDER', value: null, ...at(57_309), rules: [missing] }],
        children: [],
      },
      {
        name: 'StudentCourseSession',
        ...at(57_390),
        rules: [],
        fields: [
          { name: 'SCSESSIONID', value: '2023-S3', ...at(57_391), rules: [] },
          { name: 'SCSENDDATE', value: '2024-07-05', ...at(57_402), rules: [late] },
        ],
        children: [],
      },
      { name: 'Leaver', ...at(57_371), rules: [], fields: [], children: [] },
    ],
  },
  found: [
    {
      Code: late,
      Name: 'Session open after the engagement ended',
      Hint: 'Return the end date of the session.',
      RegulatorCode: '5016',
      IsOperational: true,
      Entity: 'StudentCourseSession',
      Field: 'SCSENDDATE',
      places: [
        { ...at(57_402), Finding: 'The engagement ended on 5 July 2024, but the session has no end date.' },
      ],
    },
    {
      Code: missing,
      Name: 'Previous provider missing',
      Hint: null,
      RegulatorCode: null,
      IsOperational: false,
      Entity: 'EntryProfile',
      Field: 'PREVIOUSPROVIDER',
      places: [{ line: 57_309, column: null, Finding: 'The entrant has no previous provider.' }],
    },
  ],
}

const showStudent = (change: Partial<Parameters<typeof StudentView>[0]> = {}) =>
  render(
    <StudentView
      address={address}
      record={studentRecord}
      student={ready(student)}
      refusal={undefined}
      backHref="/students"
      neighbours={undefined}
      {...change}
    />,
  )

describe('one student (specification 2 §2.9)', () => {
  it('has every finding at its field, with line and column, across rules', () => {
    showStudent()
    expect(screen.getByText('2 findings from 2 rules · 1 blocks submission')).toBeTruthy()
    const fieldOf = (name: string) => screen.getByText(name, { selector: 'dt' }).closest('div')
    expect(fieldOf('SCSENDDATE')?.textContent).toBe(
      'SCSENDDATEError 2024-07-05Session open after the engagement ended57,402:5',
    )
    expect(fieldOf('PREVIOUSPROVIDER')?.textContent).toBe(
      'PREVIOUSPROVIDERError missingPrevious provider missing57,309',
    )
    expect(
      screen.getByText('The engagement ended on 5 July 2024, but the session has no end date.'),
    ).toBeTruthy()
    expect(screen.getByText('Return the end date of the session.')).toBeTruthy()
    const links = screen.getAllByRole('link', { name: 'Session open after the engagement ended' })
    expect(links).toHaveLength(2)
    expect(links[0]?.getAttribute('href')).toMatch(/SCSENDDATE\.904\.V01\/5016$/)
    // Its report has no row of this rule for the reader, so there is no page to lead to.
    expect(screen.queryByRole('link', { name: 'Previous provider missing' })).toBeNull()
  })

  it('says in its place what is withheld, and then no line of anything', () => {
    const said = 'Withheld: requires the Special category data role'
    const nowhere = { line: null, column: null }
    showStudent({
      student: ready({
        ...student,
        record: {
          name: 'Student',
          ...nowhere,
          rules: [],
          fields: [
            { name: 'SURNAME', value: null, ...nowhere, rules: [missing] },
            { name: 'SID', value: '7', ...nowhere, rules: [] },
            { name: 'ETHNIC', value: null, withheld: said, ...nowhere, rules: [] },
          ],
          children: [
            { name: 'Disability', withheld: said, ...nowhere, rules: [], fields: [], children: [] },
            { name: 'Engagement', ...nowhere, rules: [], fields: [], children: [] },
            { name: 'Engagement', ...nowhere, rules: [], fields: [], children: [] },
          ],
        },
        found: student.found.map(finding => ({
          ...finding,
          places: [{ ...nowhere, Finding: 'SEXID is —.' }],
        })),
      }),
    })
    expect(screen.getByText('Disability').closest('li')?.textContent).toBe(`Disability${said}`)
    const ethnic = screen.getByText('ETHNIC', { selector: 'dt' }).closest('div')
    expect([ethnic?.textContent, ethnic?.closest('[hidden]')]).toEqual([`ETHNIC${said}`, null])
    expect(
      screen.getByText('1 field without findings'),
      'nobody says that of one that is withheld',
    ).toBeTruthy()
    expect(screen.getByText('2 records without findings')).toBeTruthy()
    expect(screen.getByText('SURNAME', { selector: 'dt' }).closest('div')?.textContent).toBe(
      'SURNAMEError missingPrevious provider missing',
    )
    expect(screen.getByText('SCSENDDATE, 1 record')).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/line/)
  })

  it('is reached with the list as it is shown', () => {
    showList({ listQuery: '?st.page=2' })
    expect(screen.getByRole('link', { name: '21100000010001091' }).getAttribute('href')).toMatch(
      /\/students\/12\?st\.page=2$/,
    )
  })

  it('leads on in the list that one came from', () => {
    showStudent({
      neighbours: {
        previous: { href: '/students/1?st.page=2', name: '211' },
        next: { href: '/students/3?st.page=3', name: '213' },
        place: 50,
        total: 9418,
      },
    })
    expect(screen.getByRole('link', { name: 'Previous: 211' }).getAttribute('href')).toBe(
      '/students/1?st.page=2',
    )
    expect(screen.getByRole('link', { name: 'Next: 213' }).getAttribute('href')).toBe('/students/3?st.page=3')
    expect(screen.getByText('50 of 9,418')).toBeTruthy()
  })

  it('has what is sound folded away, and opens it', async () => {
    showStudent()
    expect(screen.getByText('1 record without findings')).toBeTruthy()
    const [own] = screen.getAllByRole('button', { name: '1 field without findings' })
    expect(own?.getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(own!)
    expect(own?.getAttribute('aria-expanded')).toBe('true')
  })

  it('lists the findings beside it, those that block submitting first', () => {
    showStudent()
    const items = within(screen.getByRole('region', { name: '2 findings' })).getAllByRole('listitem')
    expect(items[0]?.textContent).toContain('Operational')
    expect(items[0]?.textContent).toContain('SCSENDDATE, line 57,402')
  })

  it('keeps its findings when the file is gone, and says what is withheld and what is not there', () => {
    showStudent({ student: ready({ ...student, record: null, withheld: 'Withheld: needs a role' }) })
    expect(screen.getByText(/The file is no longer kept/)).toBeTruthy()
    expect(screen.getByText('Withheld: needs a role')).toBeTruthy()
    cleanup()
    showStudent({
      student: { ...loading, status: 'failed', problem: problem('not-found', 'There is none.') },
    })
    expect(screen.getByText('Student not found')).toBeTruthy()
    cleanup()
    showStudent({ refusal: 'Withheld: requires the Submitter role' })
    expect(screen.getByText('Your role cannot see individual records')).toBeTruthy()
  })
})

describe('the words of the record (decisions §17)', () => {
  const words = { unit: 'member', units: 'members', sub: 'contract', subs: 'contracts' }
  const failing = () => {
    throw new ProblemError(problem('unavailable', 'Not now.'))
  }
  const answers: Answers = {
    'GET /submissions/{id}': submission('QUALITY_PROCESSING_COMPLETE'),
    'GET /collections/{reference}': failing,
    'GET /submissions/{id}/students': {
      students: [],
      words,
      pagingMetadata: { totalResultsCount: 0, limit: 25, offset: 0 },
    },
    'GET /submissions/{id}/students/{student}': { ...student, words },
  }
  const path = `/submissions/${collection().id}/${submissionId}/reports/students`

  it('are on the list when the collection fails to load, with the way back to the rules', async () => {
    await show(<Pages />, { at: path, answers, user: signOffPerson })
    expect(await screen.findByRole('heading', { name: 'No members have findings' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'By member' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'By rule' })).toBeTruthy()
    expect(document.title).toBe('Findings by member – Bedel')
  })

  it('are on the page of one of its units', async () => {
    await show(<Pages />, { at: `${path}/12`, answers, user: signOffPerson })
    expect(await screen.findByRole('link', { name: 'Back to members' })).toBeTruthy()
    expect(document.title).toBe('Member – Bedel')
    expect(screen.queryByText('Students'), 'a crumb has no words that nobody knows').toBeNull()
  })

  it('are on that page when the unit fails to load', async () => {
    await show(<Pages />, {
      at: `${path}/12`,
      answers: { ...answers, 'GET /submissions/{id}/students/{student}': failing },
      user: signOffPerson,
    })
    expect(await screen.findByText('The member could not be loaded.')).toBeTruthy()
  })
})
