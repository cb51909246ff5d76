import { workbookType } from '../../domain/wire/call.ts'
import { exportCollectionSubmissions } from '../../domain/wire/collections.ts'
import { useAction, useServices } from '../../hooks/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { Button, notify, Row } from '../../ui/index.ts'

const formats = {
  csv: { accept: 'text/csv', ending: 'csv' },
  xlsx: { accept: workbookType, ending: 'xlsx' },
} as const
type Format = keyof typeof formats

export interface ExportProps {
  reference: string
  /** Providers of the rows that the filters leave, in the order of the table. */
  instIds: () => string[]
}

/** The monitoring table as a file, as it is filtered and sorted. */
export function Export({ reference, instIds }: ExportProps) {
  const t = useMessages('monitoring')
  const text = useText()
  const { blob, saveBlob } = useServices()
  const exported = useAction(
    (format: Format) =>
      blob(
        exportCollectionSubmissions,
        { path: { reference }, body: { instIds: instIds() } },
        formats[format].accept,
      ),
    {
      onDone: (format, file) => saveBlob(`monitoring.${reference}.${formats[format].ending}`, file),
      onFailed: ({ reason }) => notify({ tone: 'failed', title: t('export.failed'), text: text(reason) }),
    },
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={t('export.label')}>
      <Row gap={1} isTight>
        {(Object.keys(formats) as Format[]).map(format => (
          <Button
            key={format}
            variant="quiet"
            size="small"
            icon="download"
            onPress={() => exported.run(format)}
            isPending={exported.isRunning && exported.action === format}
          >
            {t(`export.${format}`)}
          </Button>
        ))}
      </Row>
    </div>
  )
}
