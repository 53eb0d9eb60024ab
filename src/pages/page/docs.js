// A file of its own, since the page's Content-Security-Policy allows no script inside of it.
SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: '/openapi.json',
  validatorUrl: null, // or else the contract would be sent to swagger.io where the host is not localhost
  tryItOutEnabled: true,
  deepLinking: true,
  defaultModelsExpandDepth: -1, // each operation shows the schemas that it has
});
