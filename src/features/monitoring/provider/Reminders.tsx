import { awaitingParties } from '../../../domain/awaitingParty.ts'
import { acceptsSubmissions, collectionStateById } from '../../../domain/collection.ts'
import { loggedAt } from '../../../domain/dates.ts'
import type { ProviderOverviewWire } from '../../../domain/wire/providerOverview.ts'
import { listReminders, type SentReminder } from '../../../domain/wire/reminders.ts'
import { useResource } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, Card, Disclosure, type PlainColumn, PlainTable, Row, Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { RemindDialog } from '../reminders/RemindDialog.tsx'
import { useReminding } from '../reminders/useReminding.ts'

const providerId = awaitingParties.find(({ code }) => code === 'provider')?.id

/** The reminders that a provider got, and a button for each collection in which it has to act. */
export function Reminders({ overview: { provider, collections } }: { overview: ProviderOverviewWire }) {
  const t = useMessages('monitoring.provider')
  const list = useResource(listReminders, { path: { instId: provider.instId } })
  const waiting = collections.filter(
    ({ collection, awaitingParty }) =>
      awaitingParty.id === providerId &&
      acceptsSubmissions(collectionStateById(collection.state.id)?.name ?? 'Draft'),
  )
  return (
    <Card
      title={t('reminders.title')}
      actions={waiting.map(({ collection }) => (
        <Remind
          key={collection.id}
          instId={provider.instId}
          reference={collection.reference}
          label={waiting.length > 1 ? `${t('reminders.open')}: ${collection.name}` : t('reminders.open')}
          onSent={list.refresh}
        />
      ))}
    >
      <WhenLoaded resource={list} loading={t('reminders.loading')} failed={t('reminders.failed')} level={3}>
        {({ reminders }) =>
          reminders.length === 0 ? <p>{t('reminders.none')}</p> : <Sent reminders={reminders} />
        }
      </WhenLoaded>
    </Card>
  )
}

interface RemindProps {
  instId: string
  reference: string
  label: string
  onSent: () => void
}

function Remind({ instId, reference, label, onSent }: RemindProps) {
  const reminding = useReminding(reference, onSent)
  return (
    <Row>
      <Button icon="bell" aria-haspopup="dialog" onPress={() => reminding.open([instId])}>
        {label}
      </Button>
      <RemindDialog reminding={reminding} />
    </Row>
  )
}

function Sent({ reminders }: { reminders: readonly SentReminder[] }) {
  const t = useMessages('monitoring.provider')
  const text = useText()
  const columns: PlainColumn<SentReminder>[] = [
    {
      id: 'at',
      header: t('reminders.columns.at'),
      isRowHeader: true,
      cell: ({ at }) => text(loggedAt(at)),
    },
    {
      id: 'collection',
      header: t('reminders.columns.collection'),
      cell: ({ collection }) => collection.name,
    },
    { id: 'by', header: t('reminders.columns.by'), cell: ({ by }) => by },
    {
      id: 'subject',
      header: t('reminders.columns.subject'),
      cell: ({ subject, text: said }) => (
        <Stack gap={1}>
          {subject}
          <Disclosure title={t('reminders.text')}>
            {said.split('\n\n').map(paragraph => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </Disclosure>
        </Stack>
      ),
    },
    { id: 'people', header: t('reminders.columns.people'), kind: 'number', cell: ({ people }) => people },
  ]
  return (
    <PlainTable
      caption={t('reminders.title')}
      isCaptionHidden
      stacks
      columns={columns}
      rows={reminders}
      rowId={({ id }) => id}
    />
  )
}
