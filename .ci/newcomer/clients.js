import { join } from "node:path";

import { createFreshProject, installed } from "./create-fresh-project.js";
import { commandFile, whileServed } from "./served.js";

const secret = "of clients";

/** Versions of the API for which clients are generated: the newest patch level first. */
const versions = ["3.5", "3.5.1", "3.6"];

/** Client generators for the served document, with a first program for each. */
const generators = [
  {
    name: "openapi-typescript",
    args: ["openapi.yaml", "-o", "src/paths.ts"],
    program: `
import createClient from "openapi-fetch";
import type { paths } from "./paths";
import { createActAsGrant, headers, ping, SERVER, printOutcome, userId, createInvalidSubmission } from "./task";

const client = createClient<paths>({ baseUrl: SERVER, headers });
const allocated = await client.POST("/v2/parties", { body: { partyIdHint: "paths" } });
const party = allocated.data?.partyDetails?.party ?? "";
await client.POST("/v2/users/{user-id}/rights", {
  params: { path: { "user-id": userId } },
  body: createActAsGrant(party),
});
const made = await client.POST("/v2/commands/submit-and-wait-for-transaction", {
  body: { commands: ping(party) },
});
const transaction = made.data?.transaction;
const active = await client.POST("/v2/state/active-contracts", {
  body: {
    activeAtOffset: transaction?.offset ?? 0,
    eventFormat: { filtersByParty: { [party]: {} }, verbose: true },
  },
});
const found = await client.GET("/v2/parties/{party}", { params: { path: { party } } });
const refused = await client.POST("/v2/commands/submit-and-wait", { body: createInvalidSubmission(party) });
printOutcome({
  party,
  event: transaction?.events?.[0],
  entry: active.data?.[0]?.contractEntry,
  found: found.data?.partyDetails?.[0]?.party,
  code: typeof refused.error === "object" ? refused.error.code : undefined,
});
`,
  },
  {
    name: "@hey-api/openapi-ts",
    bin: "openapi-ts",
    args: ["-i", "openapi.yaml", "-o", "src/hey"],
    program: `
import * as sdk from "./hey";
import { client } from "./hey/client.gen";
import { createActAsGrant, headers, ping, SERVER, printOutcome, userId, createInvalidSubmission } from "./task";

client.setConfig({ baseUrl: SERVER, headers });
const allocated = await sdk.postV2Parties({ body: { partyIdHint: "hey" } });
const party = allocated.data?.partyDetails?.party ?? "";
await sdk.postV2UsersUserIdRights({ path: { "user-id": userId }, body: createActAsGrant(party) });
const made = await sdk.postV2CommandsSubmitAndWaitForTransaction({
  body: { commands: ping(party) },
});
const transaction = made.data?.transaction;
const active = await sdk.postV2StateActiveContracts({
  body: {
    activeAtOffset: transaction?.offset ?? 0,
    eventFormat: { filtersByParty: { [party]: {} }, verbose: true },
  },
});
const found = await sdk.getV2PartiesParty({ path: { party } });
const refused = await sdk.postV2CommandsSubmitAndWait({ body: createInvalidSubmission(party) });
printOutcome({
  party,
  event: transaction?.events?.[0],
  entry: active.data?.[0]?.contractEntry,
  found: found.data?.partyDetails?.[0]?.party,
  code: typeof refused.error === "object" ? refused.error.code : undefined,
});
`,
  },
  {
    name: "orval",
    args: ["--input", "./openapi.yaml", "--output", "./src/calls.ts", "--client", "fetch"],
    program: `
import * as calls from "./calls";
import { createActAsGrant, headers, ping, SERVER, printOutcome, userId, createInvalidSubmission } from "./task";

// The generated client requests paths relative to the page; this function sends them to the server.
const plain = globalThis.fetch;
globalThis.fetch = (input, init) =>
  plain(new URL(String(input), SERVER), { ...init, headers: { ...init?.headers, ...headers } });
const allocated = await calls.postV2Parties({ partyIdHint: "orval" });
const party = allocated.status === 200 ? (allocated.data.partyDetails?.party ?? "") : "";
await calls.postV2UsersUserIdRights(userId, createActAsGrant(party));
const made = await calls.postV2CommandsSubmitAndWaitForTransaction({ commands: ping(party) });
const transaction = made.status === 200 ? made.data.transaction : undefined;
const active = await calls.postV2StateActiveContracts({
  activeAtOffset: transaction?.offset ?? 0,
  eventFormat: { filtersByParty: { [party]: {} }, verbose: true },
});
const found = await calls.getV2PartiesParty(party);
const refused = await calls.postV2CommandsSubmitAndWait(createInvalidSubmission(party));
printOutcome({
  party,
  event: transaction?.events?.[0],
  entry: active.status === 200 ? active.data[0]?.contractEntry : undefined,
  found: found.status === 200 ? found.data.partyDetails?.[0]?.party : undefined,
  code:
    refused.status === 200 || typeof refused.data !== "object" ? undefined : refused.data.code,
});
`,
  },
  {
    name: "swagger-typescript-api",
    bin: "swagger-typescript-api",
    args: ["generate", "-p", "openapi.yaml", "-o", "src", "-n", "api.ts"],
    program: `
import { Api } from "./api";
import { createActAsGrant, headers, ping, SERVER, printOutcome, userId, createInvalidSubmission } from "./task";

const { v2 } = new Api({ baseUrl: SERVER, baseApiParams: { headers } });
const allocated = await v2.postV2Parties({ partyIdHint: "swagger" });
const party = allocated.data.partyDetails?.party ?? "";
await v2.postV2UsersUserIdRights(userId, createActAsGrant(party));
const { transaction } = (
  await v2.postV2CommandsSubmitAndWaitForTransaction({ commands: ping(party) })
).data;
const active = await v2.postV2StateActiveContracts({
  activeAtOffset: transaction.offset,
  eventFormat: { filtersByParty: { [party]: {} }, verbose: true },
});
const found = await v2.getV2PartiesParty(party);
const refused = await v2.postV2CommandsSubmitAndWait(createInvalidSubmission(party)).catch((answer) => answer);
printOutcome({
  party,
  event: transaction.events?.[0],
  entry: active.data[0]?.contractEntry,
  found: found.data.partyDetails?.[0]?.party,
  code: refused.error.code,
});
`,
  },
];

/**
 * The task of each program: allocate a party, grant rights, create a contract, read active contracts and a
 * party, and get an error, all with the generated types.
 */
const task = `
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
export const { SERVER = "", TOKEN = "" } = process.env;
export const headers = { Authorization: \`Bearer \${TOKEN}\` };
export const userId = "participant_admin";

export const createActAsGrant = (party: string) => ({
  userId,
  identityProviderId: "",
  rights: [{ kind: { CanActAs: { value: { party } } } }],
});

export const ping = (party: string) => ({
  commandId: party.slice(0, 10),
  actAs: [party],
  commands: [
    {
      CreateCommand: {
        templateId: "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping",
        createArguments: { id: "1", initiator: party, responder: party },
      },
    },
  ],
});

export const createInvalidSubmission = (party: string) => ({
  commandId: "wrong",
  actAs: [party],
  commands: [
    {
      ExerciseCommand: {
        templateId: "#no:Such:Template",
        contractId: "00",
        choice: "Archive",
        choiceArgument: {},
      },
    },
  ],
});

interface Created {
  readonly contractId: string;
  readonly createArgument?: unknown;
}

interface Outcome {
  readonly party: string;
  readonly event: { readonly CreatedEvent?: Created } | object | undefined;
  readonly entry: { readonly JsActiveContract?: { readonly createdEvent: Created } } | object | undefined;
  readonly found: string | undefined;
  readonly code: string | undefined;
}

export const printOutcome = ({ party, event, entry, found, code }: Outcome): void => {
  const created = event !== undefined && "CreatedEvent" in event ? event.CreatedEvent : undefined;
  const active =
    entry !== undefined && "JsActiveContract" in entry ? entry.JsActiveContract : undefined;
  const isRight =
    found === party &&
    created !== undefined &&
    created.contractId === active?.createdEvent.contractId &&
    code === "PACKAGE_NAMES_NOT_FOUND";
  console.log(isRight ? "right" : JSON.stringify({ party, event, entry, found, code }));
};
`;

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  module: "esnext",
  moduleResolution: "bundler",
  target: "es2023",
  lib: ["es2023", "dom", "dom.iterable"],
  types: [],
  noEmit: true,
};

/**
 * Generates clients from the document that a ledger serves for each version of the API, compiles them
 * strictly, and runs the program of each.
 */
export const tryGeneratedClients = async ({ folder, tarball, step, isQuick }) => {
  if (isQuick) return;
  const path = join(folder, "clients");
  let project;
  await step("clients: install", async () => {
    const names = [
      ...generators.map(({ name }) => name),
      "esbuild",
      "openapi-fetch",
      "typescript@5.9.3",
    ];
    project = await createFreshProject(path, { tarball, packages: installed(names) });
    await project.write("src/task.ts", task);
    await project.write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["src"] }));
  });
  if (project === undefined) return;
  const does = async (program, args, environment) => {
    const { code, output } = await project.run(program, args, environment);
    if (code !== 0) throw new Error(`${program} ends with ${code}\n${output}`);
    return output;
  };
  const token = await does("node", [commandFile, "token", "participant_admin", "--secret", secret]);
  const maker = { project, environment: { PATH: process.env.PATH, HOME: path } };
  for (const version of versions) {
    const options = ["--secret", secret, "--api-version", version];
    await whileServed(maker, options, async (url) => {
      const environment = { SERVER: url, TOKEN: token.trim() };
      const document = await fetch(`${url}/docs/openapi`);
      await project.write("openapi.yaml", await document.text());
      for (const { name, bin = name, args, program } of generators) {
        await step(`clients: ${name}, API ${version}`, async () => {
          await does(`node_modules/.bin/${bin}`, args);
          await project.write(`src/${bin}-program.ts`, program);
          await does("node_modules/.bin/tsc", ["-p", "."]);
          const out = `out/${bin}.mjs`;
          const bundling = ["--bundle", "--platform=node", "--format=esm", `--outfile=${out}`];
          await does("node_modules/.bin/esbuild", [...bundling, `src/${bin}-program.ts`]);
          const told = await does("node", [out], environment);
          if (told !== "right\n") throw new Error(told);
        });
      }
    });
  }
};
