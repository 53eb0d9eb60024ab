import { expect, test } from '@jest/globals';
import { limitTurns } from '../src/turns.ts';

test('some turns run, others wait in their order, but not for ever', async () => {
  const takeTurn = limitTurns(2, 50);
  const [endFirst] = await Promise.all([takeTurn(), takeTurn()]);
  await expect(takeTurn()).rejects.toThrow('50 ms');

  const [third, fourth] = [takeTurn(), takeTurn()];
  endFirst();
  const endThird = await third;
  await expect(fourth).rejects.toThrow('50 ms');
  endThird();
  await takeTurn();
});
