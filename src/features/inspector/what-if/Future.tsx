import type { ReactNode } from 'react'
import { nextLabel } from '../../../domain/labels.ts'
import { organisationTypes } from '../../../domain/organisation.ts'
import { standingOf } from '../../../machines/submission-lifecycle/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Card, DescriptionList, Stack } from '../../../ui/index.ts'
import { ProviderView } from '../history/ProviderView.tsx'
import { groupLabel, partyOf } from '../question/people.ts'
import type { Subject } from '../question/useSubject.ts'
import { type Simulation, stepFactsOf } from './simulation.ts'

export interface FutureProps {
  subject: Subject
  simulation: Simulation
  actions?: ReactNode
}

/** What follows from a simulation: what each party is told to do next, and what the provider's page shows. */
export function Future({ subject, simulation, actions }: FutureProps) {
  const t = useMessages('inspector.what-if')
  const questionMessages = useMessages('inspector.question')
  const text = useText()
  const { status, facts } = simulation.situation
  return (
    <Stack gap={4}>
      <Card title={t('next')} level={3} hint={t('nextHint')} actions={actions}>
        <DescriptionList
          items={organisationTypes.map(type => ({
            id: type,
            term: groupLabel(questionMessages, type),
            value: text(nextLabel(standingOf(status, facts, partyOf(type, facts)))),
          }))}
        />
      </Card>
      <ProviderView stepFacts={stepFactsOf(subject, simulation)} facts={facts} hint={t('viewHint')} />
    </Stack>
  )
}
