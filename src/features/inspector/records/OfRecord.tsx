import type { ReactNode } from 'react'
import { type ChartHistory, getChartHistory } from '../../../domain/wire/chartHistories.ts'
import { useResource } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { CopyId, LinkButton, Row, Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { nothingOfRecord, useInspectorAddress } from '../address.ts'
import type { ViewProps } from '../views.ts'
import { stateLabel } from './naming.ts'
import { RecordPicker } from './RecordPicker.tsx'

interface OfRecordProps extends ViewProps {
  children: (history: ChartHistory) => ReactNode
}

/** What is shown of one record of a chart, or the choice of one. */
export function OfRecord({ chart, children }: OfRecordProps) {
  const subject = useInspectorAddress().parameter('subject')
  if (subject === undefined) return <RecordPicker chart={chart} />
  return (
    <Chosen key={subject} chart={chart} subject={subject}>
      {children}
    </Chosen>
  )
}

function Chosen({ chart, subject, children }: OfRecordProps & { subject: string }) {
  const t = useMessages('inspector.records')
  const { hrefOf } = useInspectorAddress()
  const history = useResource(getChartHistory, { path: { chartId: chart.id }, query: { subject } })
  return (
    <WhenLoaded resource={history} loading={t('loading')} failed={t('failed')}>
      {data => (
        <Stack gap={4}>
          <Row justify="between" align="center">
            <Row gap={3} align="center">
              <strong>{data.name}</strong>
              <span>{stateLabel(data.state)}</span>
              <CopyId value={data.subject} label={t('id')} last={8} />
            </Row>
            <LinkButton size="small" href={hrefOf(nothingOfRecord)}>
              {t('pick.another')}
            </LinkButton>
          </Row>
          {data.events > data.entries.length && (
            <p>{t('latest', { shown: data.entries.length, total: data.events })}</p>
          )}
          {children(data)}
        </Stack>
      )}
    </WhenLoaded>
  )
}
