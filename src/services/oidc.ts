/** What the portal uses of the library, in a module of its own so that the rest of it is left out. */
export { UserManager, WebStorageStateStore } from 'oidc-client-ts'
