import type { CredibilityCell, CredibilityReport } from '../../../src/domain/wire/reports.ts'
import { type Language, messagesFor, type Translate } from '../../../src/messages/messages.ts'

/** What a report is held against: the provider's last signed-off record, or an upload that the reader has chosen. */
export type ComparedWith = 'lastYear' | 'comparedSubmission'

/** Row and column of records without a value, and of all records. */
const headings: Readonly<Record<string, 'notReturned' | 'total'>> = {
  'row-': 'notReturned',
  'column-': 'notReturned',
  'row*': 'total',
  'column*': 'total',
}

const labelled = (
  cell: CredibilityCell,
  t: Translate<'server'>,
  comparedWith: ComparedWith,
): CredibilityCell => {
  const { DataValues: values } = cell
  if (values === null) {
    const heading = headings[cell.Id]
    return heading && cell.Label === '' ? { ...cell, Label: t(`credibility.${heading}`) } : cell
  }
  const { TopLeft, TopRight, BottomLeft, BottomRight, ShadingRules, ChangeTooltipText } = values
  // Shares differ by percentage points, which a % would make a change in percent.
  const isShare = TopLeft?.Suffix === '%'
  const points = ` ${t('credibility.points')}`
  return {
    ...cell,
    DataValues: {
      ...values,
      TopLeft: TopLeft && { ...TopLeft, Label: t('credibility.thisSubmission') },
      TopRight: TopRight && { ...TopRight, Label: t(`credibility.${comparedWith}`) },
      BottomLeft: BottomLeft && {
        ...BottomLeft,
        Label: t('credibility.difference'),
        ...(isShare && { Suffix: points }),
      },
      BottomRight: BottomRight && { ...BottomRight, Label: t('credibility.change') },
      ChangeTooltipText:
        isShare && BottomLeft?.Value != null
          ? (ChangeTooltipText?.replace(`${BottomLeft.Value}%`, `${BottomLeft.Value}${points}`) ?? null)
          : ChangeTooltipText,
      // Between two uploads of a year there is one rule of our own; all others are the ruleset's.
      ShadingRules:
        comparedWith === 'comparedSubmission'
          ? ShadingRules.map(() => ({ RuleText: t('credibility.changed') }))
          : ShadingRules,
    },
  }
}

/** A report with our own labels in a language; titles, notes and rules are those of the ruleset. */
export const withLabels = (
  report: CredibilityReport,
  language: Language,
  comparedWith: ComparedWith,
): CredibilityReport => {
  const t = messagesFor(language, 'server')
  const cells = (row: CredibilityCell[]) => row.map(cell => labelled(cell, t, comparedWith))
  return {
    ...report,
    Tabs: report.Tabs.map(tab => ({
      ...tab,
      HeaderRow: cells(tab.HeaderRow),
      DataRows: tab.DataRows.map(cells),
    })),
  }
}
