import { Type } from '@mikro-orm/postgresql';

/**
 * `timestamptz` as an instant in whole milliseconds, rounded up: a cooldown never ends too early. PostgreSQL sends milliseconds since the
 * epoch, which neither the session's time zone nor its DateStyle changes.
 */
export class InstantType extends Type<Temporal.Instant, string> {
  override getColumnType(): string {
    return 'timestamptz';
  }
  override convertToJSValueSQL(column: string): string {
    return `ceil(extract(epoch from ${column}) * 1000)`;
  }
  override convertToJSValue(milliseconds: string): Temporal.Instant {
    return Temporal.Instant.fromEpochMilliseconds(Number(milliseconds));
  }
  override convertToDatabaseValue(instant: Temporal.Instant): string {
    return instant.toString();
  }
  /** Otherwise MikroORM would make a Date of the value first. */
  override compareAsType(): string {
    return 'string';
  }
}

/** `date` as a plain date. PostgreSQL sends YYYY-MM-DD, whatever the session's DateStyle. */
export class PlainDateType extends Type<Temporal.PlainDate, string> {
  override getColumnType(): string {
    return 'date';
  }
  override convertToJSValueSQL(column: string): string {
    return `to_char(${column}, 'YYYY-MM-DD')`;
  }
  override convertToJSValue(text: string): Temporal.PlainDate {
    return Temporal.PlainDate.from(text);
  }
  override convertToDatabaseValue(date: Temporal.PlainDate): string {
    return date.toString();
  }
  /** Otherwise MikroORM would make a Date of the value first. */
  override compareAsType(): string {
    return 'string';
  }
}
