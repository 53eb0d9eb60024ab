import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StartError } from '../../src/start-error.ts';

/** Records what players do, at a service whose database the run does not have. */
export interface Puzzle {
  /** Records that a player has solved the puzzle of a date, YYYY-MM-DD. */
  solve(player: string, date: string): Promise<void>;
  /** Removes what is stored about a player; undefined where only a command records completions. */
  erase?(player: string): Promise<void>;
}

/**
 * The puzzle's contract (`openapi.puzzle.yaml`) of a running service.
 *
 * @param token has the role `puzzle`
 * @returns undefined where the service does not have it, or rejects the token
 */
export async function puzzleOf(url: string, token: string): Promise<Puzzle | undefined> {
  const send = async (method: string, path: string) => {
    const response = await fetch(`${url}/puzzle/api/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}` },
    });
    await response.arrayBuffer();
    return response.status;
  };
  const expectDone = async (method: string, path: string) => {
    const status = await send(method, path);
    if (status !== 204)
      throw new Error(`${method} /puzzle/api/${path}, which sets the scene, has the status ${status}`);
  };
  if ((await send('GET', 'players/nobody')) !== 200) return undefined;
  return {
    solve: (player, date) => expectDone('PUT', `completions/${date}/${encodeURIComponent(player)}`),
    erase: (player) => expectDone('DELETE', `players/${encodeURIComponent(player)}`),
  };
}

/**
 * A command that records a completion, for a service without the puzzle's contract.
 *
 * @param command words apart by spaces, among them `{player}` and `{date}`; no shell reads it
 */
export function solvedBy(command: string): Puzzle {
  const words = command.split(/ +/).filter((word) => word !== '');
  return {
    async solve(player, date) {
      const [program = '', ...args] = words.map((word) => word.replace('{player}', player).replace('{date}', date));
      await promisify(execFile)(program, args).catch((error) => {
        throw new StartError(`The command of --solve failed: ${String(error.message).trim().replaceAll('\n', '; ')}`);
      });
    },
  };
}
