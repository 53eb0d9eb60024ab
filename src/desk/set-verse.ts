import type { ChangeContext } from '../calendar/change.ts';
import { BlockedDate } from '../entities/blocked-date.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { isSameVerse, type Verse, validateVerse } from '../verse/validate.ts';
import { isFrozen, type Outcome, withDays } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import {
  type Handlers,
  invalidChangeMessages as messages,
  setVerseResponses as responses,
} from './generated/operations.desk.ts';
import { presentOutcome } from './present.ts';
import { type InvalidChange, type Members, validate } from './validate.ts';

/** `PUT /desk/api/verses/{date}`: the checks of the contract's `x-checks`, in that order. */
export function setVerse({ change, clock, presentDays }: DeskDependencies): Handlers['setVerse'] {
  return async ({ userId: actor, userName: actorName, path: { date }, readBody }) => {
    // 3. readable
    const body = await readBody();
    if ('response' in body) return body.response;

    // 4. valid
    const asked = validateOwnVerse(date, body.members);
    if ('error' in asked) return responses.invalidChange(asked);

    // 5. unfrozen to 8. changed, in one transaction
    return await presentOutcome(responses, presentDays, await change({ actor, actorName, now: clock() }, set, asked));
  };
}

/** A verse of the editor's own. */
interface OwnVerse extends Verse {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Whether the operator saw the date blocked. */
  readonly blocked?: boolean | undefined;
  readonly note?: string | undefined;
}

/** @param date of the path; undefined if it is malformed */
function validateOwnVerse(date: string | undefined, members: Members): OwnVerse | InvalidChange {
  if (date === undefined) return { error: messages.date() };
  const verse = validateVerse(members);
  if ('error' in verse) return verse;
  const own = validate('OwnVerse', members);
  return 'error' in own ? own : { ...own, ...verse, date };
}

/**
 * Puts a verse of the editor's own on a date, which may be blocked unless the operator saw that it
 * was not. The database gives the verse the id of nobody.
 */
async function set(
  { em, db, now, record }: ChangeContext,
  { date, blocked, note, ...verse }: OwnVerse,
): Promise<Outcome<'done' | 'frozen' | 'blocked' | 'taken'>> {
  const scheduledDate = Temporal.PlainDate.from(date);
  // The desk's role may read no other columns than it needs.
  const fields = ['bookId', 'chapter', 'verse', 'byEditor'] as const;
  const there = await em.findOne(ScheduledSubmission, { scheduledDate }, { fields });
  if (there?.byEditor && isSameVerse(verse, there)) return await withDays(db, 'done', [date]);

  if (isFrozen(date, now)) return await withDays(db, 'frozen', [date]);
  const isBlocked = (await em.count(BlockedDate, { date: scheduledDate })) > 0;
  if (isBlocked && blocked === false) return await withDays(db, 'blocked', [date]);
  if (there !== null) return await withDays(db, 'taken', [date]);

  const submission = await em.insert(ScheduledSubmission, { ...verse, scheduledDate, byEditor: true });
  await record({ action: 'set', dates: [date], submission, note });
  return await withDays(db, 'done', [date]);
}
