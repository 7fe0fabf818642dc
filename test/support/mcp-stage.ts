import { once } from "node:events";
import { PassThrough } from "node:stream";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect } from "chai";

import { runCommandLine } from "../../middleware/cli/run.ts";
import type { LedgerConnectionSettings } from "../../middleware/mcp/index.ts";
import { createMcpServerFactory, serveMcpOverStdio } from "../../middleware/mcp/index.ts";

/** Folder of the guide, as the command line passes it. */
const guideFolder = "docs/guide";

/** A client of an MCP server: the client of the official SDK, with checks of the results. */
export class McpClient {
  readonly client = new Client({ name: "test", version: "1.0.0" });

  /** Connects to a server in this process. */
  static async of(
    ledger: LedgerConnectionSettings,
    { allowsWrites = true }: { readonly allowsWrites?: boolean } = {},
  ): Promise<McpClient> {
    const { server } = createMcpServerFactory({
      ledger,
      allowsWrites,
      version: "1.0.0",
      guideFolder,
    })();
    const [own, other] = InMemoryTransport.createLinkedPair();
    await server.connect(other);
    const client = new McpClient();
    await client.client.connect(own);
    return client;
  }

  /** Connects by Streamable HTTP. */
  static async at(url: string, headers: Record<string, string> = {}): Promise<McpClient> {
    const client = new McpClient();
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
    await client.client.connect(transport);
    return client;
  }

  /** Returns the names of the offered tools. */
  async toolNames(): Promise<readonly string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }

  /** Calls a tool that must succeed. The client checks the answer against the tool's schema. */
  async call(name: string, given: Record<string, unknown> = {}): Promise<Answer> {
    const { isError, text, answer } = await this.#result(name, given);
    expect(isError, `${name}: ${text}`).to.equal(false);
    return answer;
  }

  /** Calls a tool that must fail, and returns the text of the error. */
  async refusal(name: string, given: Record<string, unknown> = {}): Promise<string> {
    const { isError, text } = await this.#result(name, given);
    expect(isError, `${name}: ${text}`).to.equal(true);
    return text;
  }

  /** Calls a tool, and returns the text of its answer or of its error. */
  async said(name: string, given: Record<string, unknown> = {}): Promise<string> {
    return (await this.#result(name, given)).text;
  }

  async #result(name: string, given: Record<string, unknown>) {
    const result = CallToolResultSchema.parse(
      await this.client.callTool({ name, arguments: given }),
    );
    const [content] = result.content;
    const text = content?.type === "text" ? content.text : expect.fail("no text");
    return { isError: result.isError === true, text, answer: new Answer(result.structuredContent) };
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

/** The answer of a tool. */
export class Answer {
  readonly json: unknown;

  constructor(json: unknown) {
    this.json = json;
  }

  /** Returns the part at a path such as `transaction.events.0.contractId`. */
  at(path: string): unknown {
    let value: unknown = this.json;
    for (const key of path.split(".")) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) {
        expect.fail(`no ${path} in ${JSON.stringify(this.json)}`);
      }
      value = Reflect.get(value, key);
    }
    return value;
  }

  /** Returns the text at a path. */
  text(path: string): string {
    const value = this.at(path);
    return typeof value === "string" ? value : expect.fail(`no text at ${path}`);
  }
}

/** Serves MCP over two streams. `ended` settles when the service ends. */
export const serveStreams = (): { readonly input: PassThrough; readonly ended: Promise<void> } => {
  const input = new PassThrough();
  const createServer = createMcpServerFactory({
    ledger: { url: "http://127.0.0.1:1", token: () => undefined, controlSecret: undefined },
    allowsWrites: false,
    version: "1.0.0",
    guideFolder,
  });
  const stop = new AbortController();
  const stopped = once(stop.signal, "abort").then(() => undefined);
  return {
    input,
    ended: serveMcpOverStdio(createServer, { input, output: new PassThrough() }, stopped),
  };
};

/** A running `ledger-in-a-box mcp --http`. */
export interface McpCommand {
  /** URL of the MCP server. */
  readonly url: string;
  /** All that the command wrote. */
  readonly written: () => string;
  readonly stop: () => Promise<number>;
}

/** Runs `ledger-in-a-box mcp --http 0` in this process until it is stopped. */
export const startedMcp = async (
  given: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<McpCommand> => {
  const stop = new AbortController();
  let written = "";
  let ended: Promise<number> = Promise.resolve(0);
  const url = await new Promise<string>((resolve, reject) => {
    const write = (text: string): void => {
      written += text;
      const [, found] = /^ *MCP +(\S+)$/mu.exec(written) ?? [];
      if (found !== undefined) resolve(found);
    };
    const line = {
      arguments: ["mcp", "--http", "0", ...given],
      environment,
      folder: "/nowhere",
      write,
      writeError: write,
    };
    ended = runCommandLine(line, stop.signal);
    ended.then(() => reject(new Error(written)), reject);
  });
  return {
    url,
    written: () => written,
    stop: () => {
      stop.abort();
      return ended;
    },
  };
};
