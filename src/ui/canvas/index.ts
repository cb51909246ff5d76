export { Canvas, CanvasPlace, type CanvasProps } from './Canvas.tsx'
export type { Area, Size, View } from './view.ts'
