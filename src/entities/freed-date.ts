import { defineEntity, p } from '@mikro-orm/postgresql';

/** A date whose submission has been deleted or moved. Triggers write these rows, the scan forgets those that are reserved again or past. */
export const FreedDate = defineEntity({
  name: 'FreedDate',
  tableName: 'freed_date',
  properties: {
    id: p.bigint().primary().generated('by default as identity'),
    date: p.date().index('freed_date_date_idx'),
  },
});
