import { defineEntity, p } from '@mikro-orm/postgresql';
import { PlainDateType } from './temporal-types.ts';

/** A date that the operator keeps free of submissions, such as Easter. No reservation gets it. */
export const BlockedDate = defineEntity({
  name: 'BlockedDate',
  tableName: 'blocked_date',
  properties: {
    date: p.type(PlainDateType).primary(),
    label: p.text(),
  },
});
