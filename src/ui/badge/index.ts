export { Badge, type BadgeProps, StatusTag, type StatusTagProps, type Tone, toneIcons } from './Badge.tsx'
