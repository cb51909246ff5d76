import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import '../base.css'
import { prepareForStrictCsp } from '../strictCsp.ts'
import { Gallery } from './Gallery.tsx'

prepareForStrictCsp(document)
const root = document.getElementById('root')
if (!root) throw new Error('gallery.html has no element with the id root')
createRoot(root).render(
  <StrictMode>
    <Suspense>
      <Gallery />
    </Suspense>
  </StrictMode>,
)
