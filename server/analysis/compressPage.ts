import zlib from 'node:zlib'

/**
 * Compresses a page of a record's file, at the fastest level: pages are small already by their encoding. Undefined where Node
 * has no Zstandard, as before 22.15, on which the checker's command may be started.
 */
export const compressPage =
  'zstdCompressSync' in zlib
    ? (page: Uint8Array): Uint8Array =>
        zlib.zstdCompressSync(page, { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } })
    : undefined
