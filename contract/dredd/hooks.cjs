// Dredd gives its hooks to whatever requires the module `hooks`, which only a CommonJS file can do. run.ts, in the same
// process, has put the function that registers them into the configuration.
const hooks = require('hooks');

hooks.configuration.custom.register(hooks);
