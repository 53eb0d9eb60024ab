import { Type } from '@mikro-orm/postgresql';

/** A type that PostgreSQL sends in ISO 8601, as in JSON, regardless of the session's DateStyle and time zone. */
abstract class IsoType<Value extends { toString(): string }> extends Type<Value, string | null> {
  override convertToJSValueSQL(column: string): string {
    return `to_json(${column}) #>> '{}'`;
  }
  override convertToDatabaseValue(value: Value | null): string | null {
    return value?.toString() ?? null;
  }
  /** Otherwise MikroORM would convert the value to a Date first. */
  override compareAsType(): string {
    return 'string';
  }
}

/** `timestamptz` as an instant in whole milliseconds, rounded up so that a cooldown never ends too early. */
export class InstantType extends IsoType<Temporal.Instant> {
  override getColumnType(): string {
    return 'timestamptz';
  }
  override convertToJSValue(text: string): Temporal.Instant {
    return Temporal.Instant.from(text).round({ smallestUnit: 'millisecond', roundingMode: 'ceil' });
  }
}

/** `date` as a plain date. */
export class PlainDateType extends IsoType<Temporal.PlainDate> {
  override getColumnType(): string {
    return 'date';
  }
  override convertToJSValue(text: string): Temporal.PlainDate {
    return Temporal.PlainDate.from(text);
  }
}

/** `date[]` as plain dates. */
export class PlainDatesType extends Type<readonly Temporal.PlainDate[], string> {
  override getColumnType(): string {
    return 'date[]';
  }
  override convertToJSValueSQL(column: string): string {
    return `to_json(${column}) #>> '{}'`;
  }
  override convertToDatabaseValue(dates: readonly Temporal.PlainDate[]): string {
    return `{${dates.join()}}`;
  }
  override convertToJSValue(json: string): Temporal.PlainDate[] {
    return JSON.parse(json).map((date: string) => Temporal.PlainDate.from(date));
  }
}
