import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { RunningScript } from '../support/process.ts';
import { ProjectCopy } from '../support/project-copy.ts';
import { query } from '../support/sql.ts';
import { launchBrowser } from './launch.ts';
import { find, pageDate } from './player.ts';
import { WatchedPage } from './watched-page.ts';

test('the link of npm start leads to a stored submission by three choices and a click', async () => {
  // A copy, because the embedded default keeps its data in the project's folder.
  await using project = await ProjectCopy.create(['dist', 'src', 'package.json', 'openapi.yaml', 'contract']);
  await using browser = await launchBrowser();
  for (const [player, isHome] of [
    ['demo', false],
    ['demo-2', true],
  ] as const) {
    const service = new RunningScript(project.directory, ['dist/main.js'], { PORT: '0' });
    try {
      const [, link = ''] = await service.printed(/^Submit a verse: (\S+)\n/m);
      await using watched = await WatchedPage.open(browser, [new URL(link).origin]);
      const { page } = watched;
      await page.goto(isHome ? new URL(link).origin : link);
      await find(page, 'Ruth 1:16');
      expect(new URL(page.url()).hash).toBe(''); // no token remains in the address
      await page.getByRole('button', { name: 'Submit Ruth 1:16' }).click();
      const title = await page.getByRole('heading', { name: /is your day$/ }).innerText();
      const [row] = await submissionsOf(project.directory, player);
      expect(title).toBe(`${pageDate(row?.date ?? '')} is your day`);
    } finally {
      await service.kill('SIGTERM');
    }
  }
});

/** Reads the embedded database as its owner. */
async function submissionsOf(directory: string, player: string) {
  const data = join(directory, '.data');
  const { password } = JSON.parse(await readFile(join(data, 'postgres-password.json'), 'utf8'));
  const port = (await readFile(join(data, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3];
  const text = "select to_char(scheduled_date, 'YYYY-MM-DD') as date from scheduled_submission where user_id = $1";
  return await query<{ date: string }>(`postgresql://postgres:${password}@127.0.0.1:${port}/verses`, text, [player]);
}
