import { enableCompileCache } from 'node:module';

// Before anything else is loaded: from the second start on, no module is compiled again, nor stripped of its types.
enableCompileCache();
await import('./start.ts');
