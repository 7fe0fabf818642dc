import { forkParticipant } from "../../../lib/fork/index.ts";
import { isLedgerError } from "../../../lib/index.ts";
import { createFetch } from "../../../middleware/index.ts";
import { apiClient } from "../../support/api-client.ts";
import { remoteParticipant } from "../../support/remote-participant.ts";
import { changedJson } from "../mutate-json.ts";
import { Fault, type Target } from "../target.ts";

const separator = "\n";

/** Returns a target whose inputs are the responses of a participant to a fork, one line per call. */
export const participants = async (): Promise<Target> => {
  const { options } = await remoteParticipant();
  const real = options.fetch ?? globalThis.fetch;
  const answers = new Map<string, string>();
  const keyOf = (target: string, init?: RequestInit): string =>
    `${init?.method ?? "GET"} ${target} ${typeof init?.body === "string" ? init.body : ""}`;
  const fetch: typeof real = async (target, init) => {
    const key = keyOf(target, init);
    const response = await real(target, init);
    if (
      response.status !== 200 ||
      response.headers.get("content-type")?.includes("json") !== true
    ) {
      return response;
    }
    const known = await response.text();
    answers.set(key, known);
    return new Response(known, { headers: response.headers });
  };
  await (await forkParticipant({ ...options, fetch })).ledger.close();
  const keys = [...answers.keys()];
  return {
    name: "participants",
    seeds: [new TextEncoder().encode([...answers.values()].join(separator))],
    change: changedJson,
    attempt: async (input) => {
      const lines = new TextDecoder().decode(input).split(separator);
      const lying: typeof real = async (target, init) => {
        const at = keys.indexOf(keyOf(target, init));
        const line = at < 0 ? undefined : lines[at];
        return line === undefined ? real(target, init) : new Response(line);
      };
      try {
        const forked = await forkParticipant({ ...options, fetch: lying, timeoutMillis: 10_000 });
        await readAll(forked.ledger);
        await forked.ledger.close();
        return "loaded";
      } catch (error) {
        if (isLedgerError(error)) return error.code;
        throw error instanceof Fault ? error : new Fault(String(error), { cause: error });
      }
    },
  };
};

const everything = {
  identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: true } } },
};

const readAll = async (ledger: Parameters<typeof createFetch>[0]): Promise<void> => {
  const send = apiClient(createFetch(ledger, { auth: "disabled" }), "http://ledger.invalid");
  const eventFormat = { filtersForAnyParty: { cumulative: [everything] }, verbose: true };
  const activeAtOffset = ledger.state.ledgerEnd;
  const body = { eventFormat, activeAtOffset };
  const { status, text } = await send("POST", "/v2/state/active-contracts", { body });
  if (status >= 500) throw new Fault(`${status} ${text.slice(0, 300)}`);
  for (const path of ["/v2/parties", "/v2/users"]) {
    const answer = await send("GET", path);
    if (answer.status >= 500) throw new Fault(`${path}: ${answer.status}`);
  }
};
