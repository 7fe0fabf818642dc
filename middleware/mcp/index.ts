/** A Model Context Protocol server for a ledger. */
export { mcpServerFactory } from "./create-mcp-server.ts";
export type { LedgerAddress } from "./ledger-client.ts";
export { serveHttp } from "./serve-http.ts";
export { serveStdio } from "./serve-stdio.ts";
