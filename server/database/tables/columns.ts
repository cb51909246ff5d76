import type { ColumnType } from 'kysely'

// Types of columns, by what is read, inserted and updated. bigint is a number: a type parser of the pool.

export type Json<T> = ColumnType<T, string, string>
export type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>
export type Defaulted<T> = ColumnType<T, T | undefined, T>
export type Instant = ColumnType<Date, Date, Date>
export type InstantOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>
export type Details = ColumnType<Record<string, unknown>, string | undefined, string>
/** A calendar date, yyyy-MM-dd (a type parser of the pool). */
export type CalendarDate = string
