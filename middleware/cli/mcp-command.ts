import type { Command } from "commander";

import type { CliCommandContext } from "./cli-command-context.ts";
import { mcpHttpSecretVariable, tokenEnvironmentVariable } from "./mcp-variables.ts";
import {
  parseSecretOption,
  readFileNameOption,
  readPortOption,
  readUrlOption,
} from "./option-readers.ts";
import { readCliSettings } from "./read-settings.ts";
import { addServerOptions } from "./server-options.ts";

interface ParsedMcpOptions {
  readonly allowWrites: boolean;
  readonly url?: string;
  readonly tokenFile?: string;
  readonly http?: number;
  readonly httpSecret?: string;
}

/** Adds `mcp`. */
export const addMcpCommand = (program: Command, { io, stop }: CliCommandContext): void => {
  const command = program
    .command("mcp")
    .description("serve tools for coding agents (Model Context Protocol) for a ledger")
    .option("--allow-writes", "also offer tools that change the ledger", false)
    .option("--url <url>", "use the ledger that runs there, instead of starting one", readUrlOption)
    .option(
      "--token-file <file>",
      `file with the token for --url (default: ${tokenEnvironmentVariable}, or that of participant_admin)`,
      readFileNameOption,
    )
    .option(
      "--http <port>",
      "serve Streamable HTTP, instead of standard input and output",
      readPortOption,
    )
    .option(
      "--http-secret <text>",
      `secret that clients of --http send (default: ${mcpHttpSecretVariable}, or none)`,
      parseSecretOption,
    );
  addServerOptions(command)
    .addHelpText(
      "after",
      "\nWithout --url, it starts a ledger; without --port, at a free port.\n" +
        "With --url, --control-secret is the secret of the control API there.\n" +
        "Details: node_modules/ledger-in-a-box/docs/guide/mcp.md",
    )
    .action(async (options: ParsedMcpOptions, mcp: Command) => {
      const { allowWrites: allowsWrites, url, tokenFile, http: httpPort, httpSecret } = options;
      if (url === undefined && tokenFile !== undefined) {
        mcp.error("error: --token-file needs --url");
      }
      // Each of several agents may have its own ledger.
      const settings = await readCliSettings(mcp, io, { usesFreePort: true });
      const { serveMcp } = await import("./serve-mcp.ts");
      await serveMcp({ allowsWrites, url, tokenFile, httpPort, httpSecret, settings }, io, stop);
    });
};
