import type { Figures } from './measure.ts'
import type { Processor } from './processor.ts'

/** What was found out about a processor, or why it could not be installed. */
export type Compared =
  | { readonly processor: Processor; readonly reason: string }
  | {
      readonly processor: Processor
      readonly version: string
      readonly figures: Figures
      /** Small documents judged as XML Schema 1.0 does; undefined without schemas. */
      readonly judgedRight: number | undefined
    }

const yes = (does: boolean): string => (does ? 'yes' : 'no')

/** Text as one cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim()

const secondsText = (seconds: number): string => (seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(0))

const measuredCells = (compared: Compared, casesTotal: number): readonly string[] => {
  if ('reason' in compared) return ['not installed', compared.reason, '', '']
  const { version, figures, judgedRight } = compared
  return [
    version,
    ...('reason' in figures
      ? [figures.reason, '']
      : [secondsText(figures.seconds), figures.mebibytes.toFixed(0)]),
    judgedRight === undefined ? '–' : `${judgedRight} of ${casesTotal}`,
  ]
}

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`

/** The comparison as a table of Markdown, with the measured columns first. */
export const tableOf = (all: readonly Compared[], casesTotal: number): string => {
  const heads = [
    ...['Processor', 'Version', 'CPU, s', 'Memory, MiB', 'Cases right'],
    ...['Checks', 'Streams', 'Position', 'Path', 'Expected', 'Browser'],
  ]
  const rows = all.map(compared => {
    const { processor } = compared
    return row([
      processor.name,
      ...measuredCells(compared, casesTotal),
      processor.checks,
      yes(processor.streams),
      processor.position,
      yes(processor.hasPath),
      yes(processor.hasExpectation),
      yes(processor.runsInBrowser),
    ])
  })
  return [row(heads), row(heads.map(() => '---')), ...rows].join('\n')
}
