import { useMemo } from 'react'
import { exactStatusLabel } from '../../../domain/labels.ts'
import { statusNameOf } from '../../../domain/status.ts'
import { type LiveSubmissionGroup, listLiveSubmissions } from '../../../domain/wire/inspection.ts'
import { useResource } from '../../../hooks/index.ts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import type { EventDecision, Move } from '../../../machines/inspection/decision.ts'
import { leafIdOf, statusOfLeaf } from '../../../machines/submission-lifecycle/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { Card, Disclosure, Link, type PlainColumn, PlainTable, Stack } from '../../../ui/index.ts'
import { inspectSubmissionPath, rootPath } from '../../common/address.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { labelOf } from '../history/labels.ts'
import styles from './Changes.module.css'
import { type Touched, touchedBy, unknownGuards } from './touched.ts'

type LiveSubmission = LiveSubmissionGroup['submissions'][number]

export interface TouchedSubmissionsProps {
  before: Chart
  after: Chart
}

/** The live submissions that two versions of the lifecycle decide differently, with the ways to each of them. */
export function TouchedSubmissions(charts: TouchedSubmissionsProps) {
  const t = useMessages('inspector.versions')
  const live = useResource(listLiveSubmissions, {})
  return (
    <Card title={t('touched.title')} level={3} hint={t('touched.hint')}>
      <WhenLoaded resource={live} loading={t('touched.loading')} failed={t('touched.failed')}>
        {({ groups, total }) => <Decided {...charts} groups={groups} total={total} />}
      </WhenLoaded>
    </Card>
  )
}

interface DecidedProps extends TouchedSubmissionsProps {
  groups: readonly LiveSubmissionGroup[]
  total: number
}

function Decided({ before, after, groups, total }: DecidedProps) {
  const t = useMessages('inspector.versions')
  const touched = useMemo(() => touchedBy(before, after, groups), [before, after, groups])
  const unknown = unknownGuards(before, after)
  const count = touched.reduce((sum, { submissions }) => sum + submissions.length, 0)
  const decided = groups.reduce((sum, { submissions }) => sum + submissions.length, 0)
  return (
    <Stack gap={4}>
      <p role="status">
        <strong>{count === 0 ? t('touched.none') : t('touched.count', { count, total: decided })}</strong>
      </p>
      {decided < total && <p>{t('touched.limited', { decided, total })}</p>}
      {unknown.length > 0 && <p>{t('touched.unknownGuards', { guards: unknown.join(', ') })}</p>}
      {touched.map(entry => (
        <TouchedGroup key={entry.id} touched={entry} />
      ))}
    </Stack>
  )
}

/** Rows that are shown before somebody asks for the others. */
const fewRows = 20

function TouchedGroup({ touched: { statusId, difference, submissions } }: { touched: Touched }) {
  const t = useMessages('inspector.versions')
  const text = useText()
  const status = text(exactStatusLabel(statusNameOf(statusId)))
  const title = t('touched.group', { status, count: submissions.length })
  const leaf = leafIdOf(statusNameOf(statusId))
  const others = submissions.slice(fewRows)
  return (
    <Stack gap={2}>
      <h4>{title}</h4>
      <ul className={styles.lines}>
        {difference.stateMissing && (
          <li>{t(`touched.stateMissing.${difference.stateMissing}`, { state: leaf })}</li>
        )}
        {difference.changes.map(({ event, before, after }) => (
          <li key={event}>
            <strong>{event === '' ? t('touched.always') : labelOf(text, event)}</strong>
            {': '}
            <del>{decisionText(t, text, leaf, before)}</del> <ins>{decisionText(t, text, leaf, after)}</ins>
          </li>
        ))}
      </ul>
      <PlainTable
        caption={title}
        isCaptionHidden
        columns={columnsOf(t)}
        rows={submissions.slice(0, fewRows)}
        rowId={({ submissionId }) => submissionId}
        stacks
      />
      {others.length > 0 && (
        <Disclosure title={t('touched.others', { count: others.length })}>
          <PlainTable
            caption={t('touched.others', { count: others.length })}
            isCaptionHidden
            columns={columnsOf(t)}
            rows={others}
            rowId={({ submissionId }) => submissionId}
            stacks
          />
        </Disclosure>
      )}
    </Stack>
  )
}

const stateText = (text: ToText, id: string): string => {
  const status = statusOfLeaf(id)
  return status ? text(exactStatusLabel(status)) : id
}

const moveText = (
  t: Translate<'inspector.versions'>,
  text: ToText,
  leaf: string,
  { target, requires }: Move,
): string => {
  const where = target === leaf ? t('touched.stays') : t('touched.leads', { status: stateText(text, target) })
  return requires.length === 0 ? where : t('touched.onlyIf', { where, guards: requires.join(', ') })
}

/** What a chart decides about an event, in words. */
const decisionText = (
  t: Translate<'inspector.versions'>,
  text: ToText,
  leaf: string,
  decision: EventDecision | undefined,
): string => {
  if (!decision) return t('touched.impossible')
  if (decision.moves.length === 0) return t('touched.refused', { guards: decision.refusedBy.join(', ') })
  return decision.moves.map(move => moveText(t, text, leaf, move)).join('; ')
}

const columnsOf = (t: Translate<'inspector.versions'>): PlainColumn<LiveSubmission>[] => [
  {
    id: 'submission',
    header: t('touched.columns.submission'),
    isRowHeader: true,
    cell: ({ collectionReference, collectionId, instId, submissionId, providerName }) => (
      <Link
        variant="row"
        href={rootPath({
          area: 'monitoring',
          reference: collectionReference,
          collectionId,
          instId,
          submissionId,
        })}
      >
        {providerName}
      </Link>
    ),
  },
  {
    id: 'collection',
    header: t('touched.columns.collection'),
    cell: ({ collectionReference }) => collectionReference,
  },
  {
    id: 'why',
    header: t('touched.columns.why'),
    cell: ({ submissionId, providerName }) => (
      <Link
        href={inspectSubmissionPath(submissionId)}
        aria-label={t('touched.whyOf', { provider: providerName })}
      >
        {t('touched.why')}
      </Link>
    ),
  },
]
