import { migrationsTable } from './migrations/index.ts';

/** A right on a table, or only on columns of it. */
type Right = readonly [
  privilege: 'select' | 'insert' | 'update' | 'delete',
  table: string,
  columns?: readonly [string, ...string[]],
];

/**
 * The roles of deploy/roles.sql, except the owner of the tables. Each may do only what it does. A
 * migration that adds a table adds its lines here.
 */
const rights = {
  verses_service: [
    ['select', migrationsTable],
    ['select', 'daily_completion'],
    ['select', 'blocked_date'],
    ['select', 'calendar_pause'],
    ['select', 'scheduled_submission'],
    ['insert', 'scheduled_submission'],
  ],
  verses_puzzle: [
    ['select', 'daily_completion'],
    ['insert', 'daily_completion'],
    ['delete', 'daily_completion'],
    ['select', 'scheduled_submission'], // an export has all of it
    ['update', 'scheduled_submission', ['user_id', 'idempotency_key']],
    ['select', 'blocked_date'],
    // The ORM reads back what the database gives to a change.
    ['select', 'calendar_change', ['id', 'at']],
    ['insert', 'calendar_change', ['actor', 'action', 'dates', 'submission', 'note']],
  ],
  verses_desk: [
    [
      'select',
      'scheduled_submission',
      [
        ...(['id', 'user_id', 'book_id', 'chapter', 'verse', 'scheduled_date', 'created_at'] as const),
        ...(['moved_from', 'withdrawn_at', 'withdrawn_from', 'cooldown_ended', 'by_editor'] as const),
        ...(['reviewed_at', 'reviewed_by', 'reviewed_by_name'] as const),
      ],
    ],
    // No player's id: what the desk inserts is nobody's.
    ['insert', 'scheduled_submission', ['book_id', 'chapter', 'verse', 'scheduled_date', 'by_editor']],
    [
      'update',
      'scheduled_submission',
      [
        ...(['scheduled_date', 'moved_from', 'withdrawn_at', 'withdrawn_from', 'cooldown_ended'] as const),
        ...(['reviewed_at', 'reviewed_by', 'reviewed_by_name'] as const),
      ],
    ],
    ['select', 'blocked_date'],
    ['insert', 'blocked_date'],
    ['delete', 'blocked_date'],
    ['update', 'blocked_date', ['label']],
    ['select', 'calendar_pause'],
    ['insert', 'calendar_pause'],
    ['delete', 'calendar_pause'],
    // Nobody alters the record, and the database gives each change its id and instant.
    ['select', 'calendar_change'],
    ['insert', 'calendar_change', ['actor', 'actor_name', 'action', 'dates', 'submission', 'other_submission', 'note']],
  ],
} satisfies Readonly<Record<string, readonly Right[]>>;

export type Role = keyof typeof rights;

/** Grants the roles that exist their rights, as the tables' owner. */
export const grantRights = `
  do $$
  begin
    ${Object.entries(rights)
      .map(
        ([role, list]) =>
          `if exists (select from pg_roles where rolname = '${role}') then ${grants(role, list)} end if;`,
      )
      .join('\n')}
  end $$`;

function grants(role: string, list: readonly Right[]): string {
  return list
    .map(([privilege, table, columns]) => `grant ${privilege} ${columns ? `(${columns})` : ''} on ${table} to ${role};`)
    .join('\n');
}

/**
 * Returns an SQL expression: what the current role lacks of the rights of a role, one text for each
 * right on a column or a whole table, and for each table that is missing.
 */
export function missingRights(role: Role): string {
  const list: readonly Right[] = rights[role];
  const needed = list.flatMap(([privilege, table, columns]) =>
    columns === undefined
      ? [`('${privilege}', '${table}', null)`]
      : columns.map((column) => `('${privilege}', '${table}', '${column}')`),
  );
  return `
    array(
      select distinct case
        when to_regclass(tablename) is null then 'the table ' || tablename
        else privilege || coalesce(' (' || columnname || ')', '') || ' on ' || tablename
      end
      from (values ${needed}) as needed (privilege, tablename, columnname)
      where case
        when columnname is null then has_table_privilege(to_regclass(tablename), privilege)
        else has_column_privilege(to_regclass(tablename), columnname, privilege)
      end is not true
      order by 1
    )`;
}
