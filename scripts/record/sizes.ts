import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/** What programs take of the package, as a browser gets it, by what they need it for. */
const uses = {
  reader: "export { read } from './xml/index.js'",
  checker: "export { check, compile } from './index.js'",
} as const

export type Use = keyof typeof uses

/** Bytes of a program that uses the built package in a folder, minified and compressed by gzip. */
const sizeOf = async (folder: string, code: string): Promise<number> => {
  const entry = join(folder, 'entry.js')
  const result = await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'entry',
        resolveId: id => (id === entry ? id : null),
        load: id => (id === entry ? code : null),
      },
    ],
    build: {
      write: false,
      target: 'es2023',
      minify: true,
      // Not as a library: Vite leaves white space in those.
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' },
    },
  })
  const [bundle] = Array.isArray(result) ? result : [result]
  if (bundle === undefined || !('output' in bundle)) throw new Error('The bundler gave nothing.')
  return gzipSync(bundle.output[0].code, { level: 9 }).length
}

/** What the built package in a folder weighs, in bytes. */
export const sizesOf = async (folder: string): Promise<Readonly<Record<Use, number>>> => ({
  reader: await sizeOf(folder, uses.reader),
  checker: await sizeOf(folder, uses.checker),
})
