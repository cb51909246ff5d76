import type { ReactNode } from 'react'
import type { SubmissionMode } from '../../../domain/status.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { useMessages } from '../../../messages/index.ts'
import { Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { useMonitoringRows } from '../../common/useMonitoringRows.ts'
import { useInspectorAddress } from '../address.ts'
import { useChosenCollection } from '../useChosenCollection.ts'
import { SubjectFields, type SubjectFieldsProps } from './SubjectFields.tsx'
import {
  type StateParameter,
  type Subject,
  useMode,
  useProviderSubject,
  useSubmissionSubject,
  useTypicalSubject,
} from './useSubject.ts'

export interface AboutSubjectProps {
  at: StateParameter
  children: (subject: Subject) => ReactNode
}

/**
 * The fields that choose a provider, above the answer to a question about it. The address names a submission, or a provider and its
 * collection, or neither: then the facts are typical ones.
 */
export function AboutSubject(props: AboutSubjectProps) {
  const { address, parameter } = useInspectorAddress()
  const instId = parameter('inst')
  if (address.submission !== undefined) return <AboutSubmission {...props} submission={address.submission} />
  return instId === undefined ? <AboutNobody {...props} /> : <AboutProvider {...props} instId={instId} />
}

function AboutSubmission({ at, submission, children }: AboutSubjectProps & { submission: string }) {
  const t = useMessages('inspector.question')
  const { subject, resource } = useSubmissionSubject(at, submission)
  const { collections } = useChosenCollection()
  return (
    <WhenLoaded resource={resource} loading={t('subject.loading')} failed={t('subject.failed')}>
      {({ collection, provider: { instId }, isOvt }) =>
        subject && (
          <Stack gap={4}>
            <FieldsOf
              at={at}
              subject={subject}
              collections={collections}
              collection={collection}
              instId={instId}
              mode={isOvt ? 'ovt' : 'live'}
            />
            {children(subject)}
          </Stack>
        )
      }
    </WhenLoaded>
  )
}

function AboutNobody({ at, children }: AboutSubjectProps) {
  const { collections, shown } = useChosenCollection()
  const mode = useMode()
  const subject = useTypicalSubject(at)
  return (
    <Stack gap={4}>
      {shown && (
        <FieldsOf at={at} subject={subject} collections={collections} collection={shown} mode={mode} />
      )}
      {children(subject)}
    </Stack>
  )
}

type FieldsOfProps = Omit<SubjectFieldsProps, 'reference' | 'rows' | 'children'> & {
  collection: Pick<CollectionWire, 'id' | 'reference'>
}

/** The fields with the providers of a collection, which it loads. */
function FieldsOf({ collection, ...fields }: FieldsOfProps) {
  const rows = useMonitoringRows(collection, fields.mode)
  return <SubjectFields {...fields} reference={collection.reference} rows={rows.data?.submissions} />
}

function AboutProvider({ instId, ...props }: AboutSubjectProps & { instId: string }) {
  const t = useMessages('inspector.question')
  const mode = useMode()
  const { resource, collections, named } = useChosenCollection()
  return (
    <WhenLoaded resource={resource} loading={t('subject.loading')} failed={t('subject.failed')}>
      {() =>
        named ? (
          <InCollection {...props} instId={instId} mode={mode} collection={named} collections={collections} />
        ) : (
          <SubjectFields at={props.at} collections={collections} instId={instId} mode={mode}>
            <p role="status">{t('subject.noCollection')}</p>
          </SubjectFields>
        )
      }
    </WhenLoaded>
  )
}

interface InCollectionProps extends AboutSubjectProps {
  instId: string
  mode: SubmissionMode
  collection: CollectionWire
  collections: readonly CollectionWire[]
}

function InCollection({ at, instId, mode, collection, collections, children }: InCollectionProps) {
  const t = useMessages('inspector.question')
  const rows = useMonitoringRows(collection, mode)
  const subjectOf = useProviderSubject(at)
  const fields = { at, collections, reference: collection.reference, instId, mode }
  return (
    <WhenLoaded resource={rows} loading={t('subject.loading')} failed={t('subject.failed')}>
      {({ submissions }) => {
        const row = submissions.find(({ provider }) => provider.instId === instId)
        const subject = row && subjectOf(row, collection.name)
        return (
          <Stack gap={4}>
            <SubjectFields {...fields} subject={subject} rows={submissions}>
              {!subject && <p role="status">{t('subject.noProvider', { instId })}</p>}
            </SubjectFields>
            {subject && children(subject)}
          </Stack>
        )
      }}
    </WhenLoaded>
  )
}
