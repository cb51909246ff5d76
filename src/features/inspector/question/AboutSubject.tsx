import type { ReactNode } from 'react'
import { useMessages } from '../../../messages/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { type Subject, useSubject } from './useSubject.ts'

export interface AboutSubjectProps {
  /** Parameter of the address that names the state. */
  at: 'state' | 'from'
  children: (subject: Subject) => ReactNode
}

/** What is shown once it is known what the question is about. */
export function AboutSubject({ at, children }: AboutSubjectProps) {
  const t = useMessages('inspector.question')
  const { subject, resource } = useSubject(at)
  if (subject) return children(subject)
  return (
    <WhenLoaded resource={resource} loading={t('subject.loading')} failed={t('subject.failed')}>
      {() => null}
    </WhenLoaded>
  )
}
