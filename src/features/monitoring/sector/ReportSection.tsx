import { countryLabel } from '../../../domain/labels.ts'
import type { SectorReportWire, SectorWire } from '../../../domain/wire/sector.ts'
import type { AddressFilters } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  ComboBox,
  formatFixed,
  MovementChart,
  PlainTable,
  Row,
  Select,
  Stack,
} from '../../../ui/index.ts'
import { FilterSelect } from '../../common/ListTools.tsx'
import { type Loaded, WhenLoaded } from '../../common/Loaded.tsx'

export interface ReportSectionProps {
  sector: SectorWire
  report: Loaded<SectorReportWire>
  reportCode: string | undefined
  choose: AddressFilters['choose']
  values: AddressFilters['values']
  /** Undefined where there is no table. */
  onSave: (() => void) | undefined
  isSaving: boolean
}

const any = 'any'

/** A credibility table over the sector, or over a part of it. */
export function ReportSection(props: ReportSectionProps) {
  const { sector, report, reportCode, choose, values, onSave, isSaving } = props
  const t = useMessages('monitoring.sector')
  const text = useText()
  const title = sector.reports.find(({ code }) => code === reportCode)?.title ?? ''
  return (
    <Card
      title={t('table')}
      hint={t('tableHint')}
      actions={
        onSave && (
          <Button
            variant="quiet"
            icon="download"
            aria-label={t('csvOf', { title })}
            isPending={isSaving}
            onPress={onSave}
          >
            {t('csv')}
          </Button>
        )
      }
    >
      <Stack gap={4}>
        <Row gap={3} align="end">
          <Select
            label={t('report')}
            value={reportCode ?? null}
            options={[...Map.groupBy(sector.reports, ({ chapter }) => chapter)].map(([chapter, own]) => ({
              id: chapter,
              label: chapter,
              options: own.map(({ code, title: label }) => ({ id: code, label })),
            }))}
            onChange={code => choose('report', code)}
          />
          <FilterSelect
            label={t('country')}
            anyLabel={t('any')}
            value={values.country}
            options={sector.countries.map(({ id }) => ({ id, label: text(countryLabel(id)) }))}
            onChange={([id]) => choose('country', id)}
          />
          <FilterSelect
            label={t('region')}
            anyLabel={t('any')}
            value={values.region}
            options={sector.regions.flatMap(({ id }) => (id === '' ? [] : [{ id, label: id }]))}
            onChange={([id]) => choose('region', id)}
          />
          <ComboBox
            label={t('provider')}
            value={values.instId ?? any}
            options={[
              { id: any, label: t('anyProvider') },
              ...sector.providers.map(({ id, name }) => ({ id, label: name })),
            ]}
            onChange={id => choose('instId', id === any ? undefined : id)}
          />
        </Row>
        <WhenLoaded resource={report} loading={t('loadingReport')} failed={t('failedReport')}>
          {found => <Figures report={found} />}
        </WhenLoaded>
      </Stack>
    </Card>
  )
}

const total = '*'

function Figures({ report }: { report: SectorReportWire }) {
  const t = useMessages('monitoring.sector')
  const { title, columns, hasBefore, measure, providers } = report
  if (providers === 0) return <p>{t('overNone')}</p>
  const format = (value: number): string => `${formatFixed(value, measure.decimals)}${measure.suffix}`
  const formatOrNone = (value: number | null): string => (value === null ? t('none') : format(value))
  const rows = report.rows.map((row, at) => ({ ...row, cells: report.cells[at] ?? [] }))
  // A total would set the scale of everything else.
  const drawn = columns.flatMap(({ code, label }, at) => (code === total ? [] : [{ id: code, label, at }]))
  return (
    <Stack gap={4}>
      <PlainTable
        caption={title}
        rows={rows}
        rowId={({ code }) => code}
        columns={[
          { id: 'row', header: report.rowsLabel, cell: ({ label }) => label, isRowHeader: true },
          ...columns.map(({ code, label }, at) => ({
            id: code,
            header: label,
            kind: 'number' as const,
            cell: ({ cells }: (typeof rows)[number]) => {
              const { now = null, before = null } = cells[at] ?? {}
              return hasBefore
                ? t('pair', { now: formatOrNone(now), before: formatOrNone(before) })
                : formatOrNone(now)
            },
          })),
        ]}
      />
      <p>
        {t('over', { providers })}. {t('hidden')}.
      </p>
      <MovementChart
        title={t('chart', { title })}
        sentence={t('over', { providers })}
        labels={{ now: t('thisYear'), before: t('lastYear') }}
        rowsLabel={report.rowsLabel}
        columns={drawn}
        rows={rows
          .filter(({ code }) => code !== total)
          .map(({ code, label, cells }) => ({
            id: code,
            label,
            points: drawn.map(({ at }) => {
              const cell = cells[at]
              return cell?.now == null ? undefined : { now: cell.now, before: cell.before, allowed: null }
            }),
          }))}
        format={format}
      />
    </Stack>
  )
}
