import { type Entity, entity } from './entity.ts'

export const faultKinds = ['none', 'schema', 'rules', 'malformed', 'ukprn'] as const
/** What is wrong with a sample file. */
export type FaultKind = (typeof faultKinds)[number]

type Change = (student: Entity) => void

/**
 * A fault of one student that somebody else chose: fields of the first record of each entity and what becomes of them; undefined
 * takes a field away. What breaks a rule stands in the rule's own examples.
 */
export type RecordFault = Readonly<Record<string, Readonly<Record<string, string | undefined>>>>

const each = (record: Entity, name: string, change: (found: Entity) => void): void => {
  for (const child of record.children) {
    if (child.name === name) change(child)
    each(child, name, change)
  }
}

const first = (record: Entity, name: string, change: (found: Entity) => void): void => {
  let isDone = false
  each(record, name, found => {
    if (!isDone) change(found)
    isDone = true
  })
}

const set =
  (name: string, field: string, value: string | undefined): Change =>
  student => {
    if (name === 'Student') student.fields[field] = value
    else first(student, name, found => (found.fields[field] = value))
  }

/** Faults that the schema finds. */
const schemaFaults: readonly Change[] = [
  set('Student', 'SEXID', '77'),
  set('Engagement', 'ENGSTARTDATE', undefined),
  set('Student', 'BIRTHDTE', '2001-02-30'),
  set('Student', 'ETHNIC', 'X12'),
  set('StudentCourseSession', 'SCSMODE', '5'),
  set('StudentCourseSession', 'SCSFEEAMOUNT', '9,250'),
  set('EntryProfile', 'PERMADDCOUNTRY', undefined),
  set('Student', 'SURNAME', 'Иванова'),
  set('StudentCourseSession', 'SCSSTARTDATE', '18/09/2023'),
  set('ModuleInstance', 'MODID', ''),
  set('Disability', 'DISABILITY', '00'),
  set('Student', 'FNAMES', 'A'.repeat(120)),
]

/** Faults that the quality rules find, each with the rule of the reference that it breaks. */
const ruleFaults: readonly Change[] = [
  // Student.BIRTHDTE.901
  set('Student', 'BIRTHDTE', undefined),
  // Student.ETHNIC.901
  set('Student', 'ETHNIC', undefined),
  // Leaver.ENGENDDATE.901 and ENGEXPECTEDENDDATE.902
  student => {
    first(student, 'Engagement', found => (found.fields.ENGEXPECTEDENDDATE = '2001-01-01'))
    first(student, 'Leaver', found => (found.fields.ENGENDDATE = '2001-01-01'))
  },
  // Disability.DISABILITY.902
  student => {
    student.children = [
      ...student.children.filter(({ name }) => name !== 'Disability'),
      ...['51', '95'].map(DISABILITY => entity('Disability', { DISABILITY })),
    ]
  },
  // StudentCourseSession.SCSENDDATE.901
  set('StudentCourseSession', 'SCSENDDATE', '2019-01-01'),
  // Leaver.INTENDEDDESTINATION.902 and .903
  student => {
    first(student, 'Engagement', found => {
      found.children = [
        ...found.children.filter(({ name }) => name !== 'Leaver'),
        entity('Leaver', { ENGENDDATE: '2024-03-01', INTENDEDDESTINATION: '10000009', RSNENGEND: '11' }),
      ]
    })
  },
  // Student.SID.902
  student => {
    const sid = student.fields.SID ?? ''
    student.fields.SID = `${sid.slice(0, -1)}${(Number(sid.at(-1)) + 1) % 10}`
  },
  // StudentCourseSession.COURSEID.901
  set('StudentCourseSession', 'COURSEID', 'NO-SUCH-COURSE'),
  // EntryProfile.PERMADDPOSTCODE.901
  set('EntryProfile', 'PERMADDPOSTCODE', undefined),
  // ModuleInstance.MODID.901
  set('ModuleInstance', 'MODID', 'NO-SUCH-MODULE'),
  // StudyLocation.STUDYPROPORTION.901
  set('StudyLocation', 'STUDYPROPORTION', '55'),
  // Engagement.ENGSTARTDATE.905
  set('Engagement', 'ENGSTARTDATE', '1995-09-18'),
  // Student.SEXID.901
  set('Student', 'SEXID', '99'),
]

/** Every so many students one is changed; each change in turn. */
const every: Readonly<Partial<Record<FaultKind, number>>> = { schema: 25, rules: 12 }

/** The student as the kind of fault wants it; a second copy where a duplicate is the fault. */
export const spoilt = (
  student: Entity,
  index: number,
  kind: FaultKind,
  period = every[kind],
): readonly Entity[] => {
  if (period === undefined || index % period !== period - 1) return [student]
  const turn = Math.floor(index / period)
  if (kind === 'schema') {
    schemaFaults[turn % schemaFaults.length]!(student)
    return [student]
  }
  const choice = turn % (ruleFaults.length + 1)
  if (choice === ruleFaults.length) return [student, student]
  ruleFaults[choice]!(student)
  return [student]
}

/** Every so many students one has a fault that somebody else chose, but for those that have a fault of a kind. */
const chosenEvery = 4

const isChosenPlace = (index: number, kind: FaultKind): boolean => {
  const period = every[kind]
  return index % chosenEvery === chosenEvery - 1 && (period === undefined || index % period !== period - 1)
}

const has = (student: Entity, name: string): boolean => {
  let isThere = name === 'Student'
  each(student, name, () => (isThere = true))
  return isThere
}

/** Puts the first of the chosen faults into the student that it can have: one with all records that are to be changed. */
export const takeChosenFault = (
  student: Entity,
  index: number,
  kind: FaultKind,
  /** Those whose turn it is; the one that is taken goes to the end. */
  turns: RecordFault[],
): void => {
  if (!isChosenPlace(index, kind)) return
  const at = turns.findIndex(fault => Object.keys(fault).every(name => has(student, name)))
  const [taken] = at < 0 ? [] : turns.splice(at, 1)
  if (taken) turns.push(taken)
  for (const [name, fields] of Object.entries(taken ?? {}))
    for (const [field, value] of Object.entries(fields)) set(name, field, value)(student)
}
