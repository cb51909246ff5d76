export { type LinkTab, LinkTabs } from './LinkTabs.tsx'
