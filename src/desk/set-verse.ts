import type { ChangeContext } from '../calendar/change.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { isSameVerse, type Verse, validateVerse } from '../verse/validate.ts';
import { isFrozen, type Outcome, readDays } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import {
  type Handlers,
  invalidChangeMessages as messages,
  setVerseResponses as responses,
} from './generated/operations.desk.ts';
import { presentOutcome } from './present.ts';
import { compareDates } from './seen.ts';
import { type InvalidChange, type Members, validate } from './validate.ts';

type OwnVerse = components['schemas']['OwnVerse'] & Verse & { readonly date: string };

/** `PUT /desk/api/verses/{date}`: the checks of the contract's `x-checks`, in that order. */
export function setVerse({ change, clock, presentDays }: DeskDependencies): Handlers['setVerse'] {
  return async ({ userId: actor, userName: actorName, path: { date }, readBody }) => {
    // 3. readable
    const body = await readBody();
    if ('response' in body) return body.response;

    // 4. valid
    const asked = validateOwnVerse(date, body.members);
    if ('error' in asked) return responses.invalidChange(asked);

    // 5. seen to 8. changed, in one transaction
    return await presentOutcome(
      responses,
      presentDays,
      await change({ actor, actorName, now: clock() }, (context) => set(context, asked)),
    );
  };
}

/** @param date of the path; undefined if it is malformed */
function validateOwnVerse(date: string | undefined, members: Members): OwnVerse | InvalidChange {
  if (date === undefined) return { error: messages.date() };
  const verse = validateVerse(members);
  if ('error' in verse) return verse;
  const own = validate('OwnVerse', members);
  return 'error' in own ? own : { ...own, ...verse, date };
}

/** Puts a verse of the editor's own on a date. The database gives the verse the id of nobody. */
async function set(
  { em, db, now, actor, record }: ChangeContext,
  { date, change: seen, note, ...verse }: OwnVerse,
): Promise<Outcome<'done' | 'unseen' | 'frozen' | 'taken'>> {
  const days = await readDays(db, [date]);
  const there = days[0]?.submission;
  const change = { action: 'set', dates: [date], note } as const;
  const submission = there?.byEditor && isSameVerse(verse, there) ? Number(there.id) : undefined;
  const compared = compareDates(days, [{ date, change: seen }], actor, { ...change, submission });
  if (compared === 'repeated' && submission !== undefined) return { outcome: 'done', days };
  if (compared !== 'seen') return { outcome: 'unseen', days };

  if (isFrozen(date, now)) return { outcome: 'frozen', days };
  if (there) return { outcome: 'taken', days };

  const scheduledDate = Temporal.PlainDate.from(date);
  await record({
    ...change,
    submission: await em.insert(ScheduledSubmission, { ...verse, scheduledDate, byEditor: true }),
  });
  return { outcome: 'done', days: await readDays(db, [date]) };
}
