import { once } from "node:events";
import { parseArgs } from "node:util";

import { WebSocket } from "ws";

import { createUser } from "../lib/api.ts";
import { serveLedger } from "../middleware/cli/http-server.ts";
import { waitMillisOf } from "../test/support/honest-caller.ts";
import { iouLedger } from "../test/support/iou-ledger.ts";
import { memoryAfterCollection } from "../test/support/memory.ts";
import { scopeClaims, secret, signedToken } from "../test/support/tokens.ts";
import { describeMachine, median, reportFigures } from "./report.ts";

// npm run soak -- --minutes 60
//
// Mixed traffic over sockets, with pruning. Memory and response times must not grow, and no resource may
// stay open at the end; otherwise it fails. Response times are estimates for an otherwise idle
// machine (docs/decisions/0036), because measured time depends on other load.

const { values } = parseArgs({ options: { minutes: { type: "string", default: "60" } } });
const durationMinutes = Number(values.minutes);
if (!(durationMinutes > 0)) throw new TypeError("--minutes is a number above 0");

const { ledger, alice, bob } = await iouLedger({ clock: "real" });
const tradingParties = [alice, bob];
await createUser(ledger, {
  user: { id: "ann" },
  rights: [
    { kind: { ParticipantAdmin: { value: {} } } },
    ...tradingParties.map((party) => ({ kind: { CanActAs: { value: { party } } } })),
  ],
});
const foundDefects: unknown[] = [];
const servedLedger = await serveLedger(ledger, {
  port: 0,
  auth: { kind: "secret", secret },
  control: false,
  onUnexpectedError: (error) => foundDefects.push(error),
});
const userToken = signedToken(scopeClaims("ann"));
const startMillis = performance.now();
const elapsedMinutes = (): number => (performance.now() - startMillis) / 60_000;
const timeLimit = AbortSignal.timeout(durationMinutes * 60_000);

let count = 0;
let times: number[] = [];

const sendRequest = async (
  path: string,
  body?: unknown,
  wanted = 200,
  as = userToken,
): Promise<unknown> => {
  let status = 0;
  let json: unknown;
  const millis = await waitMillisOf(async () => {
    const response = await fetch(servedLedger.baseUrl + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    ({ status } = response);
    json = await response.json();
  });
  times.push(millis);
  if (status !== wanted) {
    throw new TypeError(`${path}: ${status} ${JSON.stringify(json).slice(0, 500)}`);
  }
  return json;
};

const templateId = "#iou:Iou:Iou";
const eventFormat = { filtersByParty: { [alice]: {}, [bob]: {} } };
const updateFormat = {
  includeTransactions: { eventFormat, transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" },
};

const submitCommand = async (command: object, wanted = 200): Promise<string> => {
  const answer = await sendRequest(
    "/v2/commands/submit-and-wait-for-transaction",
    {
      commands: {
        commandId: `soak-${++count}`,
        actAs: tradingParties,
        commands: [command],
      },
      transactionFormat: updateFormat.includeTransactions,
    },
    wanted,
  );
  const { transaction } = answer as {
    readonly transaction?: { readonly events: readonly object[] };
  };
  const created = transaction?.events.find((event) => "CreatedEvent" in event);
  return (
    (created as { CreatedEvent: { contractId: string } } | undefined)?.CreatedEvent.contractId ?? ""
  );
};

const createExerciseCommand = (contractId: string, choice: string, choiceArgument: object) => ({
  ExerciseCommand: { templateId, contractId, choice, choiceArgument },
});

/** Creates a contract, uses it and archives it. */
const createExerciseAndArchive = async (): Promise<void> => {
  const createArguments = { issuer: alice, owner: alice, amount: "1.0", watchers: [] };
  const first = await submitCommand({ CreateCommand: { templateId, createArguments } });
  const second = await submitCommand(createExerciseCommand(first, "Transfer", { newOwner: bob }));
  await submitCommand(createExerciseCommand(first, "Archive", {}), 404);
  await submitCommand(createExerciseCommand(second, "Archive", {}));
};

const readLedgerEndAndContracts = async (): Promise<void> => {
  const { offset } = (await sendRequest("/v2/state/ledger-end")) as { readonly offset: number };
  await sendRequest("/v2/state/active-contracts", { activeAtOffset: offset, eventFormat });
  const beginExclusive = Math.max(ledger.state.prunedUpTo, offset - 20);
  await sendRequest("/v2/updates?stream_idle_timeout_ms=10", {
    beginExclusive,
    endInclusive: offset,
    updateFormat,
  });
  await sendRequest("/v2/users?pageSize=10");
  await sendRequest("/v2/users", undefined, 401, signedToken(scopeClaims("ann"), "another secret"));
};

const rethrowUnlessTimeLimitReached = (error: unknown): void => {
  if (!timeLimit.aborted) throw error;
};

/** Reads the ledger for a while over a WebSocket. */
const followUpdates = async (): Promise<void> => {
  const url = `${servedLedger.baseUrl.replace("http", "ws")}/v2/updates`;
  const socket = new WebSocket(url, [`jwt.token.${userToken}`, "daml.ws.auth"]);
  await once(socket, "open");
  socket.send(JSON.stringify({ beginExclusive: ledger.state.ledgerEnd, updateFormat }));
  const closed = once(socket, "close");
  const cut = closed.then(([code]) => {
    throw new TypeError(`the stream of updates was closed with ${String(code)}`);
  });
  for (let seen = 0; seen < 20 && !timeLimit.aborted; seen++) {
    await Promise.race([once(socket, "message", { signal: timeLimit }), cut]).catch(
      rethrowUnlessTimeLimitReached,
    );
  }
  cut.catch(() => undefined);
  socket.close();
  await closed;
};

const repeatUntilAborted = async (work: () => Promise<void>): Promise<void> => {
  while (!timeLimit.aborted) await work();
};

interface SoakSample {
  readonly minute: number;
  readonly heldMiB: number;
  readonly medianMillis: number;
  readonly lateMillis: number;
  /** Processor time of the process per request, because wall time depends on other load. */
  readonly processorMillis: number;
}

const soakSamples: SoakSample[] = [];
let processor = process.cpuUsage();

/** Prunes regularly, as operators do, and samples every minute. */
const pruneAndSample = async (): Promise<void> => {
  const pause = Math.min(10_000, (durationMinutes * 60_000) / 30);
  await new Promise((resolve) => setTimeout(resolve, pause));
  const kept = 1_000;
  if (ledger.state.ledgerEnd > kept) await ledger.prune(ledger.state.ledgerEnd - kept);
  const minute = elapsedMinutes();
  if (minute - (soakSamples.at(-1)?.minute ?? 0) < Math.min(1, durationMinutes / 12)) return;
  const sorted = times.sort((left, right) => left - right);
  times = [];
  const { user, system } = process.cpuUsage(processor);
  soakSamples.push({
    minute,
    heldMiB: memoryAfterCollection() / 2 ** 20,
    medianMillis: median(sorted),
    lateMillis: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    processorMillis: (user + system) / 1000 / Math.max(1, sorted.length),
  });
  // Exclude the cost of the forced garbage collection.
  processor = process.cpuUsage();
  const { heldMiB, medianMillis, lateMillis, processorMillis } = soakSamples.at(-1) ?? {
    heldMiB: 0,
    medianMillis: 0,
    lateMillis: 0,
    processorMillis: 0,
  };
  console.log(
    `${minute.toFixed(0)} min: ${sorted.length} requests, ${heldMiB.toFixed(1)} MiB held, median ${medianMillis.toFixed(1)} ms, ` +
      `99 in 100 within ${lateMillis.toFixed(1)} ms, ${processorMillis.toFixed(2)} ms of processor time each`,
  );
};

console.log(describeMachine());
await Promise.all(
  [
    createExerciseAndArchive,
    createExerciseAndArchive,
    createExerciseAndArchive,
    readLedgerEndAndContracts,
    readLedgerEndAndContracts,
    followUpdates,
    followUpdates,
    pruneAndSample,
  ].map(repeatUntilAborted),
);
await servedLedger.close();
await ledger.close();
// Idle connections of `fetch` stay open for some seconds before Node closes them.
await new Promise((resolve) => setTimeout(resolve, 6_000));
const remainingResources = process
  .getActiveResourcesInfo()
  .filter((kind) => !/^(?:TTY|Pipe)Wrap$/.test(kind));

const thirdOfSamples = Math.ceil(soakSamples.length / 3);
const [early, late] = [soakSamples.slice(0, thirdOfSamples), soakSamples.slice(-thirdOfSamples)];
const computeMedian = (of: readonly SoakSample[], pick: (sample: SoakSample) => number) =>
  median(of.map(pick));
const computeGrowth = (pick: (sample: SoakSample) => number) =>
  computeMedian(late, pick) / computeMedian(early, pick);
const soakFigures = [
  {
    name: "memory in the last third, relative to the first",
    samples: [computeGrowth(({ heldMiB }) => heldMiB)],
    unit: "×",
    target: { atMost: 1.1 },
  },
  {
    name: "median latency in the last third, relative to the first",
    samples: [computeGrowth(({ medianMillis }) => medianMillis)],
    unit: "×",
    target: { atMost: 1.25 },
  },
  {
    name: "99th percentile of the latency in the last third, relative to the first",
    samples: [computeGrowth(({ lateMillis }) => lateMillis)],
    unit: "×",
    target: { atMost: 1.5 },
  },
  {
    name: "processor time of a request in the last third, relative to the first",
    samples: [computeGrowth(({ processorMillis }) => processorMillis)],
    unit: "×",
    target: { atMost: 1.25 },
  },
  { name: "defects", samples: [foundDefects.length], unit: "", target: { atMost: 0 } },
  {
    name: `open handles at the end (${remainingResources.join()})`,
    samples: [remainingResources.length],
    unit: "",
    target: { atMost: 0 },
  },
];
reportFigures(`Soak of ${durationMinutes} minutes, ${count} commands`, soakFigures);
// NaN means that it was not measured, so the comparison must fail.
if (!soakFigures.every(({ samples, target }) => median(samples) <= target.atMost)) {
  process.exitCode = 1;
}
