import { playerExportLimits as most } from '../../src/puzzle/generated/operations.puzzle.ts';
import { anything, as, type Expected, instantIn, newestFirst, pairs, property } from './answer.ts';
import { type Decide, type Question, userOf } from './request.ts';
import { completion, learned, type Stored, type Submission, submissionOn, submissionsOf } from './stored.ts';
import { exists, named, passage, referenceOf } from './verse.ts';

// What the site's own server calls: openapi.puzzle.yaml.

const recordCompletion: Readonly<Record<string, Decide>> = {
  recorded: ({ stored, path: { date = '', player = '' } }) => ({
    says: 'The player can then submit a verse with the date as `localDate`',
    status: 204,
    next: () => ({ ...stored, completions: new Set([...stored.completions, completion(player, date)]) }),
  }),
};

const getVerseOfDate: Readonly<Record<string, Decide>> = {
  exists: ({ stored, path: { date } }) => {
    const one = submissionOn(stored, date);
    // A verse that does not exist, which only another program can have stored, counts as none.
    if (one !== undefined && exists(one)) return true;
    const label = one === undefined ? stored.blocked[date ?? ''] : undefined;
    // Others may have set one, or blocked the date.
    if (label === undefined && !stored.isWhole) return true;
    return { body: { blocked: as('If there is none and the operator has blocked the date', label) } };
  },

  read: ({ stored, path: { date } }) => {
    const one = submissionOn(stored, date);
    const says = 'The verse that is on a date of the calendar, with its text';
    if (one === undefined) return { says, status: 0 };
    const text = stored.seen.texts[passage(one.bookId, one.chapter)];
    const player = one.byEditor ? as('`player` is absent if no player', undefined) : (one.player ?? nobody(stored));
    const words = text && { words: text.verses[one.verse - 1], translation: text.translation };
    const body = { date, ...named(one), ...words, player };
    return { says, status: 200, body, next: (shown) => learned(stored, [one], [shown]) };
  },
};

/** A random id, by which nobody can be recognized. */
export function nobody(stored: Stored): Expected {
  const isKnown = (id: string) => stored.erased.includes(id) || stored.submissions.some(({ player }) => player === id);
  const says = "Each of the player's submissions keeps its date and its verse, but gets a random id";
  return property('a random id of its own', (id) => typeof id === 'string' && !isKnown(id), says);
}

const exportPlayer: Readonly<Record<string, Decide>> = {
  read: ({ stored, path: { player = '' } }) => {
    const dates = [...stored.completions].map((each) => each.slice(0, 10));
    const solved = dates.filter((date) => stored.completions.has(completion(player, date)));
    const latest = submissionsOf(stored, player).slice(0, most.submissions);
    const completions = [...new Set(solved)].sort().reverse();
    return {
      says: 'What the service has stored about a player',
      status: 200,
      body: {
        ...{ player, completions: completions.slice(0, most.completions), completionCount: completions.length },
        submissions: newestFirst(latest, exported),
      },
      next: ({ submissions }) => learned(stored, pairs(latest, submissions, exported), submissions),
    };
  },
};

function exported(one: Submission): Expected {
  const { id = anything, bookId, chapter, verse, date, movedFrom, withdrawnFrom, withdrawnAt, submittedAt } = one;
  const { cooldownEnded, windowText, key } = one;
  return {
    ...{ id, bookId, chapter, verse, reference: exists(one) ? referenceOf(one) : undefined },
    ...{ scheduledDate: date, movedFrom: date && movedFrom, withdrawnFrom, withdrawnAt: instantIn(withdrawnAt) },
    ...{ submittedAt: instantIn(submittedAt), cooldownEnded, windowText, idempotencyKey: key },
  };
}

const erasePlayer: Readonly<Record<string, Decide>> = {
  erased: (question) => ({
    says: "Deletes the player's completions",
    status: 204,
    next: () => erased(question, question.path['player'] ?? ''),
  }),
};

function erased(question: Question, player: string): Stored {
  const { stored, known } = question;
  const next = withoutPlayer(stored, player);
  // If nothing is stored about the player, nothing changes.
  if (next.completions.size === stored.completions.size && submissionsOf(stored, player).length === 0) return stored;
  const change = { action: 'erase', actor: userOf(question).id, at: known.now, dates: [] };
  return { ...next, changes: [...stored.changes, change] };
}

/** What is stored without a player's id: the verses stay. */
export function withoutPlayer(stored: Stored, player: string): Stored {
  const completions = [...stored.completions].filter((each) => each !== completion(player, each.slice(0, 10)));
  const submissions = stored.submissions.map((one) =>
    one.player === player ? { ...one, player: undefined, key: undefined } : one,
  );
  return { ...stored, completions: new Set(completions), submissions, erased: [...stored.erased, player] };
}

export const puzzleChecks = { recordCompletion, getVerseOfDate, exportPlayer, erasePlayer };
