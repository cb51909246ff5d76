import { extractText, getDocumentProxy } from 'unpdf'
import type { ShownForm } from '../domain/formCheck.ts'
import { sha256Of } from '../domain/sha256.ts'

/** Pages that are drawn. A form has one; a scan may have a cover and a back. */
const mostPages = 5

/** Pixels of a drawn page, fit for reading the small print on a fine screen. */
const pageWidth = 1400

/** Pixels of a page left above and below what is printed. */
const margin = 40

/** What is printed on a page, without the empty paper above and below it: the signature is at the end of a form. */
const withoutMargins = (canvas: HTMLCanvasElement): HTMLCanvasElement => {
  const { width, height } = canvas
  const drawn = canvas.getContext('2d')
  if (!drawn) return canvas
  const pixels = new Uint32Array(drawn.getImageData(0, 0, width, height).data.buffer)
  const [paper] = pixels
  const isPrinted = (row: number) =>
    pixels.subarray(row * width, (row + 1) * width).some(one => one !== paper)
  const rows = Array.from({ length: height }, (_, row) => row)
  const top = Math.max(0, (rows.find(isPrinted) ?? 0) - margin)
  const bottom = Math.min(height, (rows.findLast(isPrinted) ?? height) + margin)
  const cropped = document.createElement('canvas')
  cropped.width = width
  cropped.height = bottom - top
  cropped.getContext('2d')?.drawImage(canvas, 0, -top)
  return cropped
}

/**
 * Reads a PDF and draws its first pages. No viewer of the browser is used, because the policy of the pages allows no frames. Rejects
 * if the file is not a PDF that can be read.
 */
export const readPdf = async (content: Blob): Promise<ShownForm> => {
  const sha256 = await sha256Of(content)
  const pdf = await getDocumentProxy(new Uint8Array(await content.arrayBuffer()))
  try {
    const { text, totalPages } = await extractText(pdf, { mergePages: true })
    const pictures: ShownForm['pictures'][number][] = []
    for (let number = 1; number <= Math.min(totalPages, mostPages); number += 1) {
      const page = await pdf.getPage(number)
      const { width } = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: pageWidth / width })
      const canvas = document.createElement('canvas')
      canvas.width = Math.floor(viewport.width)
      canvas.height = Math.floor(viewport.height)
      await page.render({ canvas, viewport }).promise
      pictures.push({ page: number, url: withoutMargins(canvas).toDataURL('image/png') })
    }
    return { text, pages: totalPages, sha256, pictures }
  } finally {
    await pdf.loadingTask.destroy()
  }
}
