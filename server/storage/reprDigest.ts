/**
 * SHA-256 of the Repr-Digest header of an uploaded file (RFC 9530 §3), in hex digits; undefined if the sender gives none. Other
 * algorithms are ignored.
 */
export const reprDigest = (header: string | string[] | undefined): string | undefined => {
  const [, base64] = /(?:^|[,\s])sha-256=:([A-Za-z0-9+/]{43}=):/.exec(String(header ?? '')) ?? []
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64').toString('hex')
}
