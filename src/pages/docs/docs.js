// A separate file, since the page's Content-Security-Policy forbids inline scripts.

// Swagger UI's dark colours belong to this class.
const dark = matchMedia('(prefers-color-scheme: dark)');
const adapt = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', adapt);
adapt();

const { contract } = document.querySelector('#swagger-ui').dataset;
const response = await fetch(contract);
const spec = await response.json();
// The page would send these examples with every request. A second submission would then be taken
// for a retry of the first.
const { parameters, schemas } = spec.components;
for (const each of [...Object.values(parameters), ...Object.values(schemas)]) delete each.example;

// Swagger UI shows an extension as one line of JSON, with each reference replaced by the whole
// schema: too wide for a page.
const rejection = ({ status, error, when }) =>
  `${status} ${error.$ref.split('/').at(-1)}${when === undefined ? '' : ` when ${when}`}`;
const inWords = ({ name, otherwise = [], ...check }, index) =>
  `${index + 1}. ${name}: ${[check, ...otherwise].map(rejection).join(', or ')}`;
for (const operation of Object.values(spec.paths).flatMap(Object.values)) {
  const checks = operation['x-checks'];
  if (checks !== undefined) operation['x-checks'] = checks.map(inWords).join('; ');
}

SwaggerUIBundle({
  dom_id: '#swagger-ui',
  spec,
  validatorUrl: null, // otherwise the contract would be sent to swagger.io unless the host is localhost
  tryItOutEnabled: true,
  deepLinking: true,
  showExtensions: true, // the order of the checks, the cooldown and the limit of the body
  defaultModelsExpandDepth: -1, // each operation already shows its schemas
});
