import type { BrokenRequest, Corpus, ExpectedExplanation } from "../broken-request.ts";
import { activeContracts, commands, filters, paths, transactionFormat, updates } from "../valid.ts";
import { as } from "../world.ts";

const sent =
  (user: string) =>
  (
    mistake: string,
    path: string,
    body: unknown,
    teaches: Partial<ExpectedExplanation> & Pick<ExpectedExplanation, "at">,
  ): BrokenRequest => ({
    mistake,
    method: "POST",
    path,
    headers: as(user),
    body,
    teaches: { status: 403, ...teaches },
  });

const asked = (
  user: string,
  mistake: string,
  method: string,
  path: string,
  teaches: Partial<ExpectedExplanation>,
): BrokenRequest => ({
  mistake,
  method,
  path,
  headers: as(user),
  teaches: { status: 403, at: "header Authorization", ...teaches },
});

export const authorization: Corpus = (world) => {
  const { alice, bob, carol, contractId, offset } = world;
  const ann = sent("ann");
  const plain = sent("plain");
  return [
    // Acting
    ann("acts as another user's party", paths.submit, commands(world, { actAs: [bob] }), {
      at: "/actAs/0",
      says: /CanActAs.*\/v2\/users\/ann\/rights/s,
    }),
    ann(
      "acts as two parties with the right over one",
      paths.submit,
      commands(world, { actAs: [alice, bob] }),
      { at: "/actAs/1", says: /CanActAs/ },
    ),
    ann(
      "acts as another user's party in a wrapped request",
      paths.submitForTransaction,
      { commands: commands(world, { actAs: [carol] }) },
      { at: "/commands/actAs/0", says: /CanActAs/ },
    ),
    ann(
      "names another user's party in readAs of a command",
      paths.submit,
      commands(world, { readAs: [carol] }),
      { at: "/readAs/0", says: /CanReadAs/ },
    ),
    ann("acts as a party by its hint", paths.submit, commands(world, { actAs: ["alice"] }), {
      status: 404,
      at: "/actAs/0",
      nearest: alice,
    }),
    ann("reads as a party by its hint", paths.submit, commands(world, { readAs: ["bob"] }), {
      at: "/readAs/0",
      nearest: bob,
    }),
    ann(
      "acts by hint as a party that it may not see",
      paths.submit,
      commands(world, { actAs: ["carol"] }),
      { status: 404, at: "/actAs/0", says: /full id|answered/, hides: new RegExp(carol) },
    ),
    ann(
      "loses the end of a party's id",
      paths.submit,
      commands(world, { actAs: [alice.slice(0, -3)] }),
      { status: 404, at: "/actAs/0", nearest: alice },
    ),
    ann(
      "takes the party of another ledger",
      paths.submit,
      commands(world, { actAs: [`alice::1220${"ab".repeat(32)}`] }),
      { status: 404, at: "/actAs/0", nearest: alice },
    ),
    ann("acts as its own user id", paths.submit, commands(world, { actAs: ["ann"] }), {
      status: 404,
      at: "/actAs/0",
      says: /user/,
    }),
    sent("rita")("acts as a party that it may only read as", paths.submit, commands(world), {
      at: "/actAs/0",
      says: /CanActAs/,
    }),
    sent("ed")("submits as a party that it may only execute as", paths.submit, commands(world), {
      at: "/actAs/0",
      says: /CanActAs/,
    }),
    sent("watcher")("acts with the right to read as any party", paths.submit, commands(world), {
      at: "/actAs/0",
      says: /CanActAs/,
    }),
    plain("acts without any right", paths.submit, commands(world), {
      at: "/actAs/0",
      says: /CanActAs.*plain/s,
    }),
    sent("participant_admin")("acts as an administrator", paths.submit, commands(world), {
      at: "/actAs/0",
      says: /CanActAs.*ParticipantAdmin/s,
    }),
    ann(
      "submits asynchronously as another user's party",
      "/v2/commands/async/submit",
      commands(world, { actAs: [bob] }),
      { at: "/actAs/0", says: /CanActAs/ },
    ),
    ann("names another user in its commands", paths.submit, commands(world, { userId: "ben" }), {
      at: "/userId",
      says: /ann/,
    }),
    ann(
      "names another user in wrapped commands",
      paths.submitForTransaction,
      { commands: commands(world, { userId: "ben" }) },
      { at: "/commands/userId", says: /ann/ },
    ),
    ann("names its party as the user", paths.submit, commands(world, { userId: "alice" }), {
      at: "/userId",
      says: /ann/,
    }),
    ann("misspells its own user", paths.submit, commands(world, { userId: "anna" }), {
      at: "/userId",
      nearest: "ann",
    }),
    // Reading
    ann(
      "reads as another user's party",
      paths.activeContracts,
      activeContracts(world, { eventFormat: filters(carol) }),
      { at: `/eventFormat/filtersByParty/${carol}`, says: /CanReadAs/ },
    ),
    ann(
      "reads as a party by its hint",
      paths.activeContracts,
      activeContracts(world, { eventFormat: filters("alice") }),
      { at: "/eventFormat/filtersByParty/alice", nearest: alice },
    ),
    ann(
      "reads as any party without that right",
      paths.activeContracts,
      activeContracts(world, { eventFormat: { filtersForAnyParty: {} } }),
      { at: "/eventFormat/filtersForAnyParty", says: /CanReadAsAnyParty/ },
    ),
    sent("participant_admin")(
      "reads as an administrator",
      paths.activeContracts,
      activeContracts(world),
      { at: `/eventFormat/filtersByParty/${alice}`, says: /CanReadAs/ },
    ),
    sent("ed")(
      "reads as a party that it may only execute as",
      paths.activeContracts,
      activeContracts(world),
      { at: `/eventFormat/filtersByParty/${alice}`, says: /CanReadAs/ },
    ),
    ann(
      "asks for updates of another user's party",
      paths.updates,
      updates(world, {
        updateFormat: {
          includeTransactions: transactionFormat(world, { eventFormat: filters(carol) }),
        },
      }),
      {
        at: `/updateFormat/includeTransactions/eventFormat/filtersByParty/${carol}`,
        says: /CanReadAs/,
      },
    ),
    ann(
      "asks for updates by a party's hint",
      paths.updates,
      updates(world, {
        updateFormat: {
          includeTransactions: transactionFormat(world, { eventFormat: filters("bob") }),
        },
      }),
      { at: "/updateFormat/includeTransactions/eventFormat/filtersByParty/bob", nearest: bob },
    ),
    ann(
      "asks for the topology of all parties",
      paths.updates,
      updates(world, {
        updateFormat: {
          includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties: [] } },
        },
      }),
      { at: "/updateFormat/includeTopologyEvents", says: /CanReadAsAnyParty/ },
    ),
    ann(
      "asks for the topology of a party by its hint",
      paths.updates,
      updates(world, {
        updateFormat: {
          includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties: ["alice"] } },
        },
      }),
      {
        at: "/updateFormat/includeTopologyEvents/includeParticipantAuthorizationEvents/parties/0",
        nearest: alice,
      },
    ),
    ann(
      "asks for completions of another user's party",
      paths.completions,
      { parties: [carol], beginExclusive: 0 },
      { at: "/parties/0", says: /CanReadAs|CanActAs/ },
    ),
    ann(
      "asks for completions by a party's hint",
      paths.completions,
      { parties: ["alice"], beginExclusive: 0 },
      { at: "/parties/0", nearest: alice },
    ),
    ann(
      "asks for completions of another user",
      paths.completions,
      { userId: "ben", parties: [alice], beginExclusive: 0 },
      { at: "/userId", says: /ann/ },
    ),
    ann(
      "asks for a contract as another user's party",
      "/v2/contracts/contract-by-id",
      { contractId, queryingParties: [carol] },
      { at: "/queryingParties/0", says: /CanReadAs/ },
    ),
    ann(
      "asks for a contract by a party's hint",
      "/v2/contracts/contract-by-id",
      { contractId, queryingParties: ["alice"] },
      { at: "/queryingParties/0", nearest: alice },
    ),
    ann(
      "asks for a contract's events as another user's party",
      "/v2/events/events-by-contract-id",
      { contractId, eventFormat: filters(carol) },
      { at: `/eventFormat/filtersByParty/${carol}`, says: /CanReadAs/ },
    ),
    ann(
      "asks for an update as another user's party",
      "/v2/updates/update-by-offset",
      {
        offset,
        updateFormat: {
          includeTransactions: transactionFormat(world, { eventFormat: filters(carol) }),
        },
      },
      {
        at: `/updateFormat/includeTransactions/eventFormat/filtersByParty/${carol}`,
        says: /CanReadAs/,
      },
    ),
    ann(
      "asks for a response with another user's party",
      paths.submitForTransaction,
      {
        commands: commands(world),
        transactionFormat: transactionFormat(world, { eventFormat: filters(carol) }),
      },
      { at: `/transactionFormat/eventFormat/filtersByParty/${carol}`, says: /CanReadAs/ },
    ),
    // Administering
    ann(
      "creates a user without being an administrator",
      "/v2/users",
      { user: { id: "new" } },
      { at: "header Authorization", says: /ParticipantAdmin.*IdentityProviderAdmin/s },
    ),
    ann(
      "allocates a party without being an administrator",
      "/v2/parties",
      { partyIdHint: "dora" },
      { at: "header Authorization", says: /ParticipantAdmin/ },
    ),
    ann(
      "grants itself a right",
      "/v2/users/ann/rights",
      { userId: "ann", rights: [] },
      { at: "header Authorization", says: /ParticipantAdmin/ },
    ),
    ann(
      "creates an identity provider",
      "/v2/idps",
      {
        identityProviderConfig: {
          identityProviderId: "x",
          issuer: "https://x.example.com",
          jwksUrl: "https://x.example.com/k",
        },
      },
      { at: "header Authorization", says: /ParticipantAdmin/ },
    ),
    ann("uploads a package", "/v2/packages", new Uint8Array([80, 75, 5, 6]), {
      at: "header Authorization",
      says: /ParticipantAdmin/,
    }),
    ann(
      "vets a package",
      "/v2/package-vetting/update",
      { changes: [] },
      { at: "header Authorization", says: /ParticipantAdmin/ },
    ),
    asked("ann", "lists all users", "GET", "/v2/users", { says: /ParticipantAdmin/ }),
    asked("ann", "lists all parties", "GET", "/v2/parties", { says: /ParticipantAdmin/ }),
    asked("ann", "lists identity providers", "GET", "/v2/idps", { says: /ParticipantAdmin/ }),
    asked("ann", "deletes a user", "DELETE", "/v2/users/ben", { says: /ParticipantAdmin/ }),
    asked("ann", "looks at another user", "GET", "/v2/users/ben", {
      says: /ParticipantAdmin/,
    }),
    asked("watcher", "administers with the right to read", "GET", "/v2/users", {
      says: /ParticipantAdmin/,
    }),
    // Interactive submission
    ann(
      "prepares for another user's party",
      "/v2/interactive-submission/prepare",
      commands(world, { actAs: [carol], synchronizerId: "", packageIdSelectionPreference: [] }),
      { at: "/actAs/0", says: /CanReadAs|CanActAs/ },
    ),
    sent("plain")(
      "prepares without any right",
      "/v2/interactive-submission/prepare",
      commands(world, { synchronizerId: "", packageIdSelectionPreference: [] }),
      { at: "/actAs/0", says: /Can(Read|Act)As/ },
    ),
  ];
};
