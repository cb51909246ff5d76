import type { RecordNode } from '../../../domain/wire/students.ts'
import { type Translate, useMessages } from '../../../messages/index.ts'
import { Badge, Disclosure, formatCount, Hidden, Icon, Link } from '../../../ui/index.ts'
import styles from './RecordTree.module.css'

export interface RecordTreeProps {
  node: RecordNode
  /** A rule in words, and where its records are; undefined where it has no page for the reader. */
  nameOf: (code: string) => string
  hrefOf: (code: string) => string | undefined
}

/** Findings in a record and in the records below it. */
const findingsIn = ({ rules, fields, children }: RecordNode): number =>
  rules.length +
  fields.reduce((sum, field) => sum + field.rules.length, 0) +
  children.reduce((sum, child) => sum + findingsIn(child), 0)

/** The first field names a record among others of its kind. */
const nameField = ({ fields }: RecordNode) => fields[0]

/** Each with a key: those of one name may differ in nothing else where their places are withheld. */
const keyed = <T extends { name: string }>(list: readonly T[]): [key: string, one: T][] => {
  const counts = new Map<string, number>()
  return list.map(one => {
    const count = (counts.get(one.name) ?? 0) + 1
    counts.set(one.name, count)
    return [`${one.name} ${count}`, one]
  })
}

/** A record as the file has it: what is at fault stands open, the rest is folded. */
export function RecordTree(props: RecordTreeProps) {
  return (
    <ul className={styles.tree} data-plain>
      <Node {...props} isTop />
    </ul>
  )
}

function Node({ node, isTop = false, ...rules }: RecordTreeProps & { isTop?: boolean }) {
  const t = useMessages('submissions.students')
  const count = findingsIn(node)
  const name = nameField(node)
  const faulty = node.fields.filter(field => field.rules.length > 0)
  const hidden = node.fields.filter(field => field.rules.length === 0 && field.withheld !== undefined)
  const sound = node.fields.filter(field => field.rules.length === 0 && field.withheld === undefined)
  const open = node.children.filter(child => findingsIn(child) > 0)
  const withheld = node.children.filter(child => child.withheld !== undefined)
  const closed = node.children.filter(child => findingsIn(child) === 0 && child.withheld === undefined)
  return (
    <li className={styles.node}>
      <div className={styles.head}>
        <b>{node.name}</b>
        {!isTop && name?.value && <code translate="no">{name.value}</code>}
        {!isTop && count > 0 && <Badge tone="failed">{t('record.findings', { count })}</Badge>}
        {node.line !== null && <span className={styles.place}>{t('record.line', { line: node.line })}</span>}
      </div>
      <div className={styles.inside}>
        {node.withheld !== undefined && <p className={styles.withheld}>{node.withheld}</p>}
        {node.rules.length > 0 && (
          <p className={styles.fault}>
            <Findings codes={node.rules} {...rules} />
          </p>
        )}
        {faulty.length > 0 && <Fields fields={faulty} {...rules} />}
        {hidden.length > 0 && <Fields fields={hidden} {...rules} />}
        {sound.length > 0 && (
          <Disclosure title={t('record.sound', { count: sound.length })}>
            <Fields fields={sound} {...rules} />
          </Disclosure>
        )}
        {withheld.length > 0 && <Nodes nodes={withheld} {...rules} />}
        {open.length > 0 && <Nodes nodes={open} {...rules} />}
        {closed.length > 0 && (
          <Disclosure title={t('record.soundRecords', { count: closed.length })}>
            <Nodes nodes={closed} {...rules} />
          </Disclosure>
        )}
      </div>
    </li>
  )
}

function Nodes({ nodes, ...rules }: Omit<RecordTreeProps, 'node'> & { nodes: readonly RecordNode[] }) {
  return (
    <ul className={styles.tree} data-plain>
      {keyed(nodes).map(([key, node]) => (
        <Node key={key} node={node} {...rules} />
      ))}
    </ul>
  )
}

/** Where a field stands; one that is missing has no column. */
const placeOf = (
  t: Translate<'submissions.students'>,
  line: number,
  { value, column }: RecordNode['fields'][number],
): string => (value === null || column === null ? formatCount(line) : t('record.place', { line, column }))

function Value({ value, withheld }: RecordNode['fields'][number]) {
  const t = useMessages('submissions.students')
  if (withheld !== undefined) return withheld
  return value === null ? t('record.missing') : <span translate="no">{value}</span>
}

interface FieldsProps extends Omit<RecordTreeProps, 'node'> {
  fields: RecordNode['fields']
}

function Fields({ fields, ...rules }: FieldsProps) {
  const t = useMessages('submissions.students')
  return (
    <dl className={styles.fields}>
      {keyed(fields).map(([key, field]) => (
        <div key={key} className={styles.field} data-fault={field.rules.length > 0 || undefined}>
          <dt>{field.name}</dt>
          <dd>
            <span className={field.withheld === undefined ? styles.value : styles.withheld}>
              {field.rules.length > 0 && <Hidden>{t('record.atFault')} </Hidden>}
              <Value {...field} />
            </span>
            <Findings codes={field.rules} {...rules} />
          </dd>
          {field.line !== null && <dd className={styles.place}>{placeOf(t, field.line, field)}</dd>}
        </div>
      ))}
    </dl>
  )
}

function Findings({ codes, nameOf, hrefOf }: Omit<RecordTreeProps, 'node'> & { codes: readonly string[] }) {
  return codes.map(code => {
    const href = hrefOf(code)
    return (
      <span key={code} className={styles.finding}>
        <Icon name="stop" />
        {href === undefined ? nameOf(code) : <Link href={href}>{nameOf(code)}</Link>}
      </span>
    )
  })
}
