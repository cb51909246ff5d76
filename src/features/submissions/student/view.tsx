import { type RecordDescription, unitsOf } from '../../../domain/record.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import type { getStudent, StudentFindingWire } from '../../../domain/wire/students.ts'
import { type Translate, useMessages } from '../../../messages/index.ts'
import {
  Badge,
  Banner,
  Card,
  Columns,
  CopyId,
  EmptyState,
  formatCount,
  Icon,
  Link,
  LinkButton,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { rulePath, type SubmissionAddress } from '../../common/address.ts'
import { isAbsent, type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import { NotFound } from '../../common/NotFound.tsx'
import { type ListNeighbours, ListWays } from '../shared/ListWays.tsx'
import { RecordTree } from './RecordTree.tsx'
import styles from './view.module.css'

type Student = ResponseOf<typeof getStudent>

export interface StudentViewProps {
  address: SubmissionAddress
  record: Pick<RecordDescription, 'words'> | null | undefined
  student: Loaded<Student>
  /** Why the viewer may see no single record; undefined for those who may. */
  refusal: string | undefined
  backHref: string
  /** The ways on in the list that one came from; undefined where the student is not in it. */
  neighbours: ListNeighbours | undefined
}

/** One student: the record as the file has it, every finding at its field, across rules (specification 2 §2.9). */
export function StudentView({ address, record, student, refusal, backHref, neighbours }: StudentViewProps) {
  const t = useMessages('submissions.students')
  const words = unitsOf(record)
  const back = <LinkButton href={backHref}>{t('back', words)}</LinkButton>
  if (refusal !== undefined) {
    return (
      <EmptyState title={t('refused.title')} level={2} icon="info" actions={back}>
        {t('refused.text', { reason: refusal })}
      </EmptyState>
    )
  }
  if (isAbsent(student)) {
    return (
      <NotFound title={t('notFound.title', words)} level={2} actions={back}>
        {t('notFound.text', words)}
      </NotFound>
    )
  }
  return (
    <WhenLoaded resource={student} loading={t('loading', words)} failed={t('failed', words)} level={2}>
      {found => (
        <Findings address={address} words={words} found={found} backHref={backHref} neighbours={neighbours} />
      )}
    </WhenLoaded>
  )
}

interface FindingsProps {
  address: SubmissionAddress
  words: ReturnType<typeof unitsOf>
  found: Student
  backHref: string
  neighbours: ListNeighbours | undefined
}

function Findings({ address, words, found, backHref, neighbours }: FindingsProps) {
  const t = useMessages('submissions.students')
  const blocking = found.found.filter(({ IsOperational }) => IsOperational).length
  const names = new Map(found.found.map(finding => [finding.Code, finding]))
  return (
    <Stack gap={3}>
      <Row gap={3}>
        <LinkButton href={backHref} icon="arrowLeft" variant="quiet">
          {t('back', words)}
        </LinkButton>
        <h2 className={styles.heading}>
          {words.unitLabel}{' '}
          {found.identifier === null ? (
            t('list.unnamed')
          ) : (
            <CopyId value={found.identifier} label={words.unitLabel} last={found.identifier.length} />
          )}
        </h2>
        <span className={styles.quiet}>
          {found.findings === 0
            ? t('noFindings')
            : t('summary', { findings: found.findings, rules: found.rules })}
          {blocking > 0 && ` · ${t('blocking', { count: blocking })}`}
        </span>
        {neighbours && <ListWays label={t('list.caption', words)} {...neighbours} />}
      </Row>
      {found.withheld !== undefined && <Banner tone="neutral" title={found.withheld} />}
      <Columns layout="main-side">
        <Card title={t('record.title')} hint={linesOf(t, found.record)}>
          {found.record ? (
            <RecordTree
              node={found.record}
              nameOf={code => names.get(code)?.Name ?? code}
              hrefOf={code => hrefOf(address, names.get(code))}
            />
          ) : (
            <EmptyState title={t('record.gone')} icon="file" level={0} />
          )}
        </Card>
        <Card title={t('found.title', { count: found.findings })}>
          {found.found.length === 0 ? (
            <p className={styles.quiet}>{t('noFindings')}</p>
          ) : (
            <ul className={styles.findings} data-plain>
              {found.found.map(finding => (
                <Finding key={finding.Code} finding={finding} href={hrefOf(address, finding)} />
              ))}
            </ul>
          )}
        </Card>
      </Columns>
    </Stack>
  )
}

const hrefOf = (address: SubmissionAddress, finding: StudentFindingWire | undefined): string | undefined =>
  finding?.RegulatorCode ? rulePath(address, finding.Code, finding.RegulatorCode) : undefined

const linesOf = (t: Translate<'submissions.students'>, record: Student['record']): string | undefined =>
  record === null || record.line === null ? undefined : t('record.lines', { line: record.line })

/** Where the finding is; without lines for a reader from whom places are withheld. */
const placesOf = (
  t: Translate<'submissions.students'>,
  { Field, Entity, places }: StudentFindingWire,
): string => {
  const where = Field ?? Entity
  const lines = places.flatMap(({ line }) => (line === null ? [] : [formatCount(line)])).join(', ')
  return lines === ''
    ? t('found.number', { where, count: places.length })
    : t('found.places', { where, count: places.length, lines })
}

function Finding({ finding, href }: { finding: StudentFindingWire; href: string | undefined }) {
  const t = useMessages('submissions.students')
  return (
    <li className={styles.finding}>
      <span className={styles.mark}>
        <Icon name={finding.IsOperational ? 'lock' : 'stop'} />
      </span>
      <div>
        <Row gap={2}>
          {href === undefined ? (
            <b>{finding.Name}</b>
          ) : (
            <Link href={href} variant="row">
              {finding.Name}
            </Link>
          )}
          {finding.IsOperational && <Badge tone="failed">{t('found.operational')}</Badge>}
        </Row>
        {[...new Set(finding.places.flatMap(({ Finding }) => Finding ?? []))].map(text => (
          <p key={text}>{text}</p>
        ))}
        {finding.Hint !== null && (
          <p>
            <b>{t('found.hint')}</b> {finding.Hint}
          </p>
        )}
        <p className={styles.quiet}>{placesOf(t, finding)}</p>
      </div>
    </li>
  )
}
