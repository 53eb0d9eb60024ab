// Dredd passes its hooks to a file that requires the module `hooks`, which must be CommonJS. dredd.ts,
// in the same process, puts the function that registers ours into the configuration.
const hooks = require('hooks');

const { register } = hooks.configuration.custom;
if (register === undefined) {
  console.error('Run `npm run dredd`: the hooks need the service that it starts, or the one that its --endpoint names');
  process.exit(1); // after an error, Dredd would send its requests without hooks
}
register(hooks);
