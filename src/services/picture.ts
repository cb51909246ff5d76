import { ProblemError, problem } from '../domain/problem.ts'
import { message } from '../messages/message.ts'
import { saveBlob } from './downloads.ts'

/** Safari draws no more than this on one canvas. */
const mostPixels = 16_000_000

const noPicture = (): ProblemError => new ProblemError(problem('internal', message('problems', 'noPicture')))

const loaded = (svg: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(noPicture())
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  })

/** Saves an SVG document as a PNG, twice as fine as on the screen where the browser can. Rejects when it cannot be drawn. */
export const savePng = async (fileName: string, svg: string): Promise<void> => {
  const image = await loaded(svg)
  const scale = Math.min(2, Math.sqrt(mostPixels / (image.width * image.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(image.width * scale)
  canvas.height = Math.floor(image.height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw noPicture()
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw noPicture()
  saveBlob(fileName, blob)
}
