export { AppFrame, type AppFrameProps, type NavigationLink, Page, type PageProps } from './AppFrame.tsx'
