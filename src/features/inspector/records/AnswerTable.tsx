import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { Button, type PlainColumn, PlainTable, StatusTag, type Tone } from '../../../ui/index.ts'
import type { Answer, AskedChart, Situation } from './decisions.ts'
import { eventLabel, stateLabel } from './naming.ts'

interface AnswerTableProps {
  asking: AskedChart
  now: Situation
  answers: readonly Answer[]
  /** Takes an event that is allowed; absent if nothing can be taken. */
  onTake?: (event: string) => void
}

const tones: Record<Answer['code'], Tone> = { 204: 'good', 403: 'failed', 409: 'attention' }
const order: readonly Answer['code'][] = [204, 409, 403]

/** The answers to every event: those that are allowed first. */
export function AnswerTable({ asking, now, answers, onTake }: AnswerTableProps) {
  const t = useMessages('inspector.records')
  const text = useText()
  return (
    <PlainTable
      caption={t('answers')}
      columns={columnsOf(t, text, asking, now, onTake)}
      rows={[...answers].sort((one, other) => order.indexOf(one.code) - order.indexOf(other.code))}
      rowId={({ event }) => event}
    />
  )
}

/** Why not, or where it leads and what follows. */
const sentenceOf = (
  t: Translate<'inspector.records'>,
  text: ToText,
  asking: AskedChart,
  now: Situation,
  { explanation, after }: Answer,
): string => {
  if (!after) return text(explanation.refusal?.reason) ?? ''
  const state = stateLabel(asking.stateIdOf(after.place))
  const leads = after.place === now.place ? t('stays') : t('leads', { state })
  return after.effects.length === 0
    ? leads
    : `${leads} ${t('follows', { effects: after.effects.join(', ') })}`
}

const columnsOf = (
  t: Translate<'inspector.records'>,
  text: ToText,
  asking: AskedChart,
  now: Situation,
  onTake: AnswerTableProps['onTake'],
): PlainColumn<Answer>[] => [
  { id: 'event', header: t('columns.event'), isRowHeader: true, cell: ({ event }) => eventLabel(event) },
  {
    id: 'verdict',
    header: t('columns.answer'),
    cell: ({ code }) => (
      <StatusTag tone={tones[code]} variant="plain">
        {t(`verdicts.${code}`)}
      </StatusTag>
    ),
  },
  {
    id: 'reason',
    header: t('columns.reason'),
    cell: answer => sentenceOf(t, text, asking, now, answer),
  },
  ...(onTake
    ? [
        {
          id: 'take',
          header: t('columns.take'),
          cell: ({ event, after }: Answer) =>
            after && (
              <Button
                size="small"
                aria-label={t('takeEvent', { event: eventLabel(event) })}
                onPress={() => onTake(event)}
              >
                {t('take')}
              </Button>
            ),
        },
      ]
    : []),
]
