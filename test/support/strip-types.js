import { stripTypeScriptTypes } from 'node:module';

/** Does what Node does when it runs `src/`: replaces the types with spaces. */
const stripTypes = { process: (source) => ({ code: stripTypeScriptTypes(source) }) };

export default stripTypes;
