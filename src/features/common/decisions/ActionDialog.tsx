import { lazy, Suspense } from 'react'
import { lostByReprocessing } from '../../../domain/job.ts'
import { awaitingPartyLabel, statusLabel } from '../../../domain/labels.ts'
import { limits } from '../../../domain/limits.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { getSummary } from '../../../domain/wire/quality.ts'
import { type ActionHandle, useResource, useViewer } from '../../../hooks/index.ts'
import { type Message, useMessages, useText } from '../../../messages/index.ts'
import { CopyId, DescriptionList, FormField } from '../../../ui/index.ts'
import { ConfirmAction } from '../ConfirmAction.tsx'
import { isAbsent } from '../Loaded.tsx'
import { followsOf, isDecision, noteOf, type RowAction, rowActionLabel, statusOfLatest } from './actions.ts'
import type { ChosenAction } from './useRowActions.ts'

/** For regulators alone, with the calls of histories: fetched where one decides. */
const EarlierNotes = lazy(() =>
  import('./EarlierNotes.tsx').then(module => ({ default: module.EarlierNotes })),
)

const dangerous = ['DECLINE', 'REQUEST_RESUBMISSION', 'NIL_RETURN_CREATED', 'NIL_RETURN_WITHDRAWN']

export interface ActionDialogProps {
  collection: Pick<CollectionWire, 'name'>
  actions: ActionHandle<ChosenAction>
  /** What the action is called where it was chosen: in the menu of a row unless said. */
  labelOf?: (type: RowAction) => Message
}

/** "Confirmation required!": what is about to happen, and to whose submission (specification 2 §2.5). */
export function ActionDialog({ collection, actions, labelOf = rowActionLabel }: ActionDialogProps) {
  const text = useText()
  const t = useMessages('decision')
  const { action } = actions
  const { principal, isStatutoryCustomer } = useViewer()
  if (!action) return null
  const { type, row } = action
  const hash = row.latestSubmission?.fileHash
  const note = noteOf(type, row, principal)
  const isUnsigned = type === 'SIGN_OFF' && row.facts.isFormReturned !== true
  const isOwnSecond = type === 'APPROVE' && note?.isRequired === true
  const follows = followsOf(type, row, principal)
  const lost = type === 'REPROCESSED' ? lostByReprocessing(statusOfLatest(row)) : undefined
  return (
    <ConfirmAction
      action={actions}
      title={t('title')}
      confirmLabel={text(labelOf(type))}
      cancelLabel={t('cancel')}
      tone={dangerous.includes(type) || lost !== undefined ? 'danger' : 'normal'}
      onSubmit={note && (entered => actions.run({ ...action, note: String(entered.get('note') ?? '') }))}
    >
      <p>{t(isUnsigned ? 'whatHappens.SIGN_OFF.noForm' : `whatHappens.${type}`)}</p>
      {isOwnSecond && <p>{t('ownSecond')}</p>}
      {lost !== undefined && <p>{t(`lost.${lost}`)}</p>}
      <DescriptionList
        items={[
          {
            id: 'provider',
            term: t('provider'),
            value: `${row.provider.instId} - ${row.provider.publishedName}`,
          },
          {
            id: 'transaction',
            term: t('transaction'),
            value: hash ? <CopyId value={hash} label={t('transaction')} /> : t('noTransaction'),
          },
          { id: 'collection', term: t('collection'), value: collection.name },
          ...(follows
            ? [
                {
                  id: 'follows',
                  term: t('follows'),
                  value: t(follows.awaits.code === 'nobody' ? 'followsEnd' : 'followsNext', {
                    status: text(statusLabel(follows.status)),
                    awaits: text(awaitingPartyLabel(follows.awaits.id)),
                  }),
                },
              ]
            : []),
          ...(row.latestSubmission && isDecision(type)
            ? [
                {
                  id: 'findings',
                  term: t('findings'),
                  value: <Findings submissionId={row.latestSubmission.uuid} instId={row.provider.instId} />,
                },
              ]
            : []),
        ]}
      />
      {isStatutoryCustomer && row.latestSubmission && isDecision(type) && (
        <Suspense>
          <EarlierNotes submissionId={row.latestSubmission.uuid} />
        </Suspense>
      )}
      {note && (
        <FormField
          name="note"
          label={t('note.label')}
          description={note.isRequired ? t('note.required', { action: type }) : t('note.optional')}
          kind="lines"
          isRequired={note.isRequired}
          missing={t('note.missing')}
          maxLength={limits.decisionNote}
          defaultValue={action.note ?? ''}
        />
      )}
    </ConfirmAction>
  )
}

/** What the quality rules and the credibility reports have found, in figures. */
function Findings({ submissionId, instId }: { submissionId: string; instId: string }) {
  const t = useMessages('decision')
  const summary = useResource(getSummary, { path: { id: submissionId }, query: { instId } })
  if (summary.data) {
    const { outsideTolerance, insideTolerance, credibilityIssues } = summary.data
    return t('findings.counts', {
      outside: outsideTolerance,
      inside: insideTolerance,
      credibility: credibilityIssues,
    })
  }
  if (isAbsent(summary)) return t('findings.none')
  return <span role="status">{t(summary.status === 'failed' ? 'findings.failed' : 'findings.loading')}</span>
}
