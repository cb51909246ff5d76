import { glob, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** What compresses well. Fonts and pictures are compressed already; source maps are not served. */
const compressible = new Set(['.js', '.css', '.html', '.svg', '.json'])

/** Below this a file fits into one packet whichever way it is sent. */
const leastBytes = 1024

/**
 * The hardest quality takes half the time of a build for a tenth less. Above this it does not pay: such a file holds ways
 * through a chart, for testers, and is fetched when one asks for it.
 */
const largestBytes = 500_000

const byBrotli = (content: Buffer): Promise<Buffer> =>
  brotli(content, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: content.length > largestBytes ? 9 : constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })

/** Writes `file.br` and `file.gz` beside a file where they are smaller than it. */
const compress = async (file: string): Promise<void> => {
  const content = await readFile(file)
  if (content.length <= leastBytes) return
  const made = {
    br: await byBrotli(content),
    gz: await zip(content, { level: constants.Z_BEST_COMPRESSION }),
  }
  for (const [ending, compressed] of Object.entries(made))
    if (compressed.length < content.length) await writeFile(`${file}.${ending}`, compressed)
}

/**
 * Compresses the built pages once, as hard as pays, so that the server sends them compressed without work of its own
 * (server/http/static.ts looks for the compressed files).
 */
export const precompressed = (): Plugin => ({
  name: 'precompressed',
  apply: 'build',
  writeBundle: {
    order: 'post',
    handler: async ({ dir = '' }) => {
      const files = await Array.fromAsync(glob('**/*', { cwd: dir }))
      const compressibleFiles = files.filter(file => compressible.has(extname(file)))
      await Promise.all(compressibleFiles.map(file => compress(join(dir, file))))
    },
  },
})
