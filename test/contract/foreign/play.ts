import type { ContractFile } from '../../../contract/document/read.ts';
import { casesOf } from '../../../contract/dredd/cases.ts';
import { Unavailable } from '../../../contract/dredd/given.ts';
import { begin, finish } from '../../../contract/dredd/hooks.ts';
import { Session, type Target } from '../../../contract/dredd/session.ts';

/** Whether a case sends a request for each chapter, or each book: none of them needs a token. */
export const isLong = (name: string): boolean => /of every|one chapter too many|of the first words/.test(name);

/**
 * Plays cases as Dredd does, whose own start takes half a second.
 *
 * @param names which cases
 * @returns why each that was sent failed, by its name; those that passed have no reason
 */
export async function play(
  file: ContractFile,
  target: Target,
  names: (name: string) => boolean,
): Promise<Map<string, string | undefined>> {
  const session = new Session(target);
  const results = new Map<string, string | undefined>();
  for (const each of casesOf(file).filter(({ name }) => names(name))) {
    try {
      const { draft, undo } = await begin(session, each);
      await using _ = undo;
      const { reason } = await finish(session, each, await session.exchange(draft));
      results.set(each.name, reason);
    } catch (error) {
      if (!(error instanceof Unavailable)) results.set(each.name, String(error));
    }
  }
  return results;
}
