import { join } from "node:path";

import { createLedger } from "ledger-in-a-box";
import { allocateParty, submitAndWait } from "ledger-in-a-box/api";
import { createFetch } from "ledger-in-a-box/middleware";

import {
  type HttpLoadCost,
  LoadClients,
  startServerOfBuild,
  startServerProcess,
} from "./http-load.ts";
import { createSubmissionBody } from "./path/create-submission-body.ts";
import { type ReportedFigure, reportFigures } from "./report.ts";
import { median } from "./runner/measured.ts";

// submit-and-wait of one create over HTTP, compared with an Express 5 server that parses and writes the
// same body. The servers run in separate processes and are measured alternately, in many short rounds, so
// that other load of the machine affects all of them.

const submitPath = "/v2/commands/submit-and-wait";
const roundCount = 9;
const connectionCount = 16;
const requestsPerRound = 800;
const latenciesPerRound = 1_000;
/** Requests before the first round, in which the code of a server is compiled. */
const warmUpRequests = 8_000;

interface MeasuredServer {
  readonly name: string;
  readonly path: string;
  readonly clients: LoadClients;
  readonly bodyOf: () => string;
  readonly loads: HttpLoadCost[];
  readonly latencies: number[];
  /** The 99th percentile of each round, in milliseconds. */
  readonly slowest: number[];
}

let sequence = 0;

const createSubject = async (
  name: string,
  server: Awaited<ReturnType<typeof startServerProcess>>,
  target = submitPath,
): Promise<MeasuredServer> => {
  const clients = await LoadClients.connect(server, connectionCount);
  let party = "alice::1220".padEnd(75, "a");
  if (target === submitPath) {
    const answer = await clients.post("/v2/parties", JSON.stringify({ partyIdHint: "bench" }));
    ({
      partyDetails: { party },
    } = JSON.parse(answer) as { readonly partyDetails: { readonly party: string } });
  }
  const bodyOf = (): string => JSON.stringify(createSubmissionBody(party, sequence++).commands);
  return { name, path: target, clients, bodyOf, loads: [], latencies: [], slowest: [] };
};

const startBenchServer = (kind: string) =>
  startServerProcess(join(import.meta.dirname, "http-server.ts"), [kind], ["tsx"]);

const echoServer = await createSubject(
  "Express 5 echo of the same body",
  await startBenchServer("echo"),
  "/echo",
);
const commandLineServer = await createSubject(
  "command line's server",
  await startServerOfBuild(join(import.meta.dirname, "..")),
);
const express5Server = await createSubject(
  "mounted in Express 5",
  await startBenchServer("ledger"),
);
const express4Server = await createSubject(
  "mounted in Express 4",
  await startBenchServer("express4"),
);
const measuredServers = [echoServer, commandLineServer, express5Server, express4Server];

for (const { clients, path, bodyOf } of measuredServers) {
  await clients.load(path, warmUpRequests, bodyOf);
  await clients.measureLatencies(path, latenciesPerRound, bodyOf);
}
for (let round = 0; round < roundCount; round++) {
  for (const each of measuredServers) {
    const { clients, bodyOf } = each;
    const load = await clients.load(each.path, requestsPerRound, bodyOf);
    const latencies = await clients.measureLatencies(each.path, latenciesPerRound, bodyOf);
    each.loads.push(load);
    each.latencies.push(...latencies);
    each.slowest.push(percentile99(latencies));
  }
}
for (const { clients } of measuredServers) clients.close();

function percentile99(latencies: readonly number[]): number {
  const sorted = latencies.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

/** Returns the ratio of the echo server to each server, by round. */
const computeEchoRatios = ({ loads }: MeasuredServer, of: keyof HttpLoadCost): readonly number[] =>
  loads.map((load, round) => {
    const [ours, theirs] = [load[of], echoServer.loads[round]?.[of] ?? Number.NaN];
    return of === "perSecond" ? ours / theirs : theirs / ours;
  });

const createFigures = (
  each: MeasuredServer,
  target: number | undefined,
): readonly ReportedFigure[] => [
  { name: `${each.name}: requests`, samples: each.loads.map((l) => l.perSecond), unit: "/s" },
  {
    name: `${each.name}: processor time of a request`,
    samples: each.loads.map((load) => load.microsPerRequest),
    unit: "µs",
  },
  ...(target === undefined
    ? []
    : (
        [
          ["processor time", "microsPerRequest"],
          ["throughput", "perSecond"],
        ] as const
      ).map(([what, of]) => ({
        name: `${each.name}: share of the echo by ${what}`,
        samples: computeEchoRatios(each, of),
        unit: "×",
        target: { atLeast: target },
      }))),
];

reportFigures("submit-and-wait over HTTP, 16 connections", [
  ...createFigures(echoServer, undefined),
  ...createFigures(commandLineServer, 0.7),
  ...createFigures(express5Server, 0.6),
  ...createFigures(express4Server, 0.6),
]);

reportFigures(
  "submit-and-wait over HTTP, one client",
  measuredServers.flatMap((each) => [
    { name: `${each.name}: median`, samples: each.latencies, unit: "ms" },
    { name: `${each.name}: 99th percentile`, samples: [percentile99(each.latencies)], unit: "ms" },
    {
      name: `${each.name}: 99th percentile relative to the median`,
      samples: [percentile99(each.latencies) / median(each.latencies)],
      unit: "×",
      ...(each === commandLineServer && { target: { atMost: 4 } }),
    },
  ]),
);

// createFetch answers in this process.
const inProcessLedger = await createLedger({ seed: 1 });
const {
  partyDetails: { party },
} = await allocateParty(inProcessLedger, { partyIdHint: "bench" });
const fetchFromLedger = createFetch(inProcessLedger, { auth: "disabled" });
const submitUrl = `http://ledger.test${submitPath}`;
const measureMicros = async (work: (body: string) => unknown): Promise<number> => {
  const bodies = Array.from({ length: 500 }, () =>
    JSON.stringify(createSubmissionBody(party, sequence++).commands),
  );
  const begin = performance.now();
  for (const body of bodies) await work(body);
  return ((performance.now() - begin) * 1_000) / bodies.length;
};
const jsonHeaders = { "Content-Type": "application/json" };
const fetchAnswer = async (body: string) =>
  (await fetchFromLedger(submitUrl, { method: "POST", body, headers: jsonHeaders })).text();
const submitInProcess = async (body: string) =>
  JSON.stringify(await submitAndWait(inProcessLedger, JSON.parse(body) as never));
const sampleAnswer = await submitInProcess(
  JSON.stringify(createSubmissionBody(party, sequence++).commands),
);
const wrapInRequest = async (body: string) => {
  const request = new Request(submitUrl, { method: "POST", body, headers: jsonHeaders });
  await request.text();
  return new Response(sampleAnswer, { headers: jsonHeaders }).text();
};
const inProcessMicros = {
  fetched: [] as number[],
  called: [] as number[],
  wrapped: [] as number[],
};
for (let round = -4; round < roundCount; round++) {
  const [ours, inProcess, around] = [
    await measureMicros(fetchAnswer),
    await measureMicros(submitInProcess),
    await measureMicros(wrapInRequest),
  ];
  if (round < 0) continue;
  inProcessMicros.fetched.push(ours);
  inProcessMicros.called.push(inProcess);
  inProcessMicros.wrapped.push(around);
}

reportFigures("submit-and-wait by createFetch", [
  { name: "createFetch with texts", samples: inProcessMicros.fetched, unit: "µs" },
  {
    name: "the call in process, with JSON read and written",
    samples: inProcessMicros.called,
    unit: "µs",
  },
  { name: "creating Request and Response only", samples: inProcessMicros.wrapped, unit: "µs" },
  {
    name: "createFetch relative to the sum of the other two",
    samples: inProcessMicros.fetched.map(
      (micros, round) =>
        micros /
        ((inProcessMicros.called[round] ?? Number.NaN) +
          (inProcessMicros.wrapped[round] ?? Number.NaN)),
    ),
    unit: "×",
    target: { atMost: 2 },
  },
]);
process.exit(0);
