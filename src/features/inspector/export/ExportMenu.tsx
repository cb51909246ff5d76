import { useServices } from '../../../hooks/index.ts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import { foldingKey } from '../../../machines/inspection/folding.ts'
import { type Translate, useMessages } from '../../../messages/index.ts'
import type { MenuGroup } from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { drawingOf, foldingFor } from '../diagram/drawings.ts'
import type { FormatId } from './formats.ts'
import { SaveMenu } from './SaveMenu.tsx'

/** The formats in the order of the menu. */
const groupsOf = (t: Translate<'inspector.export'>): MenuGroup[] => {
  const item = (id: FormatId, hint?: string) => ({ id, label: t(`formats.${id}`), hint })
  const asFolded = t('hints.asFolded')
  return [
    { id: 'pictures', label: t('groups.pictures'), items: [item('svg', asFolded), item('png', asFolded)] },
    { id: 'code', label: t('groups.code'), items: [item('mermaid'), item('plantUml')] },
    {
      id: 'data',
      label: t('groups.data'),
      items: [item('scxml', t('hints.scxml')), item('xstate'), item('csv', t('hints.csv'))],
    },
  ]
}

/** Saves the chart in a format of other tools; a picture shows it folded as it is on the screen. */
export function ExportMenu({ chart }: { chart: Chart }) {
  const t = useMessages('inspector.export')
  const { saveText, savePng } = useServices()
  const { address } = useInspectorAddress()
  const save = async (id: string): Promise<void> => {
    // Fetched when it is asked for: the page is read far more often than it is exported.
    const { textFormats, toSvg } = await import('./formats.ts')
    const format = textFormats.find(other => other.id === id)
    if (format) {
      saveText(`${chart.id}.${format.extension}`, format.write(chart), format.type)
      return
    }
    const folded = foldingFor(chart, address.fold, address.state)
    const svg = toSvg(chart, await drawingOf(chart.id, foldingKey(chart, folded)))
    if (id === 'svg') saveText(`${chart.id}.svg`, svg, 'image/svg+xml')
    else await savePng(`${chart.id}.png`, svg)
  }
  return <SaveMenu label={t('menu')} items={groupsOf(t)} save={save} />
}
