import DefaultTheme from 'vitepress/theme-without-fonts'
// After the theme: these styles set its variables.
import '@fontsource-variable/atkinson-hyperlegible-next/wght.css'
import '../../../src/ui/tokens.css'
import './style.css'

export default DefaultTheme
