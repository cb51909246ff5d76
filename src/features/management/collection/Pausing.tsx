import { limits } from '../../../domain/limits.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { changeCollection } from '../../../domain/wire/management.ts'
import { useAction, useServices } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, Form, FormField, Stack, StatusTag } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'

/** Pauses submissions with a reason that providers see, or lets them go on (decisions §15). */
export function Pausing({
  collection,
  mayChange,
  onChanged,
}: {
  collection: CollectionWire
  mayChange: boolean
  onChanged: (collection: CollectionWire) => void
}) {
  const t = useMessages('management.collection')
  const { call } = useServices()
  const { reference, allowSubmissions, pauseReason } = collection
  const change = useAction(
    (reason: string | null) => call(changeCollection, { path: { reference }, body: { pauseReason: reason } }),
    { onDone: (_, changed) => onChanged(changed) },
  )
  return (
    <Stack gap={3}>
      <ActionFailure title={t('pause.failed')} problem={change.problem} hasReason />
      <StatusTag tone={allowSubmissions ? 'good' : 'attention'} variant="plain">
        {t(allowSubmissions ? 'pause.accepted' : 'pause.paused')}
      </StatusTag>
      {pauseReason !== null && <p>{pauseReason}</p>}
      {mayChange &&
        (allowSubmissions ? (
          <Form
            label={t('pause.title')}
            onSubmit={entered => change.run(String(entered.get('reason')).trim())}
          >
            <Stack gap={2}>
              <FormField
                name="reason"
                kind="lines"
                label={t('pause.reason')}
                description={t('pause.reasonHelp')}
                maxLength={limits.pauseReason}
                isRequired
              />
              <div>
                <Button type="submit" size="small" isPending={change.isRunning}>
                  {t('pause.title')}
                </Button>
              </div>
            </Stack>
          </Form>
        ) : (
          <div>
            <Button size="small" isPending={change.isRunning} onPress={() => change.run(null)}>
              {t('pause.resume')}
            </Button>
          </div>
        ))}
    </Stack>
  )
}
