import { Type } from '@mikro-orm/postgresql';

/**
 * A type that PostgreSQL sends in ISO 8601, which `ConfiguredClient` asks for. A conversion in SQL
 * would not do: MikroORM would also compare and sort by it, as text and without an index.
 */
abstract class IsoType<Value extends { toString(): string }> extends Type<Value, string | null> {
  override convertToDatabaseValue(value: Value | null): string | null {
    return value?.toString() ?? null;
  }
  /** Otherwise MikroORM would convert the value to a Date first. */
  override compareAsType(): string {
    return 'string';
  }
}

/**
 * `timestamptz` as an instant in whole milliseconds, rounded up so that a cooldown never ends too
 * early.
 */
export class InstantType extends IsoType<Temporal.Instant> {
  override getColumnType(): string {
    return 'timestamptz';
  }
  override convertToJSValue(text: string): Temporal.Instant {
    return Temporal.Instant.from(expanded(text)).round({ smallestUnit: 'millisecond', roundingMode: 'ceil' });
  }
}

/** `date` as a plain date. */
export class PlainDateType extends IsoType<Temporal.PlainDate> {
  override getColumnType(): string {
    return 'date';
  }
  override convertToJSValue(text: string): Temporal.PlainDate {
    return Temporal.PlainDate.from(expanded(text));
  }
}

/** `date[]` as plain dates. */
export class PlainDatesType extends Type<readonly Temporal.PlainDate[], string> {
  override getColumnType(): string {
    return 'date[]';
  }
  override convertToDatabaseValue(dates: readonly Temporal.PlainDate[]): string {
    return `{${dates.join()}}`;
  }
  override convertToJSValue(dates: unknown): Temporal.PlainDate[] {
    return (dates as string[]).map((date) => Temporal.PlainDate.from(date));
  }
}

/**
 * In ISO 8601, a year after 9999 has a sign and six digits. Another program may have stored one.
 */
function expanded(text: string): string {
  return text.replace(/^\d{5,6}(?=-)/, (year) => `+${year.padStart(6, '0')}`);
}
