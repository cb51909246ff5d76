import { lazyPart } from './lazyPart.ts'

/** The controls whose code is fetched when somebody first uses one of them, and not with the page. */
export const lazyParts = {
  codeEditor: lazyPart(() => import('./CodeEditorControl.tsx')),
  columnChoice: lazyPart(() => import('./ColumnChoiceControl.tsx')),
  dialogs: lazyPart(() => import('./DialogWindows.tsx')),
  filterTags: lazyPart(() => import('./FilterTagList.tsx')),
  findBox: lazyPart(() => import('./FindBoxControl.tsx')),
  menu: lazyPart(() => import('./MenuControl.tsx')),
  multiSelect: lazyPart(() => import('./MultiSelectControl.tsx')),
  popup: lazyPart(() => import('./DialogPopover.tsx')),
  select: lazyPart(() => import('./SelectControl.tsx')),
  toasts: lazyPart(() => import('./ToastRegion.tsx')),
  tooltip: lazyPart(() => import('./TooltipBubble.tsx')),
  viewChoice: lazyPart(() => import('./ViewChoiceControl.tsx')),
  virtualRows: lazyPart(() => import('./VirtualRows.tsx')),
}
