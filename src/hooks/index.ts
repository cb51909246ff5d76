/*
 * What screens work with. What only one of them needs (stepper, upload, playback, conformance check) is imported from its
 * own file, and so is all that the frame around the screens uses: it is loaded before any of them.
 */
export { type ActionHandle, useAction } from './action.ts'
export { useAddress } from './address.ts'
export { type AddressFilters, useAddressFilters } from './addressFilters.ts'
export { createDrafts, type Drafts } from './drafts.ts'
export { type LeaveGuard, pageKeyOf, samePage, useLeaveGuard } from './leave.ts'
export { useFollow } from './live.ts'
export { useOpened } from './opened.ts'
export { PageTitle, usePageTitle } from './page.tsx'
export { hourMs, minuteMs, usePeriod } from './period.ts'
export { createPreferences, type Preferences } from './preferences.ts'
export { type Resource, useResource } from './resource.ts'
export { type SavedViews, useSavedViews } from './savedViews.ts'
export { type Configuration, type Services, ServicesContext } from './services.ts'
export { useViewer, type Viewer } from './session.ts'
export { type Table, useTable } from './table.ts'
export { createUnanswered } from './unanswered.ts'
export { useDraftGuard, useHasDrafts } from './useDrafts.ts'
export { useServices } from './useServices.ts'
