import type { ApiResponse } from '../api/response.ts';
import type { ChangeContext } from '../calendar/change.ts';
import type { EntityManager } from '../database/orm.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import type { Outcome, OutcomeName } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import { type OutcomeResponses, presentOutcome } from './present.ts';
import type { InvalidChange, Members } from './validate.ts';

interface SubmissionRequest<Unread> {
  readonly userId: string;
  readonly userName?: string | undefined;
  /** Undefined if it is malformed. */
  readonly path: { readonly id: number | undefined };
  readonly readBody: () => Promise<{ readonly members: Members } | { readonly response: Unread }>;
}

/** A submission as it is before the change. */
export type Found = NonNullable<Awaited<ReturnType<typeof findSubmission>>>;

/**
 * Returns the handler of an operation that changes one submission. Its checks are those of the
 * contract's `x-checks`, in that order; tokens and roles were checked before.
 *
 * 3. `readable`: the body is read.
 * 4. `valid`: `validate` returns what is asked, or the message of the first invalid member.
 * 5. `exists`: the id is that of a submission.
 *
 * The others are those of `work`, in the transaction that has found the submission.
 */
export function changeSubmission<
  Asked extends object,
  Name extends OutcomeName,
  Responses extends OutcomeResponses<Name> & {
    readonly invalidChange: (body: InvalidChange) => ApiResponse;
    readonly noSuchSubmission: ApiResponse;
  },
>(
  { change, clock, presentDays }: DeskDependencies,
  responses: Responses,
  validate: (members: Members, id: number | undefined) => Asked | InvalidChange,
  work: (context: ChangeContext, asked: Asked & { readonly id: number }, found: Found) => Promise<Outcome<Name>>,
) {
  return async <Unread>({ userId: actor, userName: actorName, path: { id }, readBody }: SubmissionRequest<Unread>) => {
    const body = await readBody();
    if ('response' in body) return body.response;

    const asked = validate(body.members, id);
    if ('error' in asked) return responses.invalidChange(asked) as ReturnType<Responses['invalidChange']>;

    if (id === undefined) return responses.noSuchSubmission as Responses['noSuchSubmission'];
    const outcome = await change({ actor, actorName, now: clock() }, async (context) => {
      const found = await findSubmission(context.em, id);
      return found && (await work(context, { ...asked, id }, found));
    });
    if (outcome === null) return responses.noSuchSubmission as Responses['noSuchSubmission'];
    return await presentOutcome(responses, presentDays, outcome);
  };
}

export async function findSubmission(em: EntityManager, id: number) {
  // The desk's role may read no other columns than it needs.
  const place = ['scheduledDate', 'withdrawnFrom', 'cooldownEnded', 'byEditor'] as const;
  return await em.findOne(ScheduledSubmission, { id }, { fields: [...place, 'reviewedBy', 'reviewedAt'] });
}
