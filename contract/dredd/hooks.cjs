// Dredd passes its hooks to a file that requires the module `hooks`, which must be CommonJS. dredd.ts,
// in the same process, puts the function that registers ours into the configuration.
const hooks = require('hooks');

const { register = registerPlain } = hooks.configuration.custom ?? {};
register(hooks);

/** Of plain `npx dredd`: what a service returns whatever it has stored, and whoever asks. */
function registerPlain({ beforeAll, beforeEach }) {
  beforeAll((transactions, done) => {
    const [first] = transactions;
    for (const [method, path, statusCode] of [
      ['GET', '/api/other', '404'],
      ['PUT', '/api/verses', '405'],
    ]) {
      const name = `${method} (${statusCode}) ${path}`;
      const { protocol, host, port } = first;
      const [request, expected] = [
        { method, uri: path, headers: {}, body: '' },
        { statusCode, headers: {} },
      ];
      transactions.push({
        protocol,
        host,
        port,
        name,
        id: name,
        fullPath: path,
        origin: { resourceName: '/' },
        request,
        expected,
      });
    }
    done();
  });
  const isPublic = ({ origin }) => /chapters|verses$/.test(origin.resourceName);
  beforeEach((transaction, done) => {
    const { expected, request } = transaction;
    const status = Number(expected.statusCode);
    transaction.skip =
      ![401, 405].includes(status) &&
      transaction.origin.resourceName !== '/' &&
      !(isPublic(transaction) && [200, 304, 404].includes(status));
    if (status === 304) request.headers['If-None-Match'] = '*';
    if (status === 404) transaction.fullPath = transaction.fullPath.replace(/\d+$/, '151');
    if (status !== 401 && status !== 404) delete expected.body; // the example is one of many
    done();
  });
  process.once('exit', () => {
    console.log(
      'This was a part. All that the contracts say: npm run dredd, of a running service with -- --endpoint URL',
    );
  });
}
