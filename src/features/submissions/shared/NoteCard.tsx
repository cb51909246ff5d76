import { loggedAt } from '../../../domain/dates.ts'
import { limits } from '../../../domain/limits.ts'
import type { NoteWire } from '../../../domain/wire/notes.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, Card, Form, FormField, Link, Row, Stack } from '../../../ui/index.ts'
import { ActionFailure, type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import styles from './NoteCard.module.css'
import type { NoteHandle } from './useNotes.ts'

function Written({ note }: { note: NoteWire }) {
  const t = useMessages('submissions.notes')
  const text = useText()
  return <p className={styles.quiet}>{t('written', { name: note.by, instant: text(loggedAt(note.at)) })}</p>
}

/** A note with who wrote it. */
function Note({ note }: { note: NoteWire }) {
  return (
    <Stack gap={1}>
      <p className={styles.text}>{note.text}</p>
      <Written note={note} />
    </Stack>
  )
}

/** The note of one rule or report: the provider writes it, everybody else reads it. */
export function NoteCard({ note, isWriter, refusal, write, isWriting, problem }: NoteHandle) {
  const t = useMessages('submissions.notes')
  const text = useText()
  const canWrite = isWriter && refusal === undefined
  return (
    <Card title={t('title')}>
      <WhenLoaded resource={loadedNote(note)} loading={t('loading')} failed={t('loadFailed')}>
        {({ found }) => (
          <Stack gap={3}>
            {canWrite ? (
              <NoteForm found={found} write={write} isWriting={isWriting} />
            ) : found ? (
              <Note note={found} />
            ) : (
              <p>{t('none')}</p>
            )}
            {isWriter && refusal && <p className={styles.quiet}>{text(refusal)}</p>}
            <ActionFailure title={t('failed')} problem={problem} hasReason />
          </Stack>
        )}
      </WhenLoaded>
    </Card>
  )
}

type NoteFormProps = Pick<NoteHandle, 'write' | 'isWriting'> & { found: NoteWire | undefined }

function NoteForm({ found, write, isWriting }: NoteFormProps) {
  const t = useMessages('submissions.notes')
  return (
    <Form
      key={found?.at ?? ''}
      label={t('title')}
      onSubmit={entered => write(String(entered.get('text') ?? ''))}
    >
      <FormField
        name="text"
        label={t('label')}
        description={t('hint')}
        kind="lines"
        isRequired
        maxLength={limits.issueText}
        defaultValue={found?.text ?? ''}
      />
      {found && <Written note={found} />}
      <Row gap={2}>
        <Button type="submit" isPending={isWriting}>
          {t('save')}
        </Button>
        {found && (
          <Button variant="quiet" onPress={() => write('')}>
            {t('remove')}
          </Button>
        )}
      </Row>
    </Form>
  )
}

/** A note that is not there has loaded as well. */
const loadedNote = ({ data, ...rest }: NoteHandle['note']): Loaded<{ found: NoteWire | undefined }> => ({
  ...rest,
  data: rest.status === 'ready' || rest.status === 'former' ? { found: data } : undefined,
})

export interface NoteListProps {
  notes: Loaded<NoteWire[]>
  /** The page of the rule or report in this submission. */
  hrefOf: (note: NoteWire) => string
}

/** Every note of the provider, for those who approve. */
export function NoteList({ notes, hrefOf }: NoteListProps) {
  const t = useMessages('submissions.notes')
  return (
    <Card title={t('list.title')}>
      <WhenLoaded resource={notes} loading={t('loading')} failed={t('loadFailed')} sketch="rows">
        {list =>
          list.length === 0 ? (
            <p>{t('list.none')}</p>
          ) : (
            <ul className={styles.list}>
              {list.map(note => (
                <li key={`${note.subject} ${note.code}`} className={styles.entry}>
                  <Link href={hrefOf(note)}>{note.code}</Link>
                  <span className={styles.quiet}>{note.name}</span>
                  <Note note={note} />
                </li>
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </Card>
  )
}
