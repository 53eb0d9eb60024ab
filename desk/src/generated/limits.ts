// Generated from contract/openapi.desk.yaml by `npm run codegen`. Do not edit.

export const actions = [
  'move',
  'swap',
  'withdraw',
  'restore',
  'set',
  'block',
  'unblock',
  'pause',
  'resume',
  'erase',
] as const;

export const calendarLimits = {
  today: 10,
  frozenUntil: 10,
  firstBookable: 10,
  lastBookable: 10,
  coveredUntil: 10,
  firstUnread: 10,
  days: 366,
} as const;

export const deskSubmissionLimits = {
  player: 255,
  reviewedBy: 255,
  reviewedByName: 255,
  reviewedAt: 24,
  reference: 64,
  bookId: 3,
  words: 1024,
  submittedAt: 24,
  movedFrom: 10,
  alsoOn: 5,
} as const;

export const foundSubmissionsLimits = {
  submissions: 50,
} as const;

export const foundBlockedDatesLimits = {
  dates: 400,
} as const;

export const moveLimits = {
  note: 500,
} as const;

export const blockDatesLimits = {
  dates: 400,
  label: 100,
} as const;

export const changeListLimits = {
  changes: 50,
  months: 1200,
} as const;
