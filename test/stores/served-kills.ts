import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setImmediate as nextPhase } from "node:timers/promises";

import { expect } from "chai";

import { createLedger } from "../../lib/index.ts";
import type { JournalStore } from "../../lib/store.ts";
import { compileProgram } from "../support/compile-program.ts";

/** Number of kills. `LEDGER_KILLS=200 npx mocha FILE --timeout 0` kills 200 times. */
const kills = Number(process.env["LEDGER_KILLS"] ?? "5");
const clients = 8;

/** Returns the source of a program that serves a ledger over HTTP until it is killed. */
const serverOn = (module: string, open: string): string => `
import { createServer } from "node:http";
import express from "express";
import { createLedger } from "./lib/index.ts";
import { createLedgerRouter } from "./middleware/index.ts";
import { ${open} } from ${JSON.stringify(module)};
const ledger = await createLedger({ store: await ${open}(process.argv[2]) });
const app = express();
app.use(createLedgerRouter(ledger, { auth: "disabled" }));
const server = createServer(app).listen(0, "127.0.0.1", () => {
  console.log(server.address().port + " " + ledger.state.participantId);
});
`;

interface ServedStore {
  readonly module: string;
  /** Name of the exported function that opens it. */
  readonly open: string;
  readonly opened: (place: string) => Promise<JournalStore>;
  readonly place: () => string;
  /** Number of servers that share the ledger. */
  readonly servers: number;
  /** Called after half of the kills. */
  readonly midway?: () => Promise<void>;
}

class Server {
  #child: ChildProcess | undefined;
  #url: Promise<string> = Promise.reject(new TypeError("not started"));
  party = "";

  readonly #given: readonly [program: string, place: string];

  constructor(program: string, place: string) {
    this.#given = [program, place];
    this.#url.catch(() => undefined);
  }

  start(): void {
    const child = spawn(process.execPath, [...this.#given], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#child = child;
    this.#url = (async () => {
      for await (const line of createInterface({ input: child.stdout })) {
        const [port = "", party = ""] = line.split(" ");
        this.party = party;
        return `http://127.0.0.1:${port}`;
      }
      throw new TypeError("killed before it served");
    })();
    this.#url.catch(() => undefined);
  }

  get url(): Promise<string> {
    return this.#url;
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
}

/** Defines the tests of a ledger whose servers are killed while clients write over HTTP. */
export const describeServedKills = (store: ServedStore): void => {
  const { module, open, opened, place, servers, midway } = store;
  it(`loses and duplicates nothing in ${kills} kills with ${clients} clients over HTTP`, async function () {
    this.timeout(60_000 + 10_000 * kills);
    const program = await compileProgram(`served-${open}`, serverOn(module, open));
    const where = place();
    const all = Array.from({ length: servers }, () => new Server(program, where));
    for (const server of all) server.start();
    await Promise.all(all.map((server) => server.url));
    const over = new AbortController();
    const acknowledged: string[] = [];
    let onAcknowledged = (): void => undefined;
    const submit = async (server: Server, commandId: string): Promise<boolean> => {
      const commands = [
        {
          CreateCommand: {
            templateId: "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping",
            createArguments: { id: commandId, initiator: server.party, responder: server.party },
          },
        },
      ];
      const body = JSON.stringify({ commands, commandId, actAs: [server.party], userId: "u" });
      const response = await fetch(`${await server.url}/v2/commands/submit-and-wait`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      const text = await response.text();
      // DUPLICATE_COMMAND: an earlier attempt was committed, but its response was lost.
      return response.status === 200 || text.includes("DUPLICATE_COMMAND");
    };
    const isOver = (): boolean => over.signal.aborted;
    const write = async (client: number): Promise<void> => {
      for (let count = 0; !isOver(); count++) {
        const commandId = `${client} ${count}`;
        for (let attempt = client; ; attempt++) {
          const server = all[attempt % all.length];
          if (server === undefined) return;
          const isDone = await submit(server, commandId).catch(() => false);
          if (isDone) break;
          if (isOver()) return;
          await nextPhase();
        }
        acknowledged.push(commandId);
        onAcknowledged();
      }
    };
    const writing = Array.from({ length: clients }, (_, client) => write(client));
    for (let count = 0; count < kills; count++) {
      const before = acknowledged.length;
      while (acknowledged.length < before + 20) {
        await new Promise<void>((resolve) => (onAcknowledged = resolve));
      }
      const server = all[count % all.length];
      await server?.kill();
      server?.start();
      if (count !== Math.floor(kills / 2) || midway === undefined) continue;
      await server?.url;
      await midway();
    }
    over.abort();
    await Promise.all(writing);
    await Promise.all(all.map((server) => server.kill()));
    const ledger = await createLedger({ store: await opened(where) });
    const accepted = Array.from(ledger.state.log.values()).flatMap(({ completion }) =>
      completion?.outcome.kind === "accepted" ? [completion.submission.commandId] : [],
    );
    await ledger.close();
    expect(new Set(accepted).size).to.equal(accepted.length);
    expect(accepted).to.include.members(acknowledged);
    expect(acknowledged.length).to.be.at.least(20 * kills);
  });
};
