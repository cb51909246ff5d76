import type { ReactNode } from 'react'
import { exactStatusLabel } from '../../../domain/labels.ts'
import type { SubmissionMode } from '../../../domain/status.ts'
import type { CollectionWire, MonitoringRow } from '../../../domain/wire/collections.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Card, Columns, ComboBox, Link, Select, Stack } from '../../../ui/index.ts'
import { type AddressChange, nothingOfSubmission, useInspectorAddress } from '../address.ts'
import { collectionOptions } from '../useChosenCollection.ts'
import { withoutChangesOf } from './facts.ts'
import type { StateParameter, Subject } from './useSubject.ts'

export interface SubjectFieldsProps {
  at: StateParameter
  /** Undefined if the address names no subject that exists. */
  subject?: Subject | undefined
  collections: readonly CollectionWire[]
  /** The collection in sight; undefined if the address names one that does not exist. */
  reference?: string
  /** The providers of the collection; undefined until they are loaded. */
  rows?: readonly MonitoringRow[] | undefined
  /** The chosen provider. */
  instId?: string
  mode: SubmissionMode
  /** What is wrong with the choice. */
  children?: ReactNode
}

/** The change of the address that asks about another provider: the person and the event stay, all else is of the former one. */
const aboutProvider = (
  reference: string | undefined,
  instId: string | undefined,
  mode: SubmissionMode,
): AddressChange => ({
  ...nothingOfSubmission,
  ...withoutChangesOf(),
  state: undefined,
  from: undefined,
  steps: undefined,
  collection: reference,
  inst: instId,
  mode: mode === 'ovt' ? mode : undefined,
})

/** Chooses collection and provider, and says whose facts the answer uses. */
export function SubjectFields(props: SubjectFieldsProps) {
  const { at, subject, collections, reference, rows = [], instId, mode, children } = props
  const t = useMessages('inspector.question')
  const { go } = useInspectorAddress()
  return (
    <Card
      title={t('subject.title')}
      level={3}
      hint={subject && t('subject.hint', { kind: subject.source.kind })}
    >
      <Stack gap={3}>
        <Columns layout="halves">
          <Select
            label={t('subject.collection')}
            options={collectionOptions(collections)}
            value={reference ?? null}
            onChange={chosen => go(aboutProvider(chosen, instId, mode))}
          />
          <ComboBox
            label={t('subject.provider')}
            placeholder={t('subject.none')}
            options={rows.map(({ provider }) => ({
              id: provider.instId,
              label: `${provider.instId} - ${provider.publishedName}`,
            }))}
            value={instId ?? null}
            onChange={chosen => go(aboutProvider(reference, chosen, mode))}
          />
        </Columns>
        {subject?.current && <CurrentStatus at={at} status={subject.status} current={subject.current} />}
        {children}
      </Stack>
    </Card>
  )
}

interface CurrentStatusProps {
  at: StateParameter
  status: Subject['status']
  current: Subject['status']
}

/** The current status, and the way back to it from a question about another. */
function CurrentStatus({ at, status, current }: CurrentStatusProps) {
  const t = useMessages('inspector.question')
  const text = useText()
  const { hrefOf } = useInspectorAddress()
  return (
    <p>
      {t('subject.current', { status: current, label: text(exactStatusLabel(current)) })}
      {status !== current && (
        <>
          {' '}
          {t('subject.otherStatus')}{' '}
          <Link href={hrefOf({ [at]: undefined, steps: undefined })}>{t('subject.back')}</Link>
        </>
      )}
    </p>
  )
}
