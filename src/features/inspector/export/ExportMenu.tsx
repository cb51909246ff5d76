import { useServices } from '../../../hooks/index.ts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import { foldingKey } from '../../../machines/inspection/folding.ts'
import { useInspectorAddress } from '../address.ts'
import { drawingOf, foldingFor } from '../diagram/drawings.ts'
import { SaveMenu } from './SaveMenu.tsx'
import { groups, texts } from './texts.ts'

/** Saves the chart in a format of other tools; a picture shows it folded as it is on the screen. */
export function ExportMenu({ chart }: { chart: Chart }) {
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
  return <SaveMenu label={texts.menu} items={groups} save={save} />
}
