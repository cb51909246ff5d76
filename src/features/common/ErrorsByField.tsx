import { countOfErrors, otherErrors } from '../../domain/schemaFailure.ts'
import type { SchemaFailureGroup } from '../../domain/wire/quality.ts'
import { type Translate, useMessages } from '../../messages/index.ts'
import { Dotted, formatCount, type PlainColumn, PlainTable, ShareBar } from '../../ui/index.ts'
import styles from './ErrorsByField.module.css'

/** Kinds of errors that have a name of their own, by the code of the check. */
const kinds = {
  VALUE_PATTERN: 'pattern',
  VALUE_CODE: 'code',
  VALUE_TYPE: 'type',
  VALUE_LENGTH: 'length',
  VALUE_TOO_SHORT: 'tooShort',
  VALUE_TOO_LONG: 'tooLong',
  VALUE_DIGITS: 'digits',
  VALUE_RANGE: 'range',
  VALUE_FIXED: 'fixed',
  ROOT_UNKNOWN: 'format',
  ELEMENT_UNKNOWN: 'unknown',
  ATTRIBUTE_UNKNOWN: 'unknown',
  ELEMENT_MISSING: 'missing',
  ATTRIBUTE_MISSING: 'missing',
  ELEMENT_MISPLACED: 'misplaced',
  ELEMENT_IN_VALUE: 'content',
  ELEMENT_IN_EMPTY: 'content',
  TEXT_NOT_ALLOWED: 'content',
  KEY_DUPLICATE: 'keyRepeated',
  KEY_MISSING: 'keyMissing',
  REFERENCE_UNKNOWN: 'reference',
  [otherErrors]: 'other',
} as const

const kindOf = ({ code, place, example }: SchemaFailureGroup) => {
  if (example?.Details.wrong) return 'character'
  if (example?.Details.value === '' && code.startsWith('VALUE_')) return 'empty'
  if (Object.hasOwn(kinds, code)) return kinds[code as keyof typeof kinds]
  return place === '' ? 'unreadable' : 'schema'
}

export interface ErrorsByFieldProps {
  /** The largest first. */
  groups: readonly SchemaFailureGroup[]
  /** Without what was expected and where, for a card that leads to the page of the file. */
  isBrief?: boolean
}

/** What a check against the schema found, by field and code, with the first value of each (mocks 11, 11b). */
export function ErrorsByField({ groups, isBrief = false }: ErrorsByFieldProps) {
  const t = useMessages('schemaErrors')
  const columns = columnsOf(t, Math.max(...groups.map(({ count }) => count)), countOfErrors(groups))
  return (
    <div className={styles.table}>
      <PlainTable
        caption={t('caption')}
        isCaptionHidden
        stacks
        columns={isBrief ? columns.filter(({ id }) => inBrief.includes(id)) : columns}
        rows={groups}
        rowId={({ code, place }) => `${code} ${place}`}
      />
    </div>
  )
}

const inBrief = ['count', 'field', 'problem']

const columnsOf = (
  t: Translate<'schemaErrors'>,
  most: number,
  total: number,
): readonly PlainColumn<SchemaFailureGroup>[] => [
  {
    id: 'count',
    header: t('columns.count'),
    kind: 'number',
    cell: ({ count }) => (
      <span className={styles.count}>
        <strong>{formatCount(count)}</strong>
        {most > 1 && <ShareBar share={count / most} label={t('share', { count, total })} />}
      </span>
    ),
  },
  { id: 'field', header: t('columns.field'), isRowHeader: true, cell: group => <Field group={group} /> },
  { id: 'problem', header: t('columns.problem'), cell: group => <Problem group={group} /> },
  { id: 'expected', header: t('columns.expected'), cell: group => <ExpectedValue group={group} /> },
  { id: 'places', header: t('columns.places'), cell: group => <Places group={group} /> },
]

interface OfGroup {
  group: SchemaFailureGroup
}

function Field({ group: { code, place } }: OfGroup) {
  const t = useMessages('schemaErrors')
  const steps = place.split('/')
  const field = steps.pop() ?? ''
  return (
    <span className={styles.field}>
      <strong>{field || t(code === otherErrors ? 'otherFields' : 'wholeFile')}</strong>
      {code !== otherErrors && (
        <code>
          {steps.at(-1) && `${steps.at(-1)} · `}
          <Dotted code={code} />
        </code>
      )}
    </span>
  )
}

function Problem({ group }: OfGroup) {
  const t = useMessages('schemaErrors')
  const { example } = group
  const kind = <strong>{t('problem', { kind: t(`kind.${kindOf(group)}`) })}</strong>
  if (!example) return kind
  const { wrong, value, suggestion } = example.Details
  return (
    <span className={styles.problem}>
      {kind} {wrong && value !== null && <Marked value={value} position={wrong.position} />}
      {example.Error}
      {suggestion !== undefined && <strong> {t('suggestion', { suggestion })}</strong>}
    </span>
  )
}

/** A value with one character marked. */
function Marked({ value, position }: { value: string; position: number }) {
  const characters = [...value.trim()]
  return (
    <code className={styles.value}>
      {characters.slice(0, position - 1).join('')}
      <mark>{characters[position - 1]}</mark>
      {characters.slice(position).join('')}{' '}
    </code>
  )
}

function ExpectedValue({ group: { example, characters } }: OfGroup) {
  const t = useMessages('schemaErrors')
  const expected = example?.Details.expected
  return (
    <span className={styles.expected}>
      {characters.length > 1 && <span>{characters.map(entry => t('characters', entry)).join(', ')}</span>}
      {expected != null && <span>{expected}</span>}
    </span>
  )
}

/** Places that are named; the full report has all. */
const namedPlaces = 2

function Places({ group: { places, count } }: OfGroup) {
  const t = useMessages('schemaErrors')
  if (places.length === 0) return null
  const named = places.slice(0, namedPlaces)
  return (
    <span className={styles.places}>
      <span>{named.map(({ line, column }) => `${formatCount(line)}:${formatCount(column)}`).join(', ')}</span>
      {count > named.length && <span>{t('more', { count: count - named.length })}</span>}
    </span>
  )
}
