/**
 * `npm run screenshot`: installs what drives the browser, builds the service and takes the README's
 * pictures of its page.
 */
import { join } from 'node:path';
import { root } from '../src/root.ts';
import { build } from './build.ts';
import { installPackages } from './install.ts';

installPackages('test');
await build();
// Not a literal: the project's own TypeScript leaves test/browser/ out, whose packages may be
// missing.
await import(join(root, 'test/browser/screenshot.ts'));
