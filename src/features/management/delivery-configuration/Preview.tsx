import type { ResponseOf } from '../../../domain/wire/call.ts'
import { type ConfigurationWire, previewDelivery } from '../../../domain/wire/deliveries.ts'
import { useAction, useServices } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Card, PlainTable, Row, ScrollRegion, Select, Stack } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import styles from './Preview.module.css'

/** The first rows of a file that is chosen, and how much would be delivered now. */
export function Preview({ configuration }: { configuration: ConfigurationWire }) {
  const t = useMessages('management.deliveries')
  const { call } = useServices()
  const { customerId, collectionReference, content } = configuration
  const preview = useAction((file: string) =>
    call(previewDelivery, { body: { customerId, collectionReference, content, file } }),
  )
  return (
    <Card title={t('preview.title')} hint={t('preview.hint')}>
      <Stack gap={4}>
        <Row>
          <Select
            label={t('preview.file')}
            value={preview.action ?? null}
            placeholder={t('preview.choose')}
            options={content.files.map(({ file }) => ({ id: file, label: file }))}
            onChange={preview.run}
          />
        </Row>
        <ActionFailure title={t('preview.failed')} problem={preview.problem} hasReason />
        {preview.output && <Shown file={preview.action ?? ''} shown={preview.output} />}
      </Stack>
    </Card>
  )
}

function Shown({ file, shown }: { file: string; shown: ResponseOf<typeof previewDelivery> }) {
  const t = useMessages('management.deliveries')
  const { submissions, provider, rows, columns, cells } = shown
  if (provider === null) return <p>{t('preview.none')}</p>
  const counts = t('preview.counts', { submissions, rows, provider, file })
  const [reason] = columns.flatMap(({ withheld }) => withheld ?? [])
  // Of some files no row is given to readers whom its being there would tell something.
  if (rows > 0 && cells.length === 0 && reason !== undefined)
    return (
      <>
        <p>{counts}</p>
        <p>{t('preview.noRows', { reason })}</p>
      </>
    )
  return (
    <>
      <p>
        {counts} {cells.length > 0 && t('preview.first')}
      </p>
      <ScrollRegion label={t('preview.caption', { file })}>
        <PlainTable
          caption={t('preview.caption', { file })}
          isCaptionHidden
          rows={cells.map((cell, at) => ({ id: String(at), cell }))}
          rowId={({ id }) => id}
          columns={columns.map(({ name, withheld }, at) => ({
            id: name,
            header: name,
            cell: ({ cell }: { cell: (string | null)[] }) => (
              <span className={styles.value}>
                {withheld === undefined ? cell[at] : <span className={styles.withheld}>{withheld}</span>}
              </span>
            ),
          }))}
        />
      </ScrollRegion>
    </>
  )
}
