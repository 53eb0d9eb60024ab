// The one file that is no TypeScript: to strip its types, Node would load a compiler, which takes 17 MiB for good. From the second
// start on, all other files come out of the cache, stripped and compiled.
import { enableCompileCache } from 'node:module';

enableCompileCache();
await import('./start.ts');
