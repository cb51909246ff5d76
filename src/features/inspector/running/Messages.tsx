import { loggedPreciselyAt } from '../../../domain/dates.ts'
import { eventTitle } from '../../../machines/inspection/label.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { Card, CardText, type PlainColumn, PlainTable, Row, Select, Stack } from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { MessageLanes } from './MessageLanes.tsx'
import type { Observed, ObservedMessage } from './observe.ts'

/** Events in the picture and in the table: the latest ones. */
const drawn = 25
const listed = 200
const everything = 'all'

/** The events between actors, as a sequence and as a table, of all actors or of one. */
export function Messages({ observed }: { observed: Observed }) {
  const t = useMessages('inspector.running')
  const text = useText()
  const { parameter, go } = useInspectorAddress()
  const { actors, messages, names } = observed
  const ofActor = parameter('of')
  const ofEvent = parameter('event')
  const shown = messages.filter(
    ({ from, to, event }) =>
      (ofActor === undefined || from === ofActor || to === ofActor) &&
      (ofEvent === undefined || event === ofEvent),
  )
  const nameOf = (id: string | undefined): string =>
    id === undefined ? t('outside') : `${names.get(id) ?? t('ended')} ${id}`
  const choose = (name: string) => (id: string) =>
    go({ [name]: id === everything ? undefined : id }, { replace: true })
  const events = [...new Set([...messages.map(({ event }) => event), ...(ofEvent ? [ofEvent] : [])])]
  return (
    <Stack>
      <Row align="end">
        <Select
          label={t('filter.actor')}
          options={[
            { id: everything, label: t('filter.everyActor') },
            ...actors.map(({ id }) => ({ id, label: nameOf(id) })),
          ]}
          value={ofActor ?? everything}
          onChange={choose('of')}
        />
        <Select
          label={t('filter.event')}
          options={[
            { id: everything, label: t('filter.everyEvent') },
            ...events.toSorted().map(event => ({ id: event, label: eventTitle(event) })),
          ]}
          value={ofEvent ?? everything}
          onChange={choose('event')}
        />
      </Row>
      <Card title={t('events')} level={3} padding="none">
        {shown.length === 0 ? (
          <CardText>{messages.length === 0 ? t('noEvents') : t('noMatch')}</CardText>
        ) : (
          <>
            <MessageLanes messages={shown.slice(-drawn)} nameOf={nameOf} />
            <PlainTable
              caption={t('events')}
              isCaptionHidden
              isBounded
              columns={columnsOf(t, text, nameOf)}
              rows={shown.slice(-listed).toReversed()}
              rowId={({ id }) => id}
            />
          </>
        )}
      </Card>
    </Stack>
  )
}

const columnsOf = (
  t: Translate<'inspector.running'>,
  text: ToText,
  nameOf: (id: string | undefined) => string,
): PlainColumn<ObservedMessage>[] => [
  {
    id: 'event',
    header: t('columns.event'),
    isRowHeader: true,
    cell: ({ event }) => <code>{eventTitle(event)}</code>,
  },
  {
    id: 'at',
    header: t('columns.at'),
    cell: ({ at }) => <time dateTime={at}>{text(loggedPreciselyAt(at))}</time>,
  },
  { id: 'from', header: t('columns.from'), cell: ({ from }) => nameOf(from) },
  { id: 'to', header: t('columns.to'), cell: ({ to }) => nameOf(to) },
]
