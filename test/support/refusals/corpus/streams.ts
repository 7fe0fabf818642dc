import { scopeClaims, signedToken } from "../../tokens.ts";
import type { ExpectedExplanation } from "../broken-request.ts";
import type { BrokenStream, StreamCorpus } from "../broken-stream.ts";
import { filters, type Json, transactionFormat } from "../valid.ts";
import type { World } from "../world.ts";

type More = Omit<ExpectedExplanation, "status" | "at">;

const protocol = "daml.ws.auth";
const updates = "/v2/updates";
const active = "/v2/state/active-contracts";
const completions = "/v2/commands/completions";
const opened = 101;

const offering = (token: string): readonly string[] => [`jwt.token.${token}`, protocol];
const tokenOf = (user: string): string => signedToken(scopeClaims(user));

const updatesOf = (world: World, more: Json = {}): Json => ({
  beginExclusive: 0,
  endInclusive: world.offset,
  updateFormat: { includeTransactions: transactionFormat(world) },
  ...more,
});

const activeOf = ({ alice, offset }: World, more: Json = {}): Json => ({
  activeAtOffset: offset,
  eventFormat: filters(alice),
  ...more,
});

/** Describes a WebSocket with an incorrect handshake and a correct first message. */
const opening =
  (world: World, at: string, status = opened) =>
  (
    mistake: string,
    offered: readonly string[],
    more: More & Pick<BrokenStream, "headers" | "options"> & { readonly query?: string } = {},
  ): BrokenStream => {
    const { headers, options, query = "", ...lesson } = more;
    return {
      mistake,
      path: `${updates}${query}`,
      offered,
      ...(headers === undefined ? {} : { headers }),
      ...(options === undefined ? {} : { options }),
      message: updatesOf(world),
      teaches: { status, at, ...lesson },
    };
  };

/** Describes an incorrect first message of ann. */
const sending =
  (path: string) =>
  (mistake: string, message: unknown, at: string, more: More = {}): BrokenStream => ({
    mistake,
    path,
    offered: offering(tokenOf("ann")),
    message,
    teaches: { status: opened, at, ...more },
  });

/** Tokens of a WebSocket, and missing tokens. */
export const streamTokens: StreamCorpus = (world) => {
  const offered = opening(world, "header Sec-WebSocket-Protocol");
  const token = tokenOf("ann");
  const begins = /jwt\.token\.<token> as the first/;
  const hides = new RegExp(token.slice(-20));
  const [head = "", claims = "", signature = ""] = token.split(".");
  const authorized = opening(world, "header Authorization");
  return [
    offered("offers no token", [protocol], { says: /without a token/ }),
    offered("offers another protocol before the token", ["graphql-ws", protocol], { says: begins }),
    offered("offers the token without a prefix", [token, protocol], { says: begins, hides }),
    offered("offers the token with the prefix token.", [`token.${token}`, protocol], {
      says: begins,
      hides,
    }),
    offered("offers the token with the prefix jwt.", [`jwt.${token}`, protocol], {
      says: begins,
      hides,
    }),
    offered("offers the token with the prefix jwt_token.", [`jwt_token.${token}`, protocol], {
      says: begins,
      hides,
    }),
    offered("offers the token with the prefix JWT.TOKEN.", [`JWT.TOKEN.${token}`, protocol], {
      says: begins,
      hides,
    }),
    offered("offers the token with the prefix jwt-token.", [`jwt-token.${token}`, protocol], {
      says: begins,
      hides,
    }),
    offered("offers the token with the prefix Bearer.", [`Bearer.${token}`, protocol], {
      says: begins,
      hides,
    }),
    offered("offers Bearer and the token as two protocols", ["Bearer", token, protocol], { hides }),
    offered("offers the token last", [protocol, `jwt.token.${token}`], {
      says: /before all other protocols/,
      hides,
    }),
    offered("sends the token as ?token=", [protocol], {
      query: `?token=${token}`,
      says: /query/,
      hides,
    }),
    offered("sends the token as ?access_token=", [protocol], {
      query: `?access_token=${token}`,
      says: /query/,
      hides,
    }),
    offered("offers jwt.token. without a token", ["jwt.token.", protocol], { says: /three parts/ }),
    offered("offers the text undefined as the token", offering("undefined"), {
      says: /placeholder/,
    }),
    offered("offers a user id as the token", offering("ann"), {
      says: /three parts|names the user/,
    }),
    offered("loses the end of the token", offering(token.slice(0, -5)), { says: /signature/ }),
    offered("loses the signature", offering(`${head}.${claims}`), { says: /three parts/ }),
    offered("loses the first letters", offering(`${head.slice(2)}.${claims}.${signature}`), {
      says: /header/,
    }),
    offered("signs with another secret", offering(signedToken(scopeClaims("ann"), "other")), {
      says: /secret/,
    }),
    offered(
      "sends an expired token",
      offering(signedToken({ ...scopeClaims("ann"), exp: 1_600_000_000 })),
      {
        says: /expired/,
      },
    ),
    offered(
      "sends a token that is not yet valid",
      offering(signedToken({ ...scopeClaims("ann"), nbf: 4_000_000_000 })),
      {
        says: /nbf|not yet|valid/,
      },
    ),
    offered("sends a token without a scope", offering(signedToken({ sub: "ann" })), {
      says: /daml_ledger_api/,
    }),
    offered(
      "sends a token with another scope",
      offering(signedToken({ sub: "ann", scope: "openid" })),
      {
        says: /daml_ledger_api/,
      },
    ),
    authorized("sends Basic credentials", [protocol], {
      headers: { authorization: "Basic YTpi" },
      says: /Bearer/,
    }),
    authorized("sends the token without Bearer", [protocol], {
      headers: { authorization: token },
      says: /Bearer/,
      hides,
    }),
    authorized("sends an expired token in a header", [protocol], {
      headers: {
        authorization: `Bearer ${signedToken({ ...scopeClaims("ann"), exp: 1_600_000_000 })}`,
      },
      says: /expired/,
    }),
    opening(world, "header Authorization", 400)("sends Bearer without a token", [protocol], {
      headers: { authorization: "Bearer" },
      says: /token after Bearer/,
    }),
    opening(world, "header Authorization", 403)(
      "misspells the user",
      offering(signedToken(scopeClaims("anne"))),
      { nearest: "ann" },
    ),
    opening(world, "header Authorization", 403)(
      "names a party as the user",
      offering(signedToken(scopeClaims("alice"))),
      { says: /POST \/v2\/users|not parties/ },
    ),
    opening(world, "header Authorization", 403)(
      "is a deactivated user",
      offering(tokenOf("gone")),
      {
        says: /Activate/,
      },
    ),
    opening(world, "header Origin", 403)("sends the Origin of another site", [protocol], {
      headers: { origin: "https://wallet.example.com" },
      options: { auth: "disabled" },
      says: /--cors/,
    }),
    opening(world, "header Host", 403)("sends another Host", [protocol], {
      headers: { host: "ledger.example.com" },
      options: { auth: "disabled" },
      says: /--cors/,
    }),
  ];
};

/** Paths of WebSockets. */
export const streamPaths: StreamCorpus = (world) => {
  const path = (
    mistake: string,
    where: string,
    at: string,
    more: More = {},
    status = 404,
  ): BrokenStream => ({
    mistake,
    path: where,
    offered: offering(tokenOf("ann")),
    message: updatesOf(world),
    teaches: { status, at, ...more },
  });
  const socket = /WebSocket/;
  return [
    path("opens /v2/update", "/v2/update", "path", { nearest: updates, says: socket }),
    path("opens /v2/updats", "/v2/updats", "path", { nearest: updates, says: socket }),
    path("omits /state in the path", "/v2/active-contracts", "path", {
      nearest: active,
      says: socket,
    }),
    path("writes a path in the singular", "/v2/state/active-contract", "path", {
      nearest: active,
      says: socket,
    }),
    path("omits /commands in the path", "/v2/completions", "path", {
      nearest: completions,
      says: socket,
    }),
    path("asks for one completion", "/v2/commands/completion", "path", {
      nearest: completions,
      says: socket,
    }),
    path(
      "opens a WebSocket for a look-up",
      "/v2/updates/update-by-id",
      "method",
      { nearest: "POST" },
      405,
    ),
    path(
      "opens a WebSocket for a submission",
      "/v2/commands/submit-and-wait",
      "method",
      { nearest: "POST" },
      405,
    ),
    path("opens an unknown path", "/v2/ws", "path", { says: /docs\/openapi/ }),
  ];
};

/** Incorrect first messages. */
export const streamMessages: StreamCorpus = (world) => {
  const { alice, carol, offset } = world;
  const update = sending(updates);
  const contracts = sending(active);
  const completion = sending(completions);
  const json = /JSON/;
  const whole = updatesOf(world);
  const text = JSON.stringify(whole);
  const unbegun = updatesOf(world, { beginExclusive: undefined });
  const { updateFormat, ...unformed } = whole;
  const closing = (
    mistake: string,
    path: string,
    message: unknown,
    closesWith: RegExp,
  ): BrokenStream => ({
    mistake,
    path,
    offered: offering(tokenOf("ann")),
    message,
    teaches: { closesWith },
  });
  return [
    // Not JSON
    update("sends nothing", "", "body", { says: /JSON object/ }),
    update("sends a word", "subscribe", "body", { says: json }),
    update("sends a greeting", "ping", "body", { says: json }),
    update("loses the last brace", text.slice(0, -1), "body", { says: json }),
    update("leaves a comma at the end", text.replace(/\}$/, ",}"), "body", { says: /comma/ }),
    update("writes single quotes", text.replaceAll('"', "'"), "body", { says: /double quotes/ }),
    update("sends an object converted to text by JavaScript", "[object Object]", "body", {
      says: /JSON/,
    }),
    update("sends bytes", Buffer.from(text), "body", { says: /as a text/ }),
    update("sends a list", [whole], "", { says: /an object/ }),
    update("sends null", "null", "", { says: /an object/ }),
    update("encodes the message twice", JSON.stringify(text), "", { says: /an object/ }),
    // Updates
    update("begins at a word", updatesOf(world, { beginExclusive: "begin" }), "/beginExclusive", {
      says: /whole number/,
    }),
    update(
      "begins at a negative offset",
      updatesOf(world, { beginExclusive: -1 }),
      "/beginExclusive",
      {
        says: /0|offset/,
      },
    ),
    update(
      "begins after the ledger end",
      updatesOf(world, { beginExclusive: 999 }),
      "/beginExclusive",
      {
        says: new RegExp(`to ${offset}`),
      },
    ),
    update("begins at a fraction", updatesOf(world, { beginExclusive: 0.5 }), "/beginExclusive", {
      says: /whole number/,
    }),
    update("omits the format", unformed, "/updateFormat"),
    update("misspells updateFormat", { ...unformed, updateFormt: updateFormat }, "/updateFormat", {
      nearest: "updateFormat",
    }),
    update(
      "writes format for updateFormat",
      { ...unformed, format: updateFormat },
      "/updateFormat",
      {
        nearest: "updateFormat",
      },
    ),
    update("wraps the message in a field request", { request: whole }, "/request", {
      says: /content of request/,
    }),
    update("wraps the message in a field data", { data: whole }, "/data", {
      says: /content of data/,
    }),
    update(
      "writes a shape in lower case",
      updatesOf(world, {
        updateFormat: {
          includeTransactions: transactionFormat(world, { transactionShape: "acs_delta" }),
        },
      }),
      "/updateFormat/includeTransactions/transactionShape",
      { nearest: "TRANSACTION_SHAPE_ACS_DELTA" },
    ),
    update(
      "reads as another party",
      updatesOf(world, {
        updateFormat: {
          includeTransactions: transactionFormat(world, { eventFormat: filters(carol) }),
        },
      }),
      `/updateFormat/includeTransactions/eventFormat/filtersByParty/${carol}`,
      { says: /CanReadAs/ },
    ),
    update(
      "reads as all parties",
      updatesOf(world, {
        updateFormat: {
          includeTransactions: transactionFormat(world, {
            eventFormat: { filtersForAnyParty: {} },
          }),
        },
      }),
      "/updateFormat/includeTransactions/eventFormat/filtersForAnyParty",
      { says: /CanReadAsAnyParty/ },
    ),
    update(
      "names alice by her hint",
      updatesOf(world, {
        updateFormat: {
          includeTransactions: transactionFormat(world, { eventFormat: filters("alice") }),
        },
      }),
      "/updateFormat/includeTransactions/eventFormat/filtersByParty/alice",
      { nearest: alice },
    ),
    // Active contracts
    contracts("omits the offset", { eventFormat: filters(alice) }, "/activeAtOffset", {
      says: /ledger-end/,
    }),
    contracts(
      "misspells the offset",
      { activeAtOfset: offset, eventFormat: filters(alice) },
      "/activeAtOffset",
      { nearest: "activeAtOffset" },
    ),
    contracts(
      "writes offset for the API's name of the field",
      { offset, eventFormat: filters(alice) },
      "/activeAtOffset",
      {
        nearest: "activeAtOffset",
      },
    ),
    contracts(
      "asks for contracts at an offset after the ledger end",
      activeOf(world, { activeAtOffset: 999 }),
      "/activeAtOffset",
      {
        says: new RegExp(`to ${offset}`),
      },
    ),
    contracts(
      "writes a word for the ledger end",
      activeOf(world, { activeAtOffset: "end" }),
      "/activeAtOffset",
      {
        says: /whole number/,
      },
    ),
    contracts("omits the event format", { activeAtOffset: offset }, "/eventFormat"),
    contracts(
      "misspells eventFormat",
      { activeAtOffset: offset, eventFormt: filters(alice) },
      "/eventFormat",
      { nearest: "eventFormat" },
    ),
    contracts(
      "misspells a template",
      activeOf(world, {
        eventFormat: filters(alice, {
          identifierFilter: { TemplateFilter: { value: { templateId: "#iou:Iou:Iuo" } } },
        }),
      }),
      `/eventFormat/filtersByParty/${alice}/cumulative/0/identifierFilter/TemplateFilter/value/templateId`,
      { nearest: "#iou:Iou:Iou" },
    ),
    contracts(
      "names a template without its package",
      activeOf(world, {
        eventFormat: filters(alice, {
          identifierFilter: { TemplateFilter: { value: { templateId: "Iou:Iou" } } },
        }),
      }),
      `/eventFormat/filtersByParty/${alice}/cumulative/0/identifierFilter/TemplateFilter/value/templateId`,
      { nearest: "#iou:Iou:Iou" },
    ),
    // Completions
    completion("names no parties", { userId: "ann", beginExclusive: 0 }, "/parties"),
    completion("names one party", { userId: "ann", parties: alice, beginExclusive: 0 }, "/parties"),
    completion(
      "writes party for parties",
      { userId: "ann", party: [alice], beginExclusive: 0 },
      "/parties",
      {
        nearest: "parties",
      },
    ),
    completion(
      "names another user",
      { userId: "ben", parties: [alice], beginExclusive: 0 },
      "/userId",
      { nearest: "ann" },
    ),
    completion(
      "reads completions of another party",
      { userId: "ann", parties: [carol], beginExclusive: 0 },
      "/parties/0",
      { says: /CanReadAs|CanActAs/ },
    ),
    // Correct requests with a result that is probably not intended
    closing(
      "omits verbose",
      active,
      activeOf(world, { eventFormat: { ...filters(alice), verbos: true } }),
      /Name it verbose, not verbos/,
    ),
    closing("omits the first offset", updates, unbegun, /offset after which to start/),
    closing("sends a subscribe message", updates, { type: "subscribe", ...whole }, /Remove type/),
    closing(
      "misspells beginExclusive",
      updates,
      { ...unbegun, beginExclusve: 0 },
      /Name it beginExclusive, not beginExclusve/,
    ),
    closing(
      "writes begin_exclusive for beginExclusive",
      updates,
      { ...unbegun, begin_exclusive: 0 },
      /Name it beginExclusive/,
    ),
    closing(
      "writes offset for the API's name of the field",
      updates,
      { ...unbegun, offset: 0 },
      /Name it beginExclusive/,
    ),
    closing(
      "asks for contracts at offset 0",
      active,
      activeOf(world, { activeAtOffset: 0 }),
      /ledger-end/,
    ),
    closing(
      "asks for no kind of update",
      updates,
      updatesOf(world, { updateFormat: {} }),
      /includeTransactions/,
    ),
    closing(
      "misspells the end",
      updates,
      updatesOf(world, { endInclusve: offset }),
      /endInclusive/,
    ),
  ];
};
