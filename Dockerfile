# The service and the commands of src/cli, with the libraries that they use.

FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No library that the service uses has an install script that it needs.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY scripts/build.ts scripts/node-version.js scripts/
COPY src src/
RUN npm run build
# What the build needs besides esbuild's own code is optional: its compiler, 10 MB.
RUN npm prune --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM node:26-slim
WORKDIR /app
COPY --from=build /app/node_modules node_modules/
COPY --from=build /app/dist dist/
COPY package.json openapi.yaml ./
COPY src src/
# Containers are reached from outside; anywhere else, HOST is the machine itself unless somebody says otherwise. Probes and metrics have a
# port of their own, so that whoever publishes port 3000 does not publish them.
ENV NODE_ENV=production HOST=0.0.0.0 ADMIN_PORT=3001
EXPOSE 3000 3001
USER node
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "src/cli/healthcheck.ts"]
# What `npm start` runs, but without npm, which would stand between the service and its signals.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=20", "dist/main.js"]
