// Dredd passes its hooks to a file that requires the module `hooks`, which must be CommonJS. dredd.ts, in the same process, puts the
// function that registers ours into the configuration.
const hooks = require('hooks');

hooks.configuration.custom.register(hooks);
