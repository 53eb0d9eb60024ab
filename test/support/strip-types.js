import { stripTypeScriptTypes } from 'node:module';

/** What Node does by itself when it runs `src/`: the types are blanked out, and nothing else changes. */
const stripTypes = { process: (source) => ({ code: stripTypeScriptTypes(source) }) };

export default stripTypes;
