import { bytes } from '../../domain/bytes.ts'
import { shownFileName } from '../../domain/fileName.ts'
import {
  type CheckedFile,
  selectCanCheck,
  type ValidatePageEvent,
  type ValidatePageSnapshot,
} from '../../machines/validate-page/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { Button, DropZone, ErrorSummary, FileButton, FileCard, Select, Stack } from '../../ui/index.ts'
import { ActionFailure } from '../common/Loaded.tsx'
import styles from './page.module.css'

export interface SetupProps {
  snapshot: ValidatePageSnapshot
  send: (event: ValidatePageEvent) => void
  pick: (files: readonly File[]) => void
}

const chooseId = 'choose-file'
/** Id of the option for no published schema: no reference is empty. */
const noSchema = ''

/** What is checked against what. */
export function Setup({ goToSignIn, ...props }: SetupProps & { goToSignIn: () => void }) {
  const t = useMessages('validate')
  const text = useText()
  const { snapshot, send, pick } = props
  const { refusal, problem, schema } = snapshot.context
  const refused = text(refusal)
  const isChecking = snapshot.hasTag('checking')
  // What was found is to be in sight: what was chosen takes one line.
  const isCompact = snapshot.hasTag('result') && schema.kind !== 'none'
  const isOfferMissing = problem !== undefined && snapshot.matches({ idle: 'choosing' })
  return (
    <Stack gap={4}>
      {refused && (
        <ErrorSummary key={refused} title={t('refusal.title')} controlId={chooseId}>
          {refused}
        </ErrorSummary>
      )}
      {isOfferMissing && (
        <ActionFailure
          title={t('offer.failed')}
          problem={problem}
          {...(problem.kind === 'unauthorised' && { onRetry: goToSignIn })}
        >
          {t('offer.text')}
        </ActionFailure>
      )}
      <div className={styles.setup} data-compact={isCompact || undefined}>
        <Document {...props} isFixed={isChecking} />
        <Schema {...props} isFixed={isChecking} />
        {!isChecking && (
          <div className={styles.act}>
            <Button
              variant="primary"
              size="large"
              disabledReason={selectCanCheck(snapshot) ? undefined : t('check.noFile')}
              onPress={() => send({ type: 'CHECK' })}
            >
              {t(snapshot.hasTag('result') ? 'check.again' : 'check')}
            </Button>
            {schema.kind === 'files' && (
              <FileButton accept={['.xsd']} takesSeveral onFiles={pick}>
                {t('schema.add')}
              </FileButton>
            )}
            {schema.kind === 'none' && <p>{t('check.noSchema')}</p>}
          </div>
        )}
      </div>
    </Stack>
  )
}

interface PartProps extends SetupProps {
  /** While the file is checked. */
  isFixed: boolean
}

interface ChosenProps extends Pick<PartProps, 'send' | 'isFixed'> {
  file: CheckedFile
}

function Chosen({ file, send, isFixed }: ChosenProps) {
  const t = useMessages('validate')
  const text = useText()
  const name = shownFileName(file.name)
  return (
    <FileCard
      name={name}
      size={text(bytes(file.size))}
      actions={
        !isFixed && (
          <Button
            size="small"
            variant="quiet"
            icon="close"
            aria-label={t('file.remove', { name })}
            onPress={() => send({ type: 'FILE_REMOVED', id: file.id })}
          />
        )
      }
    />
  )
}

/** The file to check. */
function Document({ snapshot, pick, ...part }: PartProps) {
  const t = useMessages('validate')
  const { file } = snapshot.context
  return (
    <section className={styles.side} aria-label={t('file.title')}>
      <h2>{t('file.title')}</h2>
      {file ? (
        <Chosen file={file} {...part} />
      ) : (
        <DropZone
          label={t('file.drop')}
          hint={t('file.hint')}
          accept={[]}
          takesSeveral
          buttonId={chooseId}
          buttonLabel={t('file.choose')}
          onFiles={pick}
        />
      )}
    </section>
  )
}

/** Files of a schema, or a published one. */
function Schema({ snapshot, pick, ...part }: PartProps) {
  const t = useMessages('validate')
  const { schema, offer } = snapshot.context
  const { send } = part
  return (
    <section className={styles.side} aria-label={t('schema.title')}>
      <h2>{t('schema.title')}</h2>
      {schema.kind === 'files' && (
        <Stack gap={2}>
          {schema.files.map(file => (
            <Chosen key={file.id} file={file} {...part} />
          ))}
        </Stack>
      )}
      {schema.kind === 'none' && (
        <DropZone
          label={t('schema.drop')}
          hint={t('schema.hint')}
          accept={['.xsd']}
          takesSeveral
          buttonLabel={t('schema.choose')}
          onFiles={pick}
        />
      )}
      {offer.length > 0 && schema.kind !== 'files' && (
        <Select
          label={t('schema.published')}
          value={schema.kind === 'published' ? schema.reference : noSchema}
          options={[
            { id: noSchema, label: t('schema.none') },
            ...offer.map(({ reference, name, schema: version }) => ({
              id: reference,
              label: t('schema.option', { name, schema: version }),
            })),
          ]}
          onChange={id => send({ type: 'SCHEMA_CHOSEN', reference: id === noSchema ? undefined : id })}
        />
      )}
    </section>
  )
}
