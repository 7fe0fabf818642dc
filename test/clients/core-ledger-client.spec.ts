import {
  awaitCompletion,
  isJsCantonError,
  type LedgerClient,
  type PostRequest,
} from "@canton-network/core-ledger-client";
import { expect } from "chai";
import express from "express";

import { createLedger, type Ledger } from "../../lib/index.ts";
import { createFetch, createLedgerRouter, type LedgerApiOptions } from "../../middleware/index.ts";
import { clientErrorOf, ledgerClient } from "../support/ledger-client.ts";
import { scopeClaims, secret, signedToken } from "../support/tokens.ts";
import { withListeningServer } from "../support/with-listening-server.ts";

/** A way to connect a client that calls the global `fetch` to a ledger. */
interface Connection {
  readonly name: string;
  readonly connected: (
    ledger: Ledger,
    options: LedgerApiOptions,
    use: (baseUrl: string) => Promise<void>,
  ) => Promise<void>;
}

const socket: Connection = {
  name: "over a socket",
  connected: (ledger, options, use) =>
    withListeningServer(express().use(createLedgerRouter(ledger, options)), use),
};

/** The client has no `fetch` option; it reads the global one for each request. */
const inProcess: Connection = {
  name: "in process",
  connected: async (ledger, options, use) => {
    const { fetch } = globalThis;
    globalThis.fetch = createFetch(ledger, options);
    try {
      await use("http://ledger.invalid");
    } finally {
      globalThis.fetch = fetch;
    }
  },
};

const ping = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";
const auth = { hs256Secret: secret };
/** This client's request types require `verbose`, also next to a format. */
const asThere = { precedence: "participant" } as const;
const tokenOf = (userId: string): string => signedToken(scopeClaims(userId));

const allocate = async (client: LedgerClient, partyIdHint: string): Promise<string> => {
  const body = { partyIdHint, identityProviderId: "", synchronizerId: "", userId: "" };
  const { partyDetails } = await client.post("/v2/parties", body);
  return partyDetails.party;
};

/** Creates a user who may act as the party. Granting the right again changes nothing. */
const createUser = async (admin: LedgerClient, id: string, party: string): Promise<void> => {
  const user = { id, primaryParty: party, isDeactivated: false, identityProviderId: "" };
  expect((await admin.post("/v2/users", { user, rights: [] })).user).to.include(user);
  const right = { kind: { CanActAs: { value: { party } } } };
  const granted = await admin.grantRights(id, { actAs: [party] });
  expect(granted.newlyGrantedRights).to.deep.equal([right]);
  expect((await admin.grantRights(id, { actAs: [party] })).newlyGrantedRights).to.be.empty;
};

type Commands = PostRequest<"/v2/commands/submit-and-wait">;

const createPing = (
  initiator: string,
  responder: string,
  more: Partial<Commands> = {},
): Commands => ({
  commands: [
    { CreateCommand: { templateId: ping, createArguments: { id: "p1", initiator, responder } } },
  ],
  commandId: "create",
  actAs: [initiator],
  readAs: [],
  userId: "alice",
  ...more,
});

const respond = (contractId: string, responder: string): Commands => ({
  commands: [
    { ExerciseCommand: { templateId: ping, contractId, choice: "Respond", choiceArgument: {} } },
  ],
  commandId: "respond",
  actAs: [responder],
  readAs: [],
  userId: "bob",
});

const formatFor = (party: string) => ({
  filtersByParty: {
    [party]: {
      cumulative: [
        { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: false } } } },
      ],
    },
  },
  verbose: true,
});

const activeContracts = async (client: LedgerClient, party: string) => {
  const { offset = 0 } = await client.get("/v2/state/ledger-end");
  const answer = await client.post("/v2/state/active-contracts", {
    activeAtOffset: offset,
    eventFormat: formatFor(party),
    verbose: false,
  });
  return answer.flatMap(({ contractEntry = {} }) =>
    "JsActiveContract" in contractEntry ? [contractEntry.JsActiveContract.createdEvent] : [],
  );
};

/** Returns the events from the ledger's begin on that `party` sees: a word and a contract per event. */
const eventsOf = async (client: LedgerClient, party: string): Promise<readonly string[][]> => {
  const { offset = 0 } = await client.get("/v2/state/ledger-end");
  const answer = await client.post("/v2/updates", {
    beginExclusive: 0,
    endInclusive: offset,
    updateFormat: {
      includeTransactions: {
        eventFormat: formatFor(party),
        transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
      },
    },
    verbose: false,
  });
  return answer.flatMap(({ update = {} }) =>
    "Transaction" in update
      ? update.Transaction.value.events.map((event) => {
          if ("CreatedEvent" in event) return ["created", event.CreatedEvent.contractId];
          if ("ArchivedEvent" in event) return ["archived", event.ArchivedEvent.contractId];
          return ["exercised", event.ExercisedEvent.contractId];
        })
      : [],
  );
};

/** Runs the steps of a typical application: read the version, create users, submit, follow updates. */
const playPing = async (admin: LedgerClient, clientOf: (userId: string) => LedgerClient) => {
  await admin.init();
  expect(admin.getCurrentClientVersion()).to.equal("3.5");
  const { participantId } = await admin.get("/v2/parties/participant-id");
  expect(participantId).to.be.a("string").not.empty;

  const alice = await allocate(admin, "alice");
  const bob = await allocate(admin, "bob");
  expect(await admin.checkIfPartyExists(alice)).to.equal(true);
  expect(await admin.checkIfPartyExists("nobody::1220")).to.equal(false);
  await createUser(admin, "alice", alice);
  await createUser(admin, "bob", bob);
  const [forAlice, forBob] = [clientOf("alice"), clientOf("bob")];

  const synchronizerId = await admin.getSynchronizerId();
  const { offset: begin = 0 } = await admin.get("/v2/state/ledger-end");
  const created = await forAlice.postWithRetry(
    "/v2/commands/submit-and-wait",
    createPing(alice, bob, { synchronizerId }),
  );
  const [active] = await activeContracts(forBob, bob);
  expect(active).to.deep.include({
    createArgument: { id: "p1", initiator: alice, responder: bob },
    signatories: [alice],
    observers: [bob],
    witnessParties: [bob],
    offset: created.completionOffset,
  });
  const { contractId = "" } = active ?? {};
  const responded = await forBob.post("/v2/commands/submit-and-wait", respond(contractId, bob));
  expect(await activeContracts(forAlice, alice)).to.be.empty;
  expect(await eventsOf(forAlice, alice)).to.deep.equal([
    ["created", contractId],
    ["archived", contractId],
  ]);
  const limit = { query: { limit: 1 } };
  const asked = { userId: "bob", parties: [bob], beginExclusive: begin };
  const [last] = await forBob.post("/v2/commands/completions", asked, limit);
  expect(last).to.have.nested.property("completionResponse.Completion.value.commandId", "respond");
  expect(last).to.have.nested.property(
    "completionResponse.Completion.value.offset",
    responded.completionOffset,
  );
};

describe("@canton-network/core-ledger-client", () => {
  for (const { name, connected } of [socket, inProcess]) {
    describe(name, () => {
      it("plays ping with authorization disabled", async () => {
        await connected(await createLedger(asThere), { auth: "disabled" }, (baseUrl) =>
          playPing(ledgerClient(baseUrl), () => ledgerClient(baseUrl)),
        );
      });

      it("plays ping with a token for each user", async () => {
        await connected(await createLedger(asThere), { auth }, (baseUrl) =>
          playPing(ledgerClient(baseUrl, tokenOf("participant_admin")), (userId) =>
            ledgerClient(baseUrl, tokenOf(userId)),
          ),
        );
      });

      it("recognizes rejections by their code", async () => {
        await connected(await createLedger(asThere), { auth: "disabled" }, async (baseUrl) => {
          const client = ledgerClient(baseUrl);
          const alice = await allocate(client, "alice");
          const unknownUser = await clientErrorOf(
            client.get("/v2/users/{user-id}", { path: { "user-id": "nobody" } }),
          );
          expect(isJsCantonError(unknownUser)).to.equal(true);
          expect(unknownUser).to.include({ code: "USER_NOT_FOUND", errorCategory: 11 });
          await client.post("/v2/commands/submit-and-wait", createPing(alice, alice));
          const duplicate = await clientErrorOf(
            client.postWithRetry("/v2/commands/submit-and-wait", createPing(alice, alice)),
          );
          expect(isJsCantonError(duplicate)).to.equal(true);
          expect(duplicate).to.include({ code: "DUPLICATE_COMMAND", errorCategory: 10 });
          const without = createPing(alice, alice, { userId: "", commandId: "other" });
          const { cause } = await clientErrorOf(
            client.post("/v2/commands/submit-and-wait", without),
          );
          expect(cause).to.include("The submitted request is missing a user-id");
        });
      });

      it("shows a user no events of a party that the user may not read as", async () => {
        await connected(await createLedger(asThere), { auth }, async (baseUrl) => {
          const admin = ledgerClient(baseUrl, tokenOf("participant_admin"));
          const alice = await allocate(admin, "alice");
          const bob = await allocate(admin, "bob");
          const carol = await allocate(admin, "carol");
          await createUser(admin, "alice", alice);
          await createUser(admin, "bob", bob);
          const forAlice = ledgerClient(baseUrl, tokenOf("alice"));
          await forAlice.post("/v2/commands/submit-and-wait", createPing(alice, carol));
          const [active] = await activeContracts(forAlice, alice);
          const { contractId = "" } = active ?? {};
          expect(contractId).not.to.equal("");

          const forBob = ledgerClient(baseUrl, tokenOf("bob"));
          expect(await activeContracts(forBob, bob)).to.be.empty;
          expect(await eventsOf(forBob, bob)).to.be.empty;
          const byId = { contractId, eventFormat: formatFor(bob) };
          const { code } = await clientErrorOf(
            forBob.post("/v2/events/events-by-contract-id", byId),
          );
          expect(code).to.equal("CONTRACT_EVENTS_NOT_FOUND");
          for (const forbidden of [
            () => activeContracts(forBob, alice),
            () => eventsOf(forBob, alice),
            () =>
              forBob.post(
                "/v2/commands/submit-and-wait",
                createPing(alice, bob, { userId: "bob" }),
              ),
            () => forBob.get("/v2/users/{user-id}", { path: { "user-id": "alice" } }),
          ]) {
            const error = await clientErrorOf(forbidden());
            expect(error).to.include({ code: "NA", grpcCodeValue: 7 });
            expect(JSON.stringify(error)).not.to.include(contractId);
          }
        });
      });
    });
  }

  it("waits for the completion of its command, accepted or rejected @slow", async () => {
    await socket.connected(await createLedger(asThere), { auth }, async (baseUrl) => {
      const admin = ledgerClient(baseUrl, tokenOf("participant_admin"));
      const alice = await allocate(admin, "alice");
      await createUser(admin, "alice", alice);
      const client = ledgerClient(baseUrl, tokenOf("alice"));
      const { offset: begin = 0 } = await client.get("/v2/state/ledger-end");
      const submit = () => client.post("/v2/commands/submit-and-wait", createPing(alice, alice));
      const { updateId, completionOffset: offset } = await submit();
      await clientErrorOf(submit());
      // A list without an end offset waits a second for more elements, so both calls wait in parallel.
      const [accepted, rejection] = await Promise.all([
        awaitCompletion(client, begin, alice, "alice", "create"),
        clientErrorOf(awaitCompletion(client, offset, alice, "alice", "create")),
      ]);
      expect(accepted).to.include({ updateId, offset });
      expect(rejection).to.have.property("message").that.includes("DUPLICATE_COMMAND");
    });
  });

  it("calls the ledger's fetch for single requests", async () => {
    const ledger = await createLedger(asThere);
    const client = ledgerClient("http://ledger.invalid");
    const fetch = createFetch(ledger, { auth: "disabled" });
    const { partyDetails } = await client.post(
      "/v2/parties",
      { partyIdHint: "alice", identityProviderId: "", synchronizerId: "", userId: "" },
      undefined,
      { fetch },
    );
    expect(Array.from(ledger.state.parties.keys())).to.include(partyDetails.party);
  });
});
