// A separate file, since the page's Content-Security-Policy forbids inline scripts.
SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: '/openapi.json',
  validatorUrl: null, // otherwise the contract would be sent to swagger.io unless the host is localhost
  tryItOutEnabled: true,
  deepLinking: true,
  defaultModelsExpandDepth: -1, // each operation already shows its schemas
});
