import type { HandlerRequest } from '../../api/operation-handler.ts';
import type { Desk } from '../../desk/desk.ts';
import type { AwaitTurn } from '../../desk/reads.ts';
import {
  type FindSubmissionsRequest,
  type Handlers,
  findSubmissionsResponses as responses,
} from '../../generated/operations.desk.ts';
import { createReadWords, type ReadChapter } from '../../verse/chapters.ts';
import { presentFound } from './present.ts';

/** `GET /desk/api/submissions`: the submissions of a player, of a verse, or those withdrawn. */
export function findSubmissions(
  desk: Desk,
  awaitTurn: AwaitTurn,
  readChapter: ReadChapter,
): Handlers['findSubmissions'] {
  return async ({ query, outgoing }: FindSubmissionsRequest & Pick<HandlerRequest, 'outgoing'>) => {
    // 7. read
    await awaitTurn(outgoing);
    const { submissions, before } = await desk.submissions(query);
    const presented = submissions.map(presentFound).filter((submission) => submission !== undefined);
    const readWords = createReadWords(readChapter);
    const withWords = await Array.fromAsync(presented, async (each) => ({ ...each, words: await readWords(each) }));
    return responses.foundSubmissions({ submissions: withWords, ...(before !== undefined && { before }) });
  };
}
