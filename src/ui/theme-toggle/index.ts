export { ThemeToggle, type ThemeToggleProps } from './ThemeToggle.tsx'
export { applyTheme, type Theme, themeOf } from './theme.ts'
