import type { Corpus, ExpectedExplanation } from "../broken-request.ts";
import { brokenGets, brokenPosts } from "../broken-requests.ts";
import type { Json } from "../valid.ts";

type More = Omit<ExpectedExplanation, "status" | "at">;

const admin = "participant_admin";
const mask = (...paths: readonly string[]): Json => ({ paths, unknownFields: { fields: {} } });

/** Incorrect requests about parties, users, rights and identity providers. */
export const administration: Corpus = (world) => {
  const { alice, bob } = world;
  const ask = brokenGets(admin);
  const allocate = brokenPosts(admin, "/v2/parties");
  const create = brokenPosts(admin, "/v2/users");
  const user = (mistake: string, user: unknown, status: number, at: string, more: More = {}) =>
    create(mistake, { user }, status, `/user${at}`, more);
  const grant = brokenPosts(admin, "/v2/users/ann/rights");
  const right = (
    mistake: string,
    right: unknown,
    at: string,
    more: More = {},
    status = 400,
    list: "rights" | "right" = "rights",
  ) => grant(mistake, { userId: "ann", [list]: [right] }, status, at, more);
  const revoke = brokenPosts(admin, "/v2/users/ann/rights", "PATCH");
  const change = brokenPosts(admin, "/v2/users/ann", "PATCH");
  const changeParty = brokenPosts(admin, `/v2/parties/${encodeURIComponent(alice)}`, "PATCH");
  const provider = brokenPosts(admin, "/v2/idps");
  const config = {
    identityProviderId: "other",
    issuer: "https://other.example.com",
    jwksUrl: "https://other.example.com/keys",
    audience: "",
  };
  const actAs = (party: unknown): Json => ({ kind: { CanActAs: { value: { party } } } });

  return [
    // Parties
    allocate("allocates a party that exists", { partyIdHint: "alice" }, 400, "/partyIdHint", {
      says: /no party has yet/,
    }),
    allocate(
      "writes special characters into a hint",
      { partyIdHint: "alice@bank.com" },
      400,
      "/partyIdHint",
      {
        says: /letters/,
      },
    ),
    allocate(
      "sends a full id as the hint",
      { partyIdHint: `dora::1220${"ab".repeat(32)}` },
      400,
      "/partyIdHint",
      {
        says: /before ::/,
      },
    ),
    allocate("numbers a hint", { partyIdHint: 7 }, 400, "/partyIdHint", { says: /string/ }),
    allocate("gives a hint of a page", { partyIdHint: "x".repeat(300) }, 400, "/partyIdHint", {
      says: /185|characters/,
    }),
    ...["party_id_hint", "partyHint", "hint", "identifierHint", "partyIDHint"].map((name) =>
      allocate(`names the hint ${name}`, { [name]: "dora" }, 200, `/${name}`, {
        nearest: "partyIdHint",
        says: new RegExp(name),
      }),
    ),
    allocate(
      "sends a display name, which only earlier versions had",
      { partyIdHint: "dora", displayName: "Dora" },
      200,
      "/displayName",
      { says: /localMetadata|was ignored/ },
    ),
    allocate(
      "allocates on a synchronizer by its alias",
      { partyIdHint: "dora", synchronizerId: "local" },
      400,
      "/synchronizerId",
      { nearest: world.ledger.state.synchronizers[0]?.id ?? "" },
    ),
    allocate(
      "allocates for an unknown user",
      { partyIdHint: "dora", userId: "anna" },
      404,
      "/userId",
      { nearest: "ann" },
    ),
    allocate(
      "allocates for an unknown identity provider",
      { partyIdHint: "dora", identityProviderId: "compny" },
      400,
      "/identityProviderId",
      { nearest: "company" },
    ),
    allocate(
      "sends annotations as a list",
      { partyIdHint: "dora", localMetadata: { annotations: ["a"] } },
      400,
      "/localMetadata/annotations",
      { says: /object/ },
    ),
    allocate(
      "sends an annotation with a number",
      { partyIdHint: "dora", localMetadata: { annotations: { a: 1 } } },
      400,
      "/localMetadata/annotations/a",
      { says: /string/ },
    ),
    allocate(
      "annotates under a key with blanks",
      {
        partyIdHint: "dora",
        localMetadata: { resourceVersion: "", annotations: { "my key": "x" } },
      },
      400,
      "/localMetadata/annotations/my key",
      { says: /key/ },
    ),
    allocate(
      "sends a resource version for a new party",
      { partyIdHint: "dora", localMetadata: { resourceVersion: "1", annotations: {} } },
      400,
      "/localMetadata/resourceVersion",
      { says: /nothing.*new/ },
    ),
    changeParty(
      "changes a party without a mask",
      { partyDetails: { party: alice, localMetadata: { annotations: { a: "x" } } } },
      400,
      "/updateMask",
      { says: /"paths"/ },
    ),
    changeParty(
      "changes nothing of a party",
      { partyDetails: { party: alice }, updateMask: mask() },
      400,
      "/updateMask/paths",
      { says: /paths|local_metadata/ },
    ),
    changeParty(
      "names a field in camel case in a mask",
      { partyDetails: { party: alice, localMetadata: {} }, updateMask: mask("localMetadata") },
      400,
      "/updateMask/paths/0",
      { nearest: "local_metadata" },
    ),
    changeParty(
      "sends the mask as a text",
      { partyDetails: { party: alice }, updateMask: "local_metadata" },
      400,
      "/updateMask",
      { says: /paths|object/ },
    ),
    changeParty(
      "changes another party than that of the path",
      { partyDetails: { party: bob, localMetadata: {} }, updateMask: mask("local_metadata") },
      400,
      "/partyDetails/party",
      { says: /path/ },
    ),
    ask("looks up a party by its hint", ["GET", "/v2/parties/alice"], 200, "path parameter party", {
      nearest: alice,
    }),
    ask(
      "pages in snake case",
      ["GET", "/v2/parties?page_size=2"],
      200,
      "query parameter page_size",
      {
        nearest: "pageSize",
      },
    ),
    ask("sends limit for pageSize", ["GET", "/v2/parties?limit=2"], 200, "query parameter limit", {
      says: /pageSize/,
    }),
    ask(
      "sends a negative page size",
      ["GET", "/v2/users?pageSize=-1"],
      400,
      "query parameter pageSize",
      {
        says: /0/,
      },
    ),
    // Users
    create("sends a user without the record around it", { id: "dora" }, 400, "/user", {
      says: /"user"/,
    }),
    create("creates no user", {}, 400, "/user", { says: /user/ }),
    create("creates a user by its name", { user: "dora" }, 400, "/user", { says: /object/ }),
    create(
      "names the user with the field of earlier versions",
      { userId: "dora", primaryParty: alice },
      400,
      "/user",
      {
        says: /"user"/,
      },
    ),
    user("forgets the id of a user", { primaryParty: alice }, 400, "/id", { says: /id/ }),
    user("leaves the id of a user empty", { id: "" }, 400, "/id", { says: /id|characters/ }),
    user("writes a blank into the id of a user", { id: "Dora Smith" }, 400, "/id", {
      says: /letters|characters/,
    }),
    user("writes capital letters into a user id", { id: "dora/smith" }, 400, "/id", {
      says: /letters|characters/,
    }),
    user("numbers a user", { id: 7 }, 400, "/id", { says: /string/ }),
    ...["userId", "name", "user_id", "username"].map((name) =>
      user(`names the id of a user ${name}`, { [name]: "dora" }, 400, "/id", {
        nearest: "id",
        says: new RegExp(name),
      }),
    ),
    user("creates a user again", { id: "ann" }, 409, "/id", { says: /exists|another/ }),
    user(
      "gives a primary party by its hint",
      { id: "dora", primaryParty: "alice" },
      200,
      "/primaryParty",
      { nearest: alice },
    ),
    user(
      "sends a primary party that is not a party id",
      { id: "dora", primaryParty: "al!ce" },
      400,
      "/primaryParty",
      { says: /party/ },
    ),
    user(
      "deactivates a user with a text",
      { id: "dora", isDeactivated: "no" },
      400,
      "/isDeactivated",
      {
        says: /true or false/,
      },
    ),
    user(
      "creates a user of an unknown identity provider",
      { id: "dora", identityProviderId: "compny" },
      400,
      "/identityProviderId",
      { nearest: "company" },
    ),
    user(
      "misspells the primary party",
      { id: "dora", primary_party: alice },
      200,
      "/primary_party",
      { nearest: "primaryParty" },
    ),
    create(
      "gives rights within the user",
      { user: { id: "dora", rights: [actAs(alice)] } },
      200,
      "/user/rights",
      { says: /beside|rights/ },
    ),
    ask("asks for an unknown user", ["GET", "/v2/users/anne"], 404, "path parameter user-id", {
      nearest: "ann",
    }),
    ask(
      "asks for a user with a party id",
      ["GET", `/v2/users/${encodeURIComponent(alice)}`],
      404,
      "path parameter user-id",
      {
        says: /user/,
      },
    ),
    ask("deletes an unknown user", ["DELETE", "/v2/users/bem"], 404, "path parameter user-id", {
      nearest: "ben",
    }),
    change(
      "changes a user without a mask",
      { user: { id: "ann", primaryParty: alice } },
      400,
      "/updateMask",
      {
        says: /primary_party/,
      },
    ),
    change(
      "names a field of a user in camel case",
      { user: { id: "ann", primaryParty: alice }, updateMask: mask("primaryParty") },
      400,
      "/updateMask/paths/0",
      { nearest: "primary_party" },
    ),
    change(
      "changes a field that users do not have",
      { user: { id: "ann" }, updateMask: mask("rights") },
      400,
      "/updateMask/paths/0",
      { says: /primary_party/ },
    ),
    change(
      "sends the mask as a list",
      { user: { id: "ann" }, updateMask: ["primary_party"] },
      400,
      "/updateMask",
      { says: /paths|object/ },
    ),
    change("omits the user to change", { updateMask: mask("primary_party") }, 400, "/user/id", {
      says: /path/,
    }),
    change(
      "changes another user than that of the path",
      { user: { id: "ben", primaryParty: bob }, updateMask: mask("primary_party") },
      400,
      "/user/id",
      { says: /path/ },
    ),
    change(
      "changes a user with an old resource version",
      {
        user: { id: "ann", metadata: { resourceVersion: "99", annotations: {} } },
        updateMask: mask("metadata"),
      },
      409,
      "/user/metadata/resourceVersion",
      { says: /read|again/i },
    ),
    // Rights
    right(
      "grants a right without kind",
      { CanActAs: { value: { party: alice } } },
      "/rights/0/kind",
      {
        says: /kind/,
      },
    ),
    right("grants a right by a text", "CanActAs", "/rights/0", { says: /object/ }),
    right("sends the kind of a right as text", { kind: "CanActAs" }, "/rights/0/kind", {
      says: /\{"CanActAs"|object/,
    }),
    right(
      "names the kind of a right in a field type",
      { type: "CanActAs", party: alice },
      "/rights/0/kind",
      {
        says: /kind/,
      },
    ),
    ...(
      [
        ["canActAs", "CanActAs"],
        ["CanActAS", "CanActAs"],
        ["can_act_as", "CanActAs"],
        ["ActAs", "CanActAs"],
        ["CanRead", "CanReadAs"],
        ["CanReadAsAny", "CanReadAsAnyParty"],
        ["ParticipantAdministrator", "ParticipantAdmin"],
        ["participantAdmin", "ParticipantAdmin"],
      ] as const
    ).map(([name, meant]) =>
      right(
        `names a right ${name}`,
        { kind: { [name]: { value: { party: alice } } } },
        "/rights/0/kind",
        {
          nearest: meant,
        },
      ),
    ),
    right(
      "forgets value in a right",
      { kind: { CanActAs: { party: alice } } },
      "/rights/0/kind/CanActAs/value",
      {
        says: /value/,
      },
    ),
    right(
      "forgets the party of a right",
      { kind: { CanActAs: { value: {} } } },
      "/rights/0/kind/CanActAs/value/party",
      {
        says: /party/,
      },
    ),
    right(
      "grants a right over a party by its hint",
      actAs("alice"),
      "/rights/0/kind/CanActAs/value/party",
      {
        nearest: alice,
      },
      200,
    ),
    right(
      "grants a right over a party of an earlier ledger",
      actAs(`alice::1220${"cd".repeat(32)}`),
      "/rights/0/kind/CanActAs/value/party",
      {
        nearest: alice,
      },
      200,
    ),
    right(
      "grants a right over several parties",
      actAs([alice, bob]),
      "/rights/0/kind/CanActAs/value/party",
      {
        says: /string/,
      },
    ),
    right(
      "lists rights under another name",
      actAs(alice),
      "/right",
      { nearest: "rights" },
      200,
      "right",
    ),
    grant("grants without a list", { userId: "ann", rights: actAs(alice) }, 400, "/rights", {
      says: /array|list/,
    }),
    grant(
      "grants to another user than that of the path",
      { userId: "ben", rights: [actAs(alice)] },
      400,
      "/userId",
      {
        says: /path/,
      },
    ),
    brokenPosts(admin, "/v2/users/anna/rights")(
      "grants to an unknown user",
      { userId: "anna", rights: [actAs(alice)] },
      404,
      "path parameter user-id",
      { nearest: "ann" },
    ),
    revoke(
      "revokes a right of an unknown kind",
      { userId: "ann", rights: [{ kind: { CanWriteAs: {} } }] },
      400,
      "/rights/0/kind",
      {
        says: /CanActAs/,
      },
    ),
    brokenGets(admin)(
      "posts rights without a body",
      ["POST", "/v2/users/ann/rights"],
      400,
      "body",
      {
        says: /JSON object/,
      },
    ),
    // Identity providers
    provider(
      "sends a provider without the record around it",
      config,
      400,
      "/identityProviderConfig",
      {
        says: /identityProviderConfig/,
      },
    ),
    provider(
      "misspells the record",
      { identityProviderConf: config },
      400,
      "/identityProviderConfig",
      {
        nearest: "identityProviderConfig",
      },
    ),
    provider(
      "forgets the issuer",
      { identityProviderConfig: { ...config, issuer: undefined } },
      400,
      "/identityProviderConfig/issuer",
      {
        says: /issuer/,
      },
    ),
    provider(
      "omits the URL of the keys",
      { identityProviderConfig: { ...config, jwksUrl: undefined } },
      400,
      "/identityProviderConfig/jwksUrl",
      {
        says: /jwksUrl|keys/,
      },
    ),
    provider(
      "sends a path in place of a URL",
      { identityProviderConfig: { ...config, jwksUrl: "/keys" } },
      400,
      "/identityProviderConfig/jwksUrl",
      {
        says: /URL|https/,
      },
    ),
    provider(
      "misnames the URL of the keys",
      { identityProviderConfig: { ...config, jwksUrl: undefined, jwks_url: config.jwksUrl } },
      400,
      "/identityProviderConfig/jwksUrl",
      {
        nearest: "jwksUrl",
      },
    ),
    provider(
      "creates a provider again",
      { identityProviderConfig: { ...config, identityProviderId: "company" } },
      409,
      "/identityProviderConfig/identityProviderId",
      {
        says: /another|exists|id/,
      },
    ),
    provider(
      "uses the issuer of another provider",
      { identityProviderConfig: { ...config, issuer: "https://login.example.com" } },
      409,
      "/identityProviderConfig/issuer",
      {
        says: /issuer/,
      },
    ),
    ask("asks for an unknown provider", ["GET", "/v2/idps/compny"], 404, "path parameter idp-id", {
      nearest: "company",
    }),
    brokenPosts(admin, "/v2/users/carl/identity-provider-id", "PATCH")(
      "moves a user from an unknown provider",
      { userId: "carl", sourceIdentityProviderId: "compny", targetIdentityProviderId: "" },
      400,
      "/sourceIdentityProviderId",
      { nearest: "company" },
    ),
  ];
};
