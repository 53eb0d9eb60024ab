# The service and the commands of src/cli, with the libraries that they use.

# By tag, so that each build has the base's latest security fixes; a digest would need a renewal for
# each.
FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY desk/package.json desk/
# Neither the build nor the service needs an install script.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY scripts/build.js scripts/build.ts scripts/chapters.ts scripts/check-node.js scripts/guide.ts scripts/pages.ts scripts/files.ts scripts/
COPY openapi.yaml ./
COPY contract/openapi.*.yaml contract/
COPY src src/
COPY client/src client/src/
COPY client/page client/page/
COPY client/README.md client/custom-elements.json client/
COPY client/docs client/docs/
COPY desk desk/
RUN npm run build
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:26-slim
WORKDIR /app
COPY --from=build /app/node_modules node_modules/
COPY --from=build /app/dist dist/
COPY package.json openapi.yaml ./
COPY contract/openapi.*.yaml contract/
COPY src src/
# A container must listen on all addresses; elsewhere the default of HOST is the local machine.
# Probes and metrics have a port of their own, so publishing port 3000 does not publish them.
ENV NODE_ENV=production HOST=0.0.0.0 ADMIN_PORT=3001
EXPOSE 3000 3001
USER node
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "src/cli/healthcheck.ts"]
# The command of `npm start`, but without npm, which would sit between the service and its signals.
CMD ["node", "--max-semi-space-size=16", "dist/main.js"]
