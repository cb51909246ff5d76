import { loggedAt } from '../../../domain/dates.ts'
import { type AuditVerificationWire, verifyWholeAudit } from '../../../domain/wire/audit.ts'
import { useAction, useResource, useServices } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Banner, Button, CopyId, Disclosure, formatCount, Row, Skeleton, Stack } from '../../../ui/index.ts'
import { ActionFailure, LoadFailure } from '../../common/Loaded.tsx'
import { checkCommand, proofFile } from './checkCommand.ts'

/** Whether the whole audit is as it was sealed, with the file by which anybody else can compare it. */
export function Chain() {
  const t = useMessages('management.audit')
  const { call, saveText } = useServices()
  const verified = useResource(verifyWholeAudit, { query: {} })
  const again = useAction((_: null) => call(verifyWholeAudit, { query: { again: '1' } }), {
    onDone: () => verified.retry(),
  })
  if (verified.status === 'failed')
    return (
      <LoadFailure title={t('chain.failed')} problem={verified.problem} onRetry={verified.retry} level={0} />
    )
  if (!verified.data) return <Skeleton label={t('chain.loading')} />
  return (
    <>
      <ActionFailure title={t('chain.failed')} problem={again.problem} />
      <ChainView
        report={verified.data}
        isVerifying={again.isRunning}
        onVerify={() => again.run(null)}
        onSave={({ checkpoint, verifierKey }) =>
          saveText(proofFile, JSON.stringify({ checkpoint, verifierKey }, null, 2), 'application/json')
        }
      />
    </>
  )
}

export interface ChainViewProps {
  report: AuditVerificationWire
  isVerifying: boolean
  onVerify: () => void
  onSave: (report: AuditVerificationWire) => void
}

/** The result of the last reading of the whole audit. */
export function ChainView({ report, isVerifying, onVerify, onSave }: ChainViewProps) {
  const t = useMessages('management.audit')
  const text = useText()
  const { faults, sealed, waiting, checkpoints, first, last, checked, checkpoint } = report
  return (
    <Banner
      tone={faults.length === 0 ? 'good' : 'failed'}
      title={faults.length === 0 ? t('chain.good') : t('chain.broken', { count: faults.length })}
      announced="status"
      isWide
      actions={
        <Row>
          <Button size="small" isPending={isVerifying} onPress={onVerify}>
            {t('chain.again')}
          </Button>
          {checkpoint !== null && (
            <Button size="small" icon="download" onPress={() => onSave(report)}>
              {t('chain.file')}
            </Button>
          )}
        </Row>
      }
    >
      <p>
        {first !== null && last !== null
          ? t('chain.span', {
              entries: sealed + waiting,
              seals: checkpoints,
              from: text(loggedAt(first)),
              to: text(loggedAt(last)),
              checked: text(loggedAt(checked)),
            })
          : t('chain.empty', { checked: text(loggedAt(checked)) })}
      </p>
      {checkpoint !== null && (
        <Disclosure title={t('chain.yourself')}>
          <Stack gap={2}>
            <ol>
              <li>{t('chain.steps.save', { file: proofFile })}</li>
              <li>
                {t('chain.steps.run')} <CopyId value={checkCommand} label={t('chain.command')} isWhole />
              </li>
              <li>{t('chain.steps.read')}</li>
              <li>
                {t('chain.steps.key')} <CopyId value={report.verifierKey} label={t('proof.key')} isWhole />
              </li>
            </ol>
            <p>{t('chain.steps.keep')}</p>
          </Stack>
        </Disclosure>
      )}
      {faults.length > 0 && (
        <ul>
          {faults.map(({ position, text: found }) => (
            <li key={`${position} ${found}`}>
              {position === null
                ? found
                : t('chain.fault', { position: formatCount(position + 1), text: found })}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  )
}
