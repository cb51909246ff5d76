import { limits } from '../../../domain/limits.ts'
import type { Stream } from '../../../domain/stream.ts'
import { addStream, makeStreamAvailable } from '../../../domain/wire/management.ts'
import { useAction, useServices } from '../../../hooks/index.ts'
import { useSession } from '../../../hooks/session.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, Card, Disclosure, Form, FormField, notify, PlainTable, Stack } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'

const threeDigits = /^\d{3}$/

/** The streams of collections: an administrator makes one available, or adds one (decisions §17). */
export function Streams({ streams, onChanged }: { streams: readonly Stream[]; onChanged: () => void }) {
  const t = useMessages('management.collections')
  const { call } = useServices()
  const session = useSession()
  const onDone = ({ name }: { name: string }) => {
    notify({ tone: 'good', title: t('streams.added'), text: name })
    onChanged()
    // The header lists the streams of the session.
    session.send({ type: 'ORGANISATION_CHANGED' })
  }
  const make = useAction(
    ({ id }: { id: string; name: string }) => call(makeStreamAvailable, { path: { id } }),
    { onDone },
  )
  const add = useAction((body: { id: string; name: string }) => call(addStream, { body }), { onDone })
  return (
    <Card title={t('streams.title')}>
      <Stack gap={4}>
        <p>{t('streams.text')}</p>
        <ActionFailure title={t('streams.failed')} problem={make.problem ?? add.problem} hasReason />
        <PlainTable
          caption={t('streams.title')}
          isCaptionHidden
          columns={[
            { id: 'name', header: t('streams.name'), cell: ({ name }) => name, isRowHeader: true },
            { id: 'id', header: t('streams.id'), cell: ({ id }) => id },
            {
              id: 'state',
              header: t('streams.state'),
              cell: ({ id, name, isAvailable }) =>
                isAvailable ? (
                  t('streams.available')
                ) : (
                  <Button size="small" isPending={make.isRunning} onPress={() => make.run({ id, name })}>
                    {t('streams.makeAvailable', { name })}
                  </Button>
                ),
            },
          ]}
          rows={streams}
          rowId={({ id }) => id}
        />
        <Disclosure title={t('streams.add')}>
          <Form
            label={t('streams.add')}
            onSubmit={entered =>
              add.run({
                id: String(entered.get('id') ?? '').trim(),
                name: String(entered.get('name') ?? '').trim(),
              })
            }
          >
            <Stack gap={4}>
              <FormField
                name="id"
                label={t('streams.id')}
                description={t('streams.idHelp')}
                kind="number"
                maxLength={3}
                isRequired
                validate={value =>
                  value.trim() === '' ||
                  (threeDigits.test(value.trim()) && !streams.some(({ id }) => id === value.trim()))
                    ? undefined
                    : t('streams.idFault')
                }
              />
              <FormField name="name" label={t('streams.name')} maxLength={limits.streamName} isRequired />
              <Button type="submit" isPending={add.isRunning}>
                {t('streams.addAction')}
              </Button>
            </Stack>
          </Form>
        </Disclosure>
      </Stack>
    </Card>
  )
}
