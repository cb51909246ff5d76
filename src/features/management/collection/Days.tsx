import type { BodyOf } from '../../../domain/wire/call.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { changeCollection } from '../../../domain/wire/management.ts'
import { useAction, useServices } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, Form, FormDate, notify, Row } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'

type Day = 'validationOn' | 'opensOn' | 'closesOn'

/** Sets the days on which a collection moves on automatically; an empty field clears the day (decisions §16). */
export function Days({
  collection,
  days,
  onChanged,
}: {
  collection: CollectionWire
  days: readonly Day[]
  onChanged: (collection: CollectionWire) => void
}) {
  const t = useMessages('management.collection')
  const { call } = useServices()
  const { reference } = collection
  const save = useAction(
    (body: BodyOf<typeof changeCollection>) => call(changeCollection, { path: { reference }, body }),
    {
      onDone: (_, changed) => {
        notify({ tone: 'good', title: t('days.saved'), text: changed.name })
        onChanged(changed)
      },
    },
  )
  return (
    <Form
      label={days.map(day => t(`days.${day}`)).join(', ')}
      onSubmit={entered =>
        save.run(Object.fromEntries(days.map(day => [day, String(entered.get(day) ?? '') || null])))
      }
    >
      <ActionFailure title={t('days.failed')} problem={save.problem} hasReason />
      <Row gap={3} align="end">
        {days.map(day => {
          const value = collection[day]
          return (
            <FormDate
              // A saved day, also one of another user, fills the field again.
              key={`${day} ${value}`}
              name={day}
              label={t(`days.${day}`)}
              isRequired={false}
              {...(value === null ? {} : { defaultValue: value })}
            />
          )
        })}
        <Button type="submit" size="small" isPending={save.isRunning}>
          {t('days.save')}
        </Button>
      </Row>
    </Form>
  )
}
