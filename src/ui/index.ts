/* The design system: components on react-aria-components, without a word of the trade. Screens import from here only. */
export { Accordion, type AccordionItem, type AccordionProps } from './Accordion.tsx'
export { Announcer, type Urgency } from './Announcer.tsx'
export { AppFrame, type AppFrameProps, type NavigationLink, Page, type PageProps } from './AppFrame.tsx'
export { Badge, type BadgeProps, StatusTag, type StatusTagProps, type Tone } from './Badge.tsx'
export { Banner, type BannerProps } from './Banner.tsx'
export { BigFigure } from './BigFigure.tsx'
export { Breadcrumbs, type BreadcrumbsProps, type Crumb } from './Breadcrumbs.tsx'
export { Button, type ButtonProps, type ButtonVariant, IconButton, type IconButtonProps } from './Button.tsx'
export { Canvas, CanvasPlace, type CanvasProps } from './Canvas.tsx'
export { Card, type CardProps, CardText } from './Card.tsx'
export { CellLines } from './CellLines.tsx'
export type { ChartProps } from './ChartFrame.tsx'
export { Checkbox, type CheckboxProps } from './Checkbox.tsx'
export { CheckboxGroup, type CheckboxGroupProps } from './CheckboxGroup.tsx'
export { CodeEditor, type CodeEditorProps } from './CodeEditor.tsx'
export { ComboBox, type ComboBoxProps } from './ComboBox.tsx'
export { CopyId, type CopyIdProps } from './CopyId.tsx'
export { CopyLink, type CopyLinkProps, CopyText, type CopyTextProps } from './CopyLink.tsx'
export { CountLink } from './CountLink.tsx'
export type { Area, Size, View } from './canvasView.ts'
export { DataTable } from './DataTable.tsx'
export { DateField, type DateFieldProps } from './DateField.tsx'
export { type Description, DescriptionList, type DescriptionListProps } from './DescriptionList.tsx'
export { DeviationStrip } from './DeviationStrip.tsx'
export { ConfirmDialog, type ConfirmDialogProps, Dialog, type DialogProps } from './Dialog.tsx'
export { DialogNotice } from './DialogNotice.ts'
export { Disclosure } from './Disclosure.tsx'
export { DotRange } from './DotRange.tsx'
export { Dotted } from './Dotted.tsx'
export { DropArea, type DropAreaProps } from './DropArea.tsx'
export { DropZone, type DropZoneProps } from './DropZone.tsx'
export {
  type CellValue,
  type DataColumn,
  type DataFilter,
  type DataTableProps,
  type SortDirection,
  type TableState,
  tableState,
} from './dataTableTypes.ts'
export { type Density, type DensityChoice, DensityContext } from './density.ts'
export { ErrorSummary, type ErrorSummaryProps } from './ErrorSummary.tsx'
export { EventList, type ListedEvent } from './EventList.tsx'
export { Explanation, type ExplanationProps } from './Explanation.tsx'
export type { FieldProps } from './Field.tsx'
export { FileButton, type FileButtonProps } from './FileButton.tsx'
export { FileCard, type FileCardProps } from './FileCard.tsx'
export { type FilterTag, FilterTags, type FilterTagsProps } from './FilterTags.tsx'
export { FindBox, type FindBoxProps } from './FindBox.tsx'
export { FindDialog, type FindDialogProps } from './FindDialog.tsx'
export {
  Form,
  FormField,
  type FormFieldProps,
  FormFiles,
  type FormFilesProps,
  type FormProps,
} from './Form.tsx'
export { FormCheckboxes, FormRadios } from './FormChoices.tsx'
export { FormDate, type FormDateProps } from './FormDate.tsx'
export { type Findable, matches } from './findBoxMatches.ts'
export {
  formatCompactCount,
  formatCount,
  formatFixed,
  formatPercentage,
  formatPoints,
  formatShare,
} from './format.ts'
export { type HeatCell, HeatTable, type HeatTone } from './HeatTable.tsx'
export { Hidden, hiddenClass } from './Hidden.tsx'
export {
  HistogramChart,
  type HistogramChartProps,
  type HistogramTone,
} from './HistogramChart.tsx'
export { Icon, type IconName, type IconProps } from './Icon.tsx'
export { KeyButton, type KeyButtonProps } from './KeyButton.tsx'
export { KeyDialogButton, type KeyDialogButtonProps } from './KeyDialogButton.tsx'
export { KeyLink, type KeyLinkProps } from './KeyLink.tsx'
export { focusTitle, keepFocus } from './keepFocus.ts'
export {
  Columns,
  type ColumnsProps,
  type Gap,
  type LayoutProps,
  Row,
  type RowProps,
  Stack,
} from './Layout.tsx'
export { LineField, type LineFieldProps } from './LineField.tsx'
export { Link, type LinkProps } from './Link.tsx'
export { LinkButton, type LinkButtonProps } from './LinkButton.tsx'
export { LinkList } from './LinkList.tsx'
export { type LinkTab, LinkTabs } from './LinkTabs.tsx'
export { Menu, type MenuGroup, type MenuItem, type MenuProps } from './Menu.tsx'
export { MovementChart, type MovementPoint } from './MovementChart.tsx'
export { Neighbours, type NeighboursProps } from './Neighbours.tsx'
export { notify, type ToastMessage } from './notify.ts'
export type { Option, OptionGroup, Options } from './options.ts'
export { PageHeader, type PageHeaderProps } from './PageHeader.tsx'
export type { PageSize, PaginationProps } from './Pagination.tsx'
export { Pagination } from './Pagination.tsx'
export { PartMark, PartsBar, type PartsBarProps, type PartTone } from './PartsBar.tsx'
export { type PlainColumn, PlainTable, type PlainTableProps } from './PlainTable.tsx'
export type { PopoverProps } from './Popover.tsx'
export { Popup, PopupGroup, PopupItem, type PopupItemProps, type PopupProps } from './Popup.tsx'
export { ProgressBar, type ProgressBarProps } from './ProgressBar.tsx'
export { RadioChoice, type RadioChoiceProps } from './RadioChoice.tsx'
export { RangeBar, type RangeBarProps } from './RangeBar.tsx'
export { RangeChart, type RangeChartProps } from './RangeChart.tsx'
export { ScrollRegion, type ScrollRegionProps } from './ScrollRegion.tsx'
export { SearchField, type SearchFieldProps } from './SearchField.tsx'
export { Select, type SelectProps } from './Select.tsx'
export { ShareBar } from './ShareBar.tsx'
export { type Shortcut, ShortcutList } from './ShortcutList.tsx'
export { Skeleton, type SkeletonProps } from './Skeleton.tsx'
export { Slider, type SliderProps } from './Slider.tsx'
export { Sparkline, type SparklineProps } from './Sparkline.tsx'
export {
  EmptyState,
  type EmptyStateProps,
  ErrorState,
  type ErrorStateProps,
  ShownFailures,
  useShownFailure,
} from './States.tsx'
export { type StatTile, StatTiles } from './StatTiles.tsx'
export { StepBar, type StepBarProps } from './StepBar.tsx'
export { type FunnelStep, StepFunnel, type StepFunnelProps } from './StepFunnel.tsx'
export { type StepLine, StepLineChart } from './StepLineChart.tsx'
export { type Step, Stepper, type StepperProps, type StepState } from './Stepper.tsx'
export { Switch, type SwitchProps } from './Switch.tsx'
export { applySingleKeys, hasCommandKey, isCtrlKey, isSingleKey } from './singleKeys.ts'
export { type ListedTask, TaskList } from './TaskList.tsx'
export { type ExplainedTerm, TermList } from './TermList.tsx'
export { TextField, type TextFieldProps } from './TextField.tsx'
export { type ShownRow, type TextMark, TextRows, type TextRowsProps } from './TextRows.tsx'
export { Toasts } from './Toasts.tsx'
export { TrendChart } from './TrendChart.tsx'
export { applyTheme, type Theme } from './theme.ts'
export { useLastPage } from './useLastPage.ts'
export { ViewChoice, type ViewChoiceProps } from './ViewChoice.tsx'
export { VirtualOptions, type VirtualOptionsProps } from './VirtualOptions.tsx'
export { WindowStrip } from './WindowStrip.tsx'
