import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request as httpRequest } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { createSubmissionBody } from "./create-submission-body.ts";
import type { CallPathReport } from "./probe.ts";

/**
 * Returns the path of one create through the command line's server, on a connection that was used before.
 */
export const recordPathOverHttp = async (root: string): Promise<CallPathReport> => {
  const main = join(root, "middleware", "cli", "main.ts");
  const server = fork(main, ["--port", "0", "--auth", "disabled", "--quiet"], {
    cwd: root,
    execArgv: ["--import", "tsx", "--import", join(import.meta.dirname, "probe.ts")],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const post = createPostFunction(await readServerUrl(server), agent);
    const party = readPartyId(await post("/v2/parties", { partyIdHint: "path" }));
    const create = (sequence: number) =>
      post("/v2/commands/submit-and-wait-for-transaction", createSubmissionBody(party, sequence));
    for (let sequence = 0; sequence < 30; sequence++) await create(sequence);
    const reports: CallPathReport[] = [];
    for (let sequence = 30; sequence < 1_030; sequence++) {
      await askChildProcess(server, "begin");
      await create(sequence);
      reports.push((await askChildProcess(server, "end")) as CallPathReport);
    }
    // For a second or so after its start the server loads what it may need later, and it may run
    // maintenance at any time: use the report with the fewest promises.
    return reports.reduce((least, each) => (each.promises < least.promises ? each : least));
  } finally {
    agent.destroy();
    server.kill("SIGKILL");
  }
};

/** Returns the URL from the greeting of the command. */
const readServerUrl = async ({ stdout }: ChildProcess): Promise<string> => {
  let printed = "";
  for await (const chunk of stdout ?? []) {
    printed += String(chunk);
    const [, url] = /Ledger API +(http:\/\/\S+)/u.exec(printed) ?? [];
    if (url !== undefined) return url;
  }
  throw new TypeError(`The server ended:\n${printed}`);
};

const createPostFunction = (url: string, agent: Agent) => async (path: string, body: unknown) => {
  const headers = { "content-type": "application/json" };
  const request = httpRequest(`${url}${path}`, { method: "POST", agent, headers });
  request.end(JSON.stringify(body));
  const [response] = (await once(request, "response")) as [
    NodeJS.ReadableStream & { readonly statusCode: number },
  ];
  const answer = await text(response);
  if (response.statusCode !== 200) throw new TypeError(answer);
  return JSON.parse(answer) as unknown;
};

const readPartyId = (answer: unknown): string =>
  (answer as { readonly partyDetails: { readonly party: string } }).partyDetails.party;

const askChildProcess = async (child: ChildProcess, what: "begin" | "end"): Promise<unknown> => {
  child.send(what);
  const [answer] = (await once(child, "message")) as [unknown];
  return answer;
};
