export { type ApiKey, type ApiKeys, createApiKeys } from './keys.ts'
export { looksLikeKey } from './keyToken.ts'
