import { loggedAt } from '../../../domain/dates.ts'
import type { ProviderNote } from '../../../domain/wire/providerOverview.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Card, Link, PlainTable, Stack } from '../../../ui/index.ts'
import { credibilityPath, rulePath } from '../../common/address.ts'
import styles from './cells.module.css'

const hrefOf = (
  { subject, code, regulatorCode, collection, submissionId }: ProviderNote,
  instId: string,
): string => {
  const { id: collectionId, reference } = collection
  const address = { area: 'monitoring', reference, collectionId, instId, submissionId } as const
  return subject === 'rule' ? rulePath(address, code, regulatorCode) : credibilityPath(address, code, instId)
}

/** What the provider wants its approvers to know, of its latest submissions. */
export function Notes({ notes, instId }: { notes: readonly ProviderNote[]; instId: string }) {
  const t = useMessages('monitoring.provider')
  const text = useText()
  return (
    <Card title={t('notes.title')} hint={t('notes.hint')}>
      {notes.length === 0 ? (
        <p>{t('notes.none')}</p>
      ) : (
        <PlainTable
          caption={t('notes.title')}
          isCaptionHidden
          columns={[
            {
              id: 'about',
              header: t('notes.about'),
              isRowHeader: true,
              cell: note => (
                <span className={styles.about}>
                  <Link href={hrefOf(note, instId)} variant="row">
                    {note.code}
                  </Link>
                  <span>{note.name}</span>
                </span>
              ),
            },
            { id: 'collection', header: t('columns.collection'), cell: ({ collection }) => collection.name },
            {
              id: 'note',
              header: t('notes.note'),
              cell: note => <p className={styles.text}>{note.text}</p>,
            },
            {
              id: 'written',
              header: t('notes.written'),
              cell: ({ by, at }) => (
                <Stack gap={0}>
                  <span>{by}</span>
                  <span>{text(loggedAt(at))}</span>
                </Stack>
              ),
            },
          ]}
          rows={notes}
          rowId={({ collection, subject, code }) => `${collection.id} ${subject} ${code}`}
          stacks
        />
      )}
    </Card>
  )
}
