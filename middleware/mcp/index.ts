/** A Model Context Protocol server for a ledger. */
export { createMcpServerFactory } from "./create-mcp-server.ts";
export type { LedgerConnectionSettings } from "./ledger-client.ts";
export { serveMcpOverHttp } from "./serve-http.ts";
export { serveMcpOverStdio } from "./serve-stdio.ts";
