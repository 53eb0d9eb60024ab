// Generated from contract/openapi.desk.yaml by `npm run codegen`. Do not edit.

export const calendarLimits = { today: 10, frozenUntil: 10, firstBookable: 10, lastBookable: 10, coveredUntil: 10, days: 366 } as const;
export const dayLimits = { date: 10, label: 100 } as const;
export const deskSubmissionLimits = { player: 255, reference: 64, bookId: 3, words: 1024, submittedAt: 24, movedFrom: 10, alsoOn: 5 } as const;
export const foundSubmissionsLimits = { submissions: 50 } as const;
export const foundSubmissionLimits = { player: 255, reference: 64, bookId: 3, words: 1024, submittedAt: 24, movedFrom: 10, date: 10, withdrawnAt: 24, withdrawnFrom: 10 } as const;
export const foundBlockedDatesLimits = { dates: 400 } as const;
export const foundBlockedDateLimits = { date: 10, label: 100 } as const;
export const moveLimits = { from: 10, to: 10, note: 500 } as const;
export const withdrawalLimits = { from: 10, note: 500 } as const;
export const restorationLimits = { to: 10, note: 500 } as const;
export const ownVerseLimits = { bookId: 3, note: 500 } as const;
export const blockLimits = { label: 100 } as const;
export const blockDatesLimits = { dates: 400, label: 100 } as const;
export const unblockDatesLimits = { dates: 400 } as const;
export const pauseLimits = { note: 500 } as const;
export const changedDaysLimits = { days: 4 } as const;
export const dateOutcomesLimits = { outcomes: 400 } as const;
export const dateOutcomeLimits = { date: 10 } as const;
export const changeListLimits = { changes: 50 } as const;
export const changeLimits = { at: 24, actor: 255, dates: 2, reference: 64, note: 500 } as const;
export const invalidChangeLimits = { error: 128 } as const;
export const elsewhereLimits = { days: 4 } as const;
export const frozenLimits = { days: 4 } as const;
export const blockedLimits = { days: 4 } as const;
export const takenLimits = { days: 4 } as const;
export const cooldownOfAnotherLimits = { days: 4 } as const;
