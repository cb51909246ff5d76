import { byteOrderMark } from '../domain/csv.ts'

/** Lets the browser save what lies at a signed address; the server names the file. */
export const download = (url: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noopener'
  document.body.append(link)
  link.click()
  link.remove()
}

/** Saves something that the browser made itself under a name. */
export const saveBlob = (fileName: string, blob: Blob): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // The browser has taken the blob by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}

/** Saves a text under a name; CSV as the server sends it, with a byte order mark. */
export const saveText = (fileName: string, text: string, type: string): void =>
  saveBlob(fileName, new Blob(type.startsWith('text/csv') ? [byteOrderMark, text] : [text], { type }))
