export { Canvas, type CanvasProps } from './Canvas.tsx'
export type { Area, Size, View } from './view.ts'
