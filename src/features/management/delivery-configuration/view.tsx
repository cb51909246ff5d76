import type { ReactNode } from 'react'
import { loggedAt } from '../../../domain/dates.ts'
import {
  deliveryFormatLabel,
  deliveryScheduleLabel,
  isConfigurationEnabled,
} from '../../../domain/deliveryConfiguration.ts'
import { countryLabel } from '../../../domain/labels.ts'
import type { Problem } from '../../../domain/problem.ts'
import type { ConfigurationWire } from '../../../domain/wire/deliveries.ts'
import type { ActionHandle } from '../../../hooks/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  DescriptionList,
  LinkButton,
  Page,
  PageHeader,
  PlainTable,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { ConfirmAction } from '../../common/ConfirmAction.tsx'
import { ActionFailure } from '../../common/Loaded.tsx'
import { deliveryConfigurationPath } from '../common/addresses.ts'
import { ConfigurationState } from '../common/ConfigurationState.tsx'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'

export interface DeliveryConfigurationViewProps {
  configuration: ConfigurationWire
  turn: ActionHandle<'ENABLED' | 'DISABLED'>
  remove: ActionHandle<null>
  onDeliver: () => void
  isAsking: boolean
  askProblem: Problem | undefined
  preview: ReactNode
}

/** One delivery configuration: what it delivers, and what can be done with it. */
export function DeliveryConfigurationView(props: DeliveryConfigurationViewProps) {
  const { configuration, turn, remove, onDeliver, isAsking, askProblem, preview } = props
  const t = useMessages('management.deliveries')
  const text = useText()
  const { refusals, content } = configuration
  const isEnabled = isConfigurationEnabled(configuration.state)
  const problem = turn.problem ?? askProblem
  return (
    <Page
      breadcrumbs={<ManagementCrumbs parent="deliveries" />}
      header={
        <PageHeader
          title={configuration.name}
          actions={
            <Row gap={2}>
              <Button
                variant={isEnabled ? 'secondary' : 'primary'}
                disabledReason={isEnabled ? refusals.DISABLE : refusals.ENABLE}
                isPending={turn.isRunning}
                onPress={() => turn.run(isEnabled ? 'DISABLED' : 'ENABLED')}
              >
                {isEnabled ? t('disable') : t('enable')}
              </Button>
              <Button
                variant={isEnabled ? 'primary' : 'secondary'}
                disabledReason={refusals.REQUEST}
                isPending={isAsking}
                onPress={onDeliver}
              >
                {t('deliver')}
              </Button>
            </Row>
          }
        />
      }
    >
      <Stack gap={4}>
        <ActionFailure title={t('notDone')} problem={problem} hasReason />
        <Card title={t('standingTitle')} actions={<ConfigurationState state={configuration.state} />}>
          <Stack gap={4}>
            <DescriptionList items={itemsOf(t, text, configuration)} />
            <Row gap={3}>
              <LinkButton
                href={`${deliveryConfigurationPath(configuration.id)}/edit`}
                disabledReason={refusals.CHANGE}
              >
                {t('edit')}
              </LinkButton>
              <Button variant="danger" disabledReason={refusals.DELETE} onPress={() => remove.ask(null)}>
                {t('delete')}
              </Button>
            </Row>
          </Stack>
        </Card>
        <Card title={t('filesTitle')} padding="none">
          <PlainTable
            caption={t('filesTitle')}
            isCaptionHidden
            stacks
            rows={content.files}
            rowId={({ file }) => file}
            columns={[
              { id: 'file', header: t('file'), cell: ({ file }) => file, isRowHeader: true },
              {
                id: 'columns',
                header: t('columnsOf'),
                cell: ({ columns }) =>
                  columns.length === 0 ? t('keysAlone') : t('columnCount', { count: columns.length }),
              },
              {
                id: 'special',
                header: t('specialOf'),
                cell: ({ file }) => <Reasons reasons={content.reasons.filter(one => one.file === file)} />,
              },
            ]}
          />
        </Card>
        {preview}
      </Stack>
      <ConfirmAction
        action={remove}
        title={t('deleting', { name: configuration.name })}
        confirmLabel={t('delete')}
        tone="danger"
      >
        <p>{t('deletingText')}</p>
      </ConfirmAction>
    </Page>
  )
}

function Reasons({ reasons }: { reasons: readonly { column: string; reason: string }[] }) {
  const t = useMessages('management.deliveries')
  if (reasons.length === 0) return t('noSpecial')
  return (
    <ul>
      {reasons.map(({ column, reason }) => (
        <li key={column}>
          <code>{column}</code>: {reason}
        </li>
      ))}
    </ul>
  )
}

const itemsOf = (t: Translate<'management.deliveries'>, text: ToText, configuration: ConfigurationWire) => {
  const { customer, collection, schedule, content, updatedBy, updatedUtc, lastAskedUtc } = configuration
  const listed = (values: readonly string[]) => (values.length === 0 ? t('all') : values.join(', '))
  return [
    { id: 'customer', term: t('columns.customer'), value: customer.name },
    {
      id: 'collection',
      term: t('columns.collection'),
      value: `${collection.name} (${collection.reference})`,
    },
    { id: 'schedule', term: t('columns.schedule'), value: text(deliveryScheduleLabel(schedule)) },
    { id: 'standing', term: t('form.standing'), value: t(`standing.${content.standing}`) },
    {
      id: 'countries',
      term: t('form.countries'),
      value: listed(content.countries.map(code => text(countryLabel(code)))),
    },
    { id: 'levels', term: t('form.levels'), value: listed(content.levels) },
    { id: 'format', term: t('form.format'), value: text(deliveryFormatLabel(content.format)) },
    {
      id: 'pseudonymised',
      term: t('form.pseudonymised'),
      value: content.isPseudonymised ? t('yes') : t('no'),
    },
    {
      id: 'last',
      term: t('columns.last'),
      value: lastAskedUtc === null ? t('never') : text(loggedAt(lastAskedUtc)),
    },
    {
      id: 'updated',
      term: t('updated'),
      value: t('updatedBy', { at: text(loggedAt(updatedUtc)), name: updatedBy }),
    },
  ]
}
