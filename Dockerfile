# The command line in a container of at most 100 MB: docker build -t ledger-in-a-box .
#   docker run --rm -p 7575:7575 ledger-in-a-box
#   docker run --rm -p 7575:7575 -v "$PWD:/work:ro" ledger-in-a-box --fixtures market.yaml --watch
FROM node:22-alpine AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run spec && npm run bundle && node .ci/pack.js
# Installs the package as users do, so that `files` of package.json lists what the image contains.
WORKDIR /app
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund /build/.build/package.tgz \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

# Node as Alpine builds it, against libraries that it shares: half as large as the image of Node.
FROM alpine:3.22
RUN apk add --no-cache nodejs \
  && adduser -D -H -u 10001 ledger
# At the root, so that fixtures in any folder can import the package.
COPY --from=build /app/node_modules /node_modules
USER ledger
WORKDIR /work
ENV PORT=7575 NODE_ENV=production
EXPOSE 7575
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD wget -q -O /dev/null "http://127.0.0.1:${PORT}/readyz" || exit 1
ENTRYPOINT ["node", "/node_modules/ledger-in-a-box/dist/middleware/cli/main.js", "serve", "--host", "0.0.0.0"]
