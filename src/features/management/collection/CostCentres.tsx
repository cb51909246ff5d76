import { loggedAt } from '../../../domain/dates.ts'
import type { Problem } from '../../../domain/problem.ts'
import { getCostCentres, putCostCentres } from '../../../domain/wire/management.ts'
import { useAction, useResource, useServices, useViewer } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Banner, Button, FileButton, Row, Stack } from '../../../ui/index.ts'
import { ActionFailure, WhenLoaded } from '../../common/Loaded.tsx'

/** The reference file of staff and expenditure, beside which the Cost Centre Analysis sets the students (decisions §12). */
export function CostCentres({ reference }: { reference: string }) {
  const t = useMessages('management.collection')
  const text = useText()
  const { call, blob, saveBlob } = useServices()
  const { may } = useViewer()
  const kept = useResource(getCostCentres, { path: { reference } })
  const send = useAction(
    async (file: File) => call(putCostCentres, { path: { reference }, body: { csv: await file.text() } }),
    { onDone: (_, saved) => kept.replace(saved) },
  )
  const download = useAction(() => blob(getCostCentres, { path: { reference } }, 'text/csv'), {
    onDone: (_, csv) => saveBlob(`CostCentres.${reference}.csv`, csv),
  })
  return (
    <WhenLoaded
      resource={kept}
      loading={t('costCentres.loading')}
      failed={t('costCentres.failed')}
      level={3}
      sketch="text"
    >
      {({ costCentres, providers, sentUtc, sentBy }) => (
        <Stack gap={3}>
          <p>
            {sentUtc === null
              ? t('costCentres.none')
              : t('costCentres.kept', {
                  costCentres,
                  providers,
                  at: text(loggedAt(sentUtc)),
                  by: sentBy ?? '',
                })}
          </p>
          {send.problem && <Refusal problem={send.problem} />}
          <ActionFailure title={t('costCentres.notDownloaded')} problem={download.problem} />
          <Row gap={2}>
            {may('management.configure-collection') && (
              <FileButton size="small" accept={['.csv']} onFile={send.run}>
                {send.isRunning ? t('costCentres.sending') : t('costCentres.send')}
              </FileButton>
            )}
            {sentUtc !== null && (
              <Button
                size="small"
                icon="download"
                onPress={() => download.run(undefined)}
                isPending={download.isRunning}
              >
                {t('costCentres.download')}
              </Button>
            )}
          </Row>
        </Stack>
      )}
    </WhenLoaded>
  )
}

/** Why a file was not taken: each line that cannot be. */
function Refusal({ problem }: { problem: Problem }) {
  const t = useMessages('management.collection')
  const text = useText()
  if (!problem.faults) return <ActionFailure title={t('costCentres.refused')} problem={problem} />
  return (
    <Banner tone="failed" title={text(problem.reason)} announced="alert">
      <ul>
        {problem.faults.map(({ line, message }) => (
          <li key={line}>{t('costCentres.fault', { line, why: text(message) })}</li>
        ))}
      </ul>
    </Banner>
  )
}
