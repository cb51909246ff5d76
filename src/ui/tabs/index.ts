export { type LinkTab, LinkTabs, type TabItem, Tabs, type TabsProps } from './Tabs.tsx'
