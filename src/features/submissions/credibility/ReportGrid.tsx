import { isShaded, isToExplain } from '../../../domain/credibility.ts'
import type { CredibilityCell, CredibilityReport } from '../../../domain/wire/reports.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, Hidden, Icon, ScrollRegion } from '../../../ui/index.ts'
import styles from './ReportGrid.module.css'
import type { Explaining } from './useExplaining.ts'

export type ReportTab = CredibilityReport['Tabs'][number]

export interface ReportGridProps {
  title: string
  tab: ReportTab
  /** Opens the records behind a cell; undefined where nobody may see them. */
  onDrillDown: ((cell: CredibilityCell) => void) | undefined
  /** Explains a shaded figure; undefined for those who never do. */
  explaining: Explaining | undefined
}

/** A tab of a credibility report: cells with four corners, shaded where a rule says so (specification 2 §2.11). */
export function ReportGrid({ title, tab, onDrillDown, explaining }: ReportGridProps) {
  return (
    <ScrollRegion label={title}>
      <table className={styles.grid}>
        <caption>
          <Hidden>{title}</Hidden>
        </caption>
        <thead>
          <tr>
            {tab.HeaderRow.map(cell => (
              <th key={cell.Id} scope="col">
                {cell.Label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tab.DataRows.map(row => (
            <tr key={row[0]?.Id}>
              {row.map((cell, at) =>
                cell.DataValues === null ? (
                  <th key={cell.Id} scope="row">
                    {cell.Label}
                  </th>
                ) : (
                  <DataCell
                    key={cell.Id}
                    cell={cell}
                    name={[row[0]?.Label, tab.HeaderRow[at]?.Label].filter(Boolean).join(', ')}
                    onDrillDown={onDrillDown}
                    explaining={explaining}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

interface DataCellProps {
  cell: CredibilityCell
  /** Row and column, read out with the control. */
  name: string
  onDrillDown: ReportGridProps['onDrillDown']
  explaining: Explaining | undefined
}

function DataCell({ cell, name, onDrillDown, explaining }: DataCellProps) {
  const t = useMessages('submissions.credibility')
  const text = useText()
  const values = cell.DataValues
  if (values === null) return null
  const hasReason = isShaded(cell.Colour)
  const reasons = values.ShadingRules.map(rule => rule.RuleText)
  return (
    <td data-colour={cell.Colour}>
      <div className={styles.cell}>
        <div className={styles.corners}>
          <Corner place="topLeft" corner={values.TopLeft} />
          <Corner place="topRight" corner={values.TopRight} />
          <Corner place="bottomLeft" corner={values.BottomLeft} />
          <Corner place="bottomRight" corner={values.BottomRight} />
        </div>
        {(hasReason || onDrillDown) && (
          <div className={styles.controls}>
            {hasReason && (
              <Button
                variant="quiet"
                size="small"
                icon={isToExplain(cell.Colour) ? 'warning' : 'info'}
                aria-label={`${t('shading')}: ${name}`}
                hint={[...reasons, values.ChangeTooltipText].filter(Boolean).join('. ')}
              />
            )}
            {hasReason && explaining && (
              <Button
                variant="quiet"
                size="small"
                icon="file"
                aria-label={t('explain', { label: name })}
                disabledReason={text(explaining.refusal)}
                isPending={explaining.isPending}
                onPress={() => explaining.explain(figureName(name, values))}
              />
            )}
            {onDrillDown && !isZero(values.TopLeft) && (
              <Button
                variant="quiet"
                size="small"
                icon="search"
                aria-label={t('drillDown.open', { label: name })}
                onPress={() => onDrillDown(cell)}
              />
            )}
          </div>
        )}
      </div>
    </td>
  )
}

/** The figure as an explanation names it: row and column, and what it is held against. */
const figureName = (
  name: string,
  { TopLeft, TopRight }: NonNullable<CredibilityCell['DataValues']>,
): string => {
  const figures = [TopLeft, TopRight].flatMap(corner =>
    corner?.Value == null ? [] : [`${corner.Label} ${corner.Value}${corner.Suffix ?? ''}`],
  )
  return `${name} (${figures.join(', ')})`
}

type CornerValue = NonNullable<CredibilityCell['DataValues']>['TopLeft']

type Place = 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight'

function Corner({ place, corner }: { place: Place; corner: CornerValue }) {
  if (corner === null) return null
  return (
    <span className={styles.corner} data-place={place} title={corner.Label}>
      <Hidden>{corner.Label} </Hidden>
      {corner.Value === null ? '--' : `${corner.Value}${corner.Suffix ?? ''}`}
    </span>
  )
}

/** Only a cell with something in it has records behind it (specification 2 §5). */
const isZero = (corner: CornerValue): boolean =>
  corner?.Value == null || Number(corner.Value.replaceAll(',', '')) === 0

/** Whether there are figures of an earlier submission beside those of this one. */
export const hasComparison = (tab: ReportTab): boolean =>
  tab.DataRows.flat().some(cell => cell.DataValues?.TopRight != null)

/** Whether the figures of the table are told with decimals. */
export const hasDecimals = (tab: ReportTab): boolean =>
  tab.DataRows.flat().some(cell => cell.DataValues?.TopLeft?.Value?.includes('.'))

/** How many cells of a compared report are coloured for being different. */
export const changedCells = (tab: ReportTab): number =>
  tab.DataRows.flat().filter(({ Colour }) => Colour === 'Yellow').length

/** How many cells are shaded; how many of them are to be explained or corrected, and how many only to be looked at. */
export const shadedCells = (tab: ReportTab): { all: number; toExplain: number; notices: number } => {
  const shaded = tab.DataRows.flat().filter(({ Colour }) => isShaded(Colour))
  const toExplain = shaded.filter(({ Colour }) => isToExplain(Colour)).length
  return { all: shaded.length, toExplain, notices: shaded.length - toExplain }
}

export interface LegendProps {
  tab: ReportTab
  /** Whether the figures stand beside those of an upload of the same year. */
  isCompared: boolean
}

/** What the corners and colours of a cell mean. */
export function Legend({ tab, isCompared }: LegendProps) {
  const t = useMessages('submissions.credibility')
  const sample = tab.DataRows.flat().find(cell => cell.DataValues !== null)?.DataValues
  const labels = [sample?.TopLeft, sample?.TopRight, sample?.BottomLeft, sample?.BottomRight].flatMap(
    corner => (corner ? [corner.Label] : []),
  )
  if (!hasComparison(tab)) return <p>{t('legend.noComparison')}</p>
  return (
    <div className={styles.legend}>
      <span>{t('legend.cell', { corners: labels.join(', ').toLowerCase() })}</span>
      <span className={styles.swatch} data-colour="Yellow">
        <Icon name="info" size="small" />
        {isCompared ? t('legend.changed') : t('legend.yellow')}
      </span>
      {!isCompared && (
        <span className={styles.swatch} data-colour="Salmon">
          <Icon name="warning" size="small" />
          {t('legend.salmon')}
        </span>
      )}
    </div>
  )
}
