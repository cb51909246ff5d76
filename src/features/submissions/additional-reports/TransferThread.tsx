import { loggedAt } from '../../../domain/dates.ts'
import type { Problem } from '../../../domain/problem.ts'
import { longestTransferMessage } from '../../../domain/transfer.ts'
import type { TransferMessageWire } from '../../../domain/wire/additionalReports.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, Disclosure, EventList, Form, FormField, Row, Stack } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'

/** Writing to the other provider of a transfer. */
export interface WritingHandle {
  /** Whether the viewer may write. */
  isOffered: boolean
  send: (instId: string, text: string) => void
  /** The provider to which a message is on its way. */
  pending: string | undefined
  problem: Problem | undefined
}

export interface TransferThreadProps {
  other: { instId: string; name: string; messages: readonly TransferMessageWire[] }
  writing: WritingHandle
}

/** What two providers wrote to each other about a transfer, and a field for the next message. */
export function TransferThread({ other: { instId, name, messages }, writing }: TransferThreadProps) {
  const t = useMessages('submissions.additional-reports')
  const text = useText()
  if (messages.length === 0 && !writing.isOffered) return null
  return (
    <Disclosure
      title={t('thread.title', { provider: name, count: messages.length })}
      startsOpen={messages.length > 0}
    >
      <Stack gap={3}>
        {messages.length > 0 && (
          <EventList
            label={t('thread.label', { provider: name })}
            events={messages.map(({ by, at, text: said, isOwn }) => ({
              id: at,
              icon: 'comment',
              tone: isOwn ? 'neutral' : 'attention',
              title: said,
              hint: by,
              at: text(loggedAt(at)),
            }))}
          />
        )}
        {writing.isOffered && (
          // A message that was sent leaves an empty field.
          <Form
            key={messages.length}
            label={t('thread.form', { provider: name })}
            onSubmit={entered => writing.send(instId, String(entered.get('text') ?? ''))}
          >
            <FormField
              name="text"
              kind="lines"
              label={t('thread.field', { provider: name })}
              maxLength={longestTransferMessage}
              isRequired
            />
            <ActionFailure title={t('thread.failed')} problem={writing.problem} />
            <Row>
              <Button type="submit" size="small" isPending={writing.pending === instId}>
                {t('thread.send')}
              </Button>
            </Row>
          </Form>
        )}
      </Stack>
    </Disclosure>
  )
}
