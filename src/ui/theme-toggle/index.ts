export { applyTheme, type Theme, ThemeToggle, type ThemeToggleProps, themeOf } from './ThemeToggle.tsx'
