import { expect, test } from '@jest/globals';
import { folderError } from '../../src/embedded/folder.ts';
import { StartError } from '../../src/start-error.ts';

const systemError = (code: string) => Object.assign(new Error(`${code}: mkdir '/data'`), { code });
const ofInitdb = (words: string) =>
  Object.assign(new Error('Command failed: initdb'), { stderr: `initdb: error: ${words}` });

const notWritable = '/data is not writable';
const full = 'The disk of /data is full';

test.each([
  ['a user without access', systemError('EACCES'), notWritable],
  ['a read-only file system', systemError('EROFS'), notWritable],
  ['initdb without access', ofInitdb('could not create directory "/data": Permission denied'), notWritable],
  ['a full disk', systemError('ENOSPC'), full],
  ['initdb on a full disk', ofInitdb('could not write to file: No space left on device'), full],
  ['PostgreSQL on a full disk', new Error('could not extend file: No space left on device'), full],
])('one line names the folder and what to do: %s', (_title, error, beginning) => {
  const { message } = folderError('/data', error) as Error;
  expect(folderError('/data', error)).toBeInstanceOf(StartError);
  expect(message).toMatch(RegExp(`^${beginning}: .*DATABASE_URL.*$`));
  expect(message).not.toContain('\n');
});

test.each<[string, Error, RegExp]>([
  ['the file system', systemError('EIO'), /: EIO: mkdir/],
  ['a program that does not run', Object.assign(systemError('EACCES'), { syscall: 'spawn initdb' }), /: EACCES/],
  ['a program', Object.assign(ofInitdb('it failed\ninitdb: hint: do something'), { code: 1 }), /: it failed$/],
  [
    'a user without a name',
    ofInitdb('could not look up effective user ID 12345: user does not exist'),
    /\/etc\/passwd/,
  ],
])('one line has the reason of an error of %s', (_title, error, line) => {
  const found = folderError('/data', error) as Error;
  expect(found).toBeInstanceOf(StartError);
  expect(found.message).toMatch(line);
  expect(found.message).not.toContain('\n');
});

test('any other error stays as it is', () => {
  const errors = [new TypeError('a fault of ours'), new StartError('The service cannot listen: Permission denied')];
  expect(errors.map((error) => folderError('/data', error))).toEqual(errors);
});
