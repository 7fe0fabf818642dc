import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

import { callMcpTool, listOfferedMcpTools } from "./call-tool.ts";
import { LedgerClient, type LedgerConnectionSettings } from "./ledger-client.ts";
import { createPackageCache, LedgerPackageLookup } from "./package-lookup.ts";
import { PartyDirectory } from "./party-directory.ts";
import type { McpTool } from "./tool.ts";
import type { McpToolContext } from "./tool-context.ts";

export interface McpOptions {
  readonly ledger: LedgerConnectionSettings;
  /** True to offer the tools that change the ledger. */
  readonly allowsWrites: boolean;
  /** Version of this package. */
  readonly version: string;
  /** Folder with the pages of the guide. */
  readonly guideFolder: string;
}

/** A server for one connection. */
export interface McpConnectionServer {
  readonly server: McpServer;
  /** Resolves when no tool is running. */
  readonly idle: () => Promise<void>;
}

/** Returns a function that creates a Model Context Protocol server for each connection. */
export const createMcpServerFactory = ({
  ledger,
  version,
  ...options
}: McpOptions): (() => McpConnectionServer) => {
  const packageCache = createPackageCache();
  const createContext = (signal: AbortSignal): McpToolContext => {
    const client = new LedgerClient(ledger, signal);
    return {
      ...options,
      signal,
      ledger: client,
      packages: new LedgerPackageLookup(client, packageCache),
      parties: new PartyDirectory(client),
    };
  };
  return () => {
    const mcp = new McpServer(
      { name: "ledger-in-a-box", title: "Ledger in a box", version },
      { instructions: createInstructions(options) },
    );
    // Not in the constructor, which would announce notifications of changes of the list.
    mcp.server.registerCapabilities({ tools: {} });
    const running = new Set<Promise<unknown>>();
    // registerTool is not used, because it would list disabled tools and could not explain wrong arguments.
    mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: listOfferedMcpTools(options).map(toolListing),
    }));
    mcp.server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
      const call = callMcpTool(params.name, params.arguments, createContext(signal));
      const ended = call.catch(() => undefined).finally(() => running.delete(ended));
      running.add(ended);
      return call;
    });
    return {
      server: mcp,
      idle: async () => {
        while (running.size > 0) await Promise.all(running);
      },
    };
  };
};

const toolListing = ({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  writes,
  destroys = false,
}: McpTool) => ({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations: {
    title,
    readOnlyHint: !writes,
    destructiveHint: destroys,
    openWorldHint: false,
  },
});

const createInstructions = ({ allowsWrites }: Pick<McpToolContext, "allowsWrites">): string =>
  [
    "Tools for a Canton ledger: Daml contracts, parties, transactions, and who sees what.",
    "Begin with describe_ledger and list_templates; describe_template returns the arguments of a template and an example command.",
    allowsWrites
      ? "Take a snapshot before you try something, and revert to it afterwards. Use dry_run to see the effects of commands first."
      : "This server is read-only: dry_run shows the effects of commands; changes need a server that was started with --allow-writes.",
    "Errors say what is wrong, what is right and what to do.",
    'Values in JSON: Int and Decimal are texts ("7", "1.5"); Party is a full id, or the part before :: of a party that the ledger knows; Optional is the value or null; a variant is {"tag": …, "value": …}; an enum is a text; a record is an object; Map is a list of pairs, TextMap an object; Time is 2030-01-31T12:00:00Z; Date is 2030-01-31.',
  ].join("\n");
