# The command line in a container of at most 100 MB: docker build -t ledger-in-a-box .
#   docker run --rm -p 7575:7575 ledger-in-a-box
#   docker run --rm -p 7575:7575 -v "$PWD:/work:ro" ledger-in-a-box --fixtures market.yaml --watch
FROM node:22-alpine AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# esbuild brings its program as a package of its own: no script of an install has to run.
RUN npm run spec && npm run bundle
# What is run, and no more: no maps, no types, no documents of packages.
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/@types node_modules/.package-lock.json \
  && find node_modules dist -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' \) ! -iname 'licen*' -delete \
  && mkdir -p /app/node_modules /app/spec \
  && cp -r node_modules dist package.json LICENSE /app/ \
  && cp spec/*.json /app/spec/ \
  && ln -s /app /app/node_modules/ledger-in-a-box

# Node as Alpine builds it, against libraries that it shares: half as large as the image of Node.
FROM alpine:3.22
RUN apk add --no-cache nodejs \
  && adduser -D -H -u 10001 ledger \
  && ln -s /app/node_modules /node_modules
COPY --from=build /app /app
USER ledger
WORKDIR /work
ENV PORT=7575 NODE_ENV=production
EXPOSE 7575
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD wget -q -O /dev/null "http://127.0.0.1:${PORT}/readyz" || exit 1
ENTRYPOINT ["node", "/app/dist/middleware/cli/main.js", "--host", "0.0.0.0"]
