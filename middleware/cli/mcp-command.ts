import type { Command } from "commander";

import { readFile, readPort, readSecret, readUrl } from "./option-readers.ts";
import type { McpRequest } from "./settings.ts";

interface ParsedMcpOptions {
  readonly allowWrites: boolean;
  readonly url?: string;
  readonly tokenFile?: string;
  readonly http?: number;
  readonly httpSecret?: string;
}

/** Environment variable for the token of `--url`. */
export const tokenVariable = "LEDGER_IN_A_BOX_TOKEN";

/** Environment variable for the secret of `--http`. */
export const httpSecretVariable = "LEDGER_IN_A_BOX_MCP_SECRET";

/** Adds `mcp` to the command line; calls `onTask` if the user runs it. */
export const addMcp = (command: Command, onTask: (request: McpRequest) => void): void => {
  command
    .command("mcp")
    .description("serve tools for coding agents (Model Context Protocol) for a ledger")
    .option("--allow-writes", "also offer tools that change the ledger", false)
    .option("--url <url>", "use the ledger that runs there, instead of starting one", readUrl)
    .option(
      "--token-file <file>",
      `file with the token for --url (default: ${tokenVariable}, or that of participant_admin)`,
      readFile,
    )
    .option(
      "--http <port>",
      "serve Streamable HTTP, instead of standard input and output",
      readPort,
    )
    .option(
      "--http-secret <text>",
      `secret that clients of --http send (default: ${httpSecretVariable}, or none)`,
      readSecret,
    )
    .addHelpText(
      "after",
      "\nWithout --url, the options of ledger-in-a-box say which ledger is started, such as\n" +
        "ledger-in-a-box mcp --dar my.dar --allow-writes.\n" +
        "Details: node_modules/ledger-in-a-box/docs/guide/mcp.md",
    )
    .action((options: ParsedMcpOptions, mcp: Command) => {
      const { allowWrites, url, tokenFile, http, httpSecret } = options;
      if (url === undefined && tokenFile !== undefined) {
        mcp.error("error: --token-file needs --url");
      }
      onTask({
        kind: "mcp",
        allowsWrites: allowWrites,
        url,
        tokenFile,
        httpPort: http,
        httpSecret,
      });
    });
};
