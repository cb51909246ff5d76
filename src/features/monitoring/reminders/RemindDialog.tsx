import { limits } from '../../../domain/limits.ts'
import type { ReminderWire, SkippedReminder } from '../../../domain/wire/reminders.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  Button,
  Checkbox,
  Dialog,
  Disclosure,
  Form,
  FormField,
  Link,
  Row,
  Skeleton,
  Stack,
  StatusTag,
} from '../../../ui/index.ts'
import { monitoredProviderPath } from '../../common/address.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import styles from './RemindDialog.module.css'
import type { Reminding } from './useReminding.ts'

/** A reminder, or a letter about a rule of this name, before it is sent: its receivers, who is skipped and why, and the e-mail to each provider (decisions §16). */
export function RemindDialog({ reminding, rule }: { reminding: Reminding; rule?: string }) {
  const t = useMessages('monitoring')
  const { asked, preview, sending } = reminding
  if (!asked) return null
  const count = preview?.reminders.length ?? 0
  const title =
    rule === undefined
      ? t('reminders.title', { count: asked.instIds.length })
      : t('reminders.aboutRule', { count: asked.instIds.length, rule })
  return (
    <Dialog title={title} size="large" isOpen onClose={reminding.close}>
      <Form label={title} onSubmit={entered => reminding.send(String(entered.get('words') ?? ''))}>
        <ActionFailure title={t('reminders.noPreview')} problem={reminding.problem} />
        <ActionFailure title={t('reminders.failed')} problem={sending.problem} />
        {preview ? (
          <Recipients {...preview} />
        ) : (
          !reminding.problem && <Skeleton shape="rows" label={t('reminders.loading')} />
        )}
        <Checkbox isSelected={asked.skipsRecent} onChange={reminding.skipRecent}>
          {t('reminders.skipRecent')}
        </Checkbox>
        {preview && <Mails reminders={preview.reminders} />}
        <FormField
          name="words"
          kind="lines"
          label={t('reminders.words')}
          description={t('reminders.wordsHelp')}
          maxLength={limits.reminderWords}
        />
        <Row gap={2}>
          <Button
            type="submit"
            variant="primary"
            icon="bell"
            isPending={sending.isRunning}
            disabledReason={
              count > 0 ? undefined : t(rule === undefined ? 'reminders.nobody' : 'reminders.nobodyToWrite')
            }
          >
            {t(rule === undefined ? 'reminders.send' : 'reminders.sendLetters', { count })}
          </Button>
          <Button onPress={reminding.close}>{t('reminders.cancel')}</Button>
          <span className={styles.quiet}>{t('reminders.recorded')}</span>
        </Row>
      </Form>
    </Dialog>
  )
}

/** More providers without a contact than this are folded. */
const fewProviders = 3

function Recipients({
  reminders,
  skipped,
}: {
  reminders: readonly ReminderWire[]
  skipped: readonly SkippedReminder[]
}) {
  const t = useMessages('monitoring')
  const people = reminders.reduce((total, one) => total + one.people.length, 0)
  const because = (reason: SkippedReminder['reason']) => skipped.filter(one => one.reason === reason)
  return (
    <Stack gap={1}>
      <StatusTag tone={reminders.length > 0 ? 'good' : 'neutral'} variant="plain">
        {t('reminders.recipients', { count: reminders.length, people })}
      </StatusTag>
      {because('noContact').length > fewProviders ? (
        <Disclosure title={t('reminders.noContacts', { count: because('noContact').length })}>
          <NoContacts providers={because('noContact')} />
        </Disclosure>
      ) : (
        <NoContacts providers={because('noContact')} />
      )}
      {(['recent', 'notItsTurn', 'notOutside'] as const).map(
        reason =>
          because(reason).length > 0 && (
            <StatusTag key={reason} tone="neutral" variant="plain">
              {t(`reminders.${reason}`, {
                providers: because(reason)
                  .map(({ name }) => name)
                  .join(', '),
              })}
            </StatusTag>
          ),
      )}
    </Stack>
  )
}

function NoContacts({ providers }: { providers: readonly SkippedReminder[] }) {
  const t = useMessages('monitoring')
  return providers.map(({ instId, name }) => (
    <Row key={instId} gap={2}>
      <StatusTag tone="attention" variant="plain">
        {t('reminders.noContact', { provider: name })}
      </StatusTag>
      <Link href={monitoredProviderPath(instId)} aria-label={t('reminders.addContactTo', { provider: name })}>
        {t('reminders.addContact')}
      </Link>
    </Row>
  ))
}

/** The e-mail to each provider: that to the first one open, those to many others folded. */
function Mails({ reminders }: { reminders: readonly ReminderWire[] }) {
  const t = useMessages('monitoring')
  const [first, ...others] = reminders
  return (
    <Stack gap={1}>
      {first && <Mail reminder={first} startsOpen />}
      {others.length > fewProviders ? (
        <Disclosure title={t('reminders.others', { count: others.length })}>
          {others.map(one => (
            <Mail key={one.instId} reminder={one} />
          ))}
        </Disclosure>
      ) : (
        others.map(one => <Mail key={one.instId} reminder={one} />)
      )}
    </Stack>
  )
}

function Mail({ reminder, startsOpen = false }: { reminder: ReminderWire; startsOpen?: boolean }) {
  const t = useMessages('monitoring')
  const { name, people, subject, paragraphs } = reminder
  return (
    <Disclosure title={t('reminders.preview', { provider: name })} startsOpen={startsOpen}>
      <div className={styles.mail}>
        <p>
          <span className={styles.quiet}>{t('reminders.to')}</span> {people.join(', ')}
        </p>
        <p>
          <span className={styles.quiet}>{t('reminders.subject')}</span> <strong>{subject}</strong>
        </p>
        <hr />
        {paragraphs.map(paragraph => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Disclosure>
  )
}
