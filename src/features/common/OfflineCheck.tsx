import { packageFileName } from '../../domain/specificationPackage.ts'
import { getSpecificationPackage } from '../../domain/wire/published.ts'
import { useAction, useServices } from '../../hooks/index.ts'
import { useMessages } from '../../messages/index.ts'
import { Button, CopyId, Row, Stack } from '../../ui/index.ts'
import { ActionFailure } from './Loaded.tsx'

/** A specification as a file for the offline check, with the command that uses it (decisions §17). */
export function OfflineCheck({ id, version }: { id: number; version: string }) {
  const t = useMessages('common')
  const { blob, saveBlob } = useServices()
  const file = packageFileName(version)
  const download = useAction(
    (_: null) => blob(getSpecificationPackage, { path: { id: String(id) } }, 'application/zip'),
    { onDone: (_, content) => saveBlob(file, content) },
  )
  return (
    <Stack gap={2}>
      <ActionFailure title={t('offline.failed')} problem={download.problem} />
      <Row gap={2}>
        <Button
          size="small"
          icon="download"
          onPress={() => download.run(null)}
          isPending={download.isRunning}
        >
          {t('offline.download')}
        </Button>
      </Row>
      <p>
        {t('offline.use')}{' '}
        <CopyId
          value={['bedel-validate', 'file.xml', '--package', file].join(' ')}
          label={t('offline.command')}
          isWhole
        />
      </p>
    </Stack>
  )
}
