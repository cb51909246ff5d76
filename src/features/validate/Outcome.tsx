import { bytes, bytesOf } from '../../domain/bytes.ts'
import { byteOrderMark } from '../../domain/csv.ts'
import { shownFileName } from '../../domain/fileName.ts'
import { failuresEnd, failuresHeading } from '../../domain/schemaFailure.ts'
import type { ValidateServices } from '../../hooks/validatePage.ts'
import type { CheckOutcome, ValidatePageContext } from '../../machines/validate-page/index.ts'
import { type Translate, useMessages, useText } from '../../messages/index.ts'
import { Banner, Button, Card, Hidden, ProgressBar, Stack } from '../../ui/index.ts'
import { ErrorsByField } from '../common/ErrorsByField.tsx'
import { ActionFailure } from '../common/Loaded.tsx'
import { Faults } from './Faults.tsx'
import type { SetupProps } from './Setup.tsx'

interface OutcomeProps extends SetupProps {
  services: ValidateServices
}

/** The check under way, and what it found. */
export function Outcome(props: OutcomeProps) {
  const t = useMessages('validate')
  const { snapshot } = props
  const { outcome, problem } = snapshot.context
  return (
    <>
      {snapshot.hasTag('checking') && <Checking {...props} />}
      {snapshot.matches({ idle: 'failed' }) && (
        <ActionFailure title={t('failed.title')} problem={problem} hasReason />
      )}
      {outcome?.kind === 'valid' && <Valid {...props} outcome={outcome} />}
      {outcome?.kind === 'faulty' && <Faulty {...props} outcome={outcome} />}
    </>
  )
}

function Checking({ snapshot, send }: OutcomeProps) {
  const t = useMessages('validate')
  const text = useText()
  const { file, progress } = snapshot.context
  const total = file?.size ?? 0
  const done = progress?.done ?? 0
  const name = shownFileName(file?.name ?? '')
  return (
    <Card>
      <Stack gap={3}>
        <Hidden>
          <span role="status">{t('checking', { name })}</span>
        </Hidden>
        <ProgressBar
          label={t('checking', { name })}
          value={total > 0 ? done / total : 0}
          amount={text(bytesOf(done, total))}
          detail={
            <Button size="small" onPress={() => send({ type: 'CANCEL' })}>
              {t('cancel')}
            </Button>
          }
        />
      </Stack>
    </Card>
  )
}

/** What the file was checked against, in the words of a sentence; undefined for no schema. */
const schemaWords = (
  t: Translate<'validate'>,
  { schema, offer }: Pick<ValidatePageContext, 'schema' | 'offer'>,
): string | undefined => {
  if (schema.kind === 'files') return t('valid.ownFiles', { count: schema.files.length })
  const published = schema.kind === 'published' && offer.find(one => one.reference === schema.reference)
  return published ? t('schema.option', published) : undefined
}

function Unchecked({ outcome }: { outcome: CheckOutcome }) {
  const t = useMessages('validate')
  return outcome.unchecked.map(({ name, line }) => <p key={name}>{t('unchecked', { name, line })}</p>)
}

function Valid({ snapshot, outcome }: OutcomeProps & { outcome: CheckOutcome }) {
  const t = useMessages('validate')
  const text = useText()
  const { file } = snapshot.context
  const name = shownFileName(file?.name ?? '')
  const size = text(bytes(file?.size ?? 0))
  const schema = schemaWords(t, snapshot.context)
  return (
    <Banner
      tone="good"
      announced="status"
      title={t(schema === undefined ? 'valid.wellFormed' : 'valid.fits', { name })}
    >
      <p>{schema === undefined ? t('valid.noSchema', { size }) : t('valid.text', { size, schema })}</p>
      <Unchecked outcome={outcome} />
    </Banner>
  )
}

type FaultyOutcome = Extract<CheckOutcome, { kind: 'faulty' }>

function Faulty(props: OutcomeProps & { outcome: FaultyOutcome }) {
  const t = useMessages('validate')
  const errors = useMessages('schemaErrors')
  const text = useText()
  const { snapshot, outcome, services } = props
  const { reason, file, total, faults, groups } = outcome
  const name = shownFileName(file.name)
  const report = reason === 'findings' ? services.files.report(file.id) : undefined
  const shown = services.text(file.id)
  const save = (content: Blob) => {
    const csv = [
      byteOrderMark,
      failuresHeading(text),
      content,
      ...failuresEnd(text, total - faults.length, outcome.unchecked),
    ]
    services.saveBlob(
      `SchemaErrors.${file.name.replace(/\.[^.]*$/, '')}.csv`,
      new Blob(csv, { type: content.type }),
    )
  }
  return (
    <>
      <Banner
        tone="failed"
        announced="status"
        title={
          reason === 'findings'
            ? t('faulty.findings', { count: total, kinds: groups.length })
            : t(`faulty.${reason}`, { name })
        }
        actions={
          report && (
            <Button icon="download" onPress={() => save(report)}>
              {t('save', { count: total })}
            </Button>
          )
        }
      >
        <p>
          {reason === 'findings'
            ? t('faulty.text.findings', {
                name,
                size: text(bytes(file.size)),
                schema: schemaWords(t, snapshot.context) ?? '',
              })
            : t(`faulty.text.${reason}`)}
        </p>
        {total > faults.length && <p>{t('faulty.capped', { kept: faults.length })}</p>}
        <Unchecked outcome={outcome} />
      </Banner>
      {shown && <Faults {...props} text={shown} />}
      {groups.length > 0 && (
        <Card title={t('groups.title')} hint={errors('hint')} padding="none">
          <ErrorsByField groups={groups} />
        </Card>
      )}
    </>
  )
}
