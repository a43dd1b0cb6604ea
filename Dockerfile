# syntax=docker/dockerfile:1
# One image; the command says which part runs:
#   node apps/server/dist/main.js
#   node apps/worker/dist/main.js
#   node libs/persistence/dist/cli/migrate.js
#   node libs/persistence/dist/cli/admin.js grant ada@example.com

FROM node:24-bookworm-slim AS base
WORKDIR /portal

# Only what decides the installation, so that its layers outlive changes of the sources.
FROM base AS manifests
COPY package.json package-lock.json ./
COPY libs libs
COPY apps apps
COPY test/package.json test/package.json
RUN find libs apps -type f ! -name package.json -delete && find libs apps -type d -empty -delete

FROM base AS build
COPY --from=manifests /portal ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npx tsc -b apps/server apps/worker && npm run build -w @portal/web

FROM base AS dependencies
ENV NODE_ENV=production
COPY --from=manifests /portal ./
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund \
  -w @portal/server -w @portal/worker -w @portal/persistence

FROM base AS runtime
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    PORTAL_DATA_DIR=/data
RUN mkdir /data && chown node:node /data
COPY --from=dependencies /portal ./
COPY --from=build /portal/libs/contracts/dist libs/contracts/dist
COPY --from=build /portal/libs/domain/dist libs/domain/dist
COPY --from=build /portal/libs/persistence/dist libs/persistence/dist
COPY --from=build /portal/libs/platform/dist libs/platform/dist
COPY --from=build /portal/libs/sql-guard/dist libs/sql-guard/dist
COPY --from=build /portal/apps/server/dist apps/server/dist
COPY --from=build /portal/apps/worker/dist apps/worker/dist
COPY --from=build /portal/apps/web/dist apps/web/dist
USER node
VOLUME /data
EXPOSE 3000
# That of the server; docker compose has another one for the worker.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "--min-semi-space-size=32", "--max-semi-space-size=32", "apps/server/dist/main.js"]
