import { lazy, Suspense } from 'react'
import { isOpen, plannedMoves } from '../../../domain/collection.ts'
import { calendarDay } from '../../../domain/dates.ts'
import type { BodyOf } from '../../../domain/wire/call.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { changeCollection } from '../../../domain/wire/management.ts'
import { useAction, useServices } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, ConfirmDialog, Form, FormDate, notify, Row, Stack } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'

// Only who plans an opening reads it.
const Opening = lazy(async () => ({ default: (await import('../collections/Opening.tsx')).Opening }))

type Day = 'validationOn' | 'opensOn' | 'closesOn'
type Changes = BodyOf<typeof changeCollection>

/**
 * Sets the days on which a collection moves on automatically; an empty field clears the day (decisions §16). A day on which it opens
 * or closes is confirmed first (decisions §18).
 */
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
  const text = useText()
  const { call } = useServices()
  const { reference, name } = collection
  const save = useAction((body: Changes) => call(changeCollection, { path: { reference }, body }), {
    onDone: (_, changed) => {
      notify({ tone: 'good', title: t('days.saved'), text: changed.name })
      onChanged(changed)
    },
  })
  const send = (entered: FormData) => {
    const body: Changes = Object.fromEntries(days.map(day => [day, String(entered.get(day) ?? '') || null]))
    if (plannedMoves(collection, body).length > 0) save.ask(body)
    else save.run(body)
  }
  const planned = save.action ? plannedMoves(collection, save.action) : []
  const [first] = planned
  return (
    <>
      <Form label={days.map(day => t(`days.${day}`)).join(', ')} onSubmit={send}>
        {!save.isOpen && <ActionFailure title={t('days.failed')} problem={save.problem} hasReason />}
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
      {first && (
        <ConfirmDialog
          title={t(`days.question.${first.state}`, { name, day: text(calendarDay(first.day)) })}
          confirmLabel={t(`days.confirm.${first.state}`)}
          isOpen={save.isOpen}
          isPending={save.isRunning}
          error={text(save.problem?.reason)}
          onConfirm={save.problem ? save.retry : save.confirm}
          onCancel={save.dismiss}
        >
          <Stack gap={3}>
            {planned.map(({ state, day }) =>
              isOpen(state) ? (
                <Suspense key={state}>
                  <Opening collection={collection} day={day} />
                </Suspense>
              ) : (
                <p key={state}>{t('days.closing', { day: text(calendarDay(day)) })}</p>
              ),
            )}
            <p>{t('days.until')}</p>
          </Stack>
        </ConfirmDialog>
      )}
    </>
  )
}
