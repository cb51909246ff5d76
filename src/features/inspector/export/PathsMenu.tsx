import { useServices } from '../../../hooks/index.ts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import { type Translate, useMessages } from '../../../messages/index.ts'
import { loadEnglish } from '../../../model/english.ts'
import { refusalOfPlaywright } from '../../../model/paths/export/inBrowser.ts'
import { type Criterion, criteria } from '../../../model/paths/testPath.ts'
import type { MenuGroup } from '../../../ui/index.ts'
import { SaveMenu } from './SaveMenu.tsx'

const formatIds = ['gherkin', 'csv', 'playwright', 'json', 'graphwalker'] as const
type FormatId = (typeof formatIds)[number]

const formats = async () => {
  const [module] = await Promise.all([import('../../../model/paths/export/index.ts'), loadEnglish()])
  return module
}

const pathsOf = async (chart: Chart, criterion: Criterion) =>
  (await (await import('virtual:chart-paths')).paths[chart.id]?.[criterion]())?.default

interface Choice {
  id: string
  criterion: Criterion
  format: FormatId
}

const choices: readonly Choice[] = criteria.flatMap(criterion =>
  formatIds.map(format => ({ id: `${criterion}.${format}`, criterion, format })),
)

const groupsOf = (t: Translate<'inspector.export'>, chart: Chart): MenuGroup[] =>
  criteria.map(criterion => ({
    id: criterion,
    label: t(`paths.criteria.${criterion}`),
    items: choices
      .filter(choice => choice.criterion === criterion)
      .map(({ id, format }) => ({
        id,
        label: t(`paths.formats.${format}`),
        disabledReason: format === 'playwright' ? refusalOfPlaywright(chart) : undefined,
      })),
  }))

/** Saves the paths of the chart for testers and their tools, as `npm run model:export` does. */
export function PathsMenu({ chart }: { chart: Chart }) {
  const t = useMessages('inspector.export')
  const { saveText } = useServices()
  const save = async (id: string): Promise<void> => {
    const choice = choices.find(other => other.id === id)
    if (!choice) return
    const { criterion } = choice
    const [{ pathFormats }, found] = await Promise.all([formats(), pathsOf(chart, criterion)])
    const format = pathFormats.find(other => other.id === choice.format)
    if (!format || !found) throw new Error(t('unknown'))
    saveText(`${chart.id}.${criterion}.${format.extension}`, format.write(chart, found), format.type)
  }
  return <SaveMenu label={t('paths.menu')} items={groupsOf(t, chart)} save={save} />
}
