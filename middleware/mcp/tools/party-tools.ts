import * as z from "zod";

import { fetchUserIdOfToken, fetchUserRights } from "../fetch-user.ts";
import type { LedgerClient } from "../ledger-client.ts";
import { nextCursorSchema, pagingToolArguments } from "../paging.ts";
import { parseLedgerAnswerWithSchema } from "../parse-ledger-answer-with-schema.ts";
import { createToolArgumentRefusal, type RefusedCallError } from "../refusal.ts";
import { defineMcpTool, type McpTool } from "../tool.ts";
import type { McpToolContext } from "../tool-context.ts";
import { isValidUrlPathSegment, urlPathSegmentSchema } from "../url-name.ts";

const listPartiesTool = defineMcpTool({
  name: "list_parties",
  title: "List parties",
  description:
    "Returns the parties of the ledger by their full ids; for a user who may not list them, those that it may act or read as. Arguments and values of the type Party accept the part before :: too.",
  example: { limit: 50 },
  input: z.strictObject(pagingToolArguments),
  argumentByPlace: { pageToken: "/cursor" },
  output: z.object({
    parties: z.array(
      z.object({
        party: z.string(),
        isLocal: z.boolean().optional().describe("Hosted by this participant."),
      }),
    ),
    isPartial: z.boolean().optional().describe("True if the user may not list all parties."),
    nextCursor: nextCursorSchema,
  }),
  writes: false,
  run: async ({ parties }, { limit, cursor }) => {
    const { partyDetails, isPartial, nextPageToken } = await parties.fetchPage(limit, cursor);
    return {
      parties: [...partyDetails],
      ...(isPartial === true && { isPartial }),
      ...toNextCursor(nextPageToken),
    };
  },
});

const toNextCursor = (token: string | undefined): { readonly nextCursor?: string } =>
  token === undefined || token === "" ? {} : { nextCursor: token };

const allocatePartyTool = defineMcpTool({
  name: "allocate_party",
  title: "Allocate a party",
  description:
    "Allocates a party and returns its full id. The user of this server gets the right to act as it.",
  example: { name: "alice" },
  input: z.strictObject({
    name: z
      .string()
      .describe(
        "Beginning of the id: letters, digits, - and _. The ledger adds :: and a fingerprint.",
      ),
  }),
  argumentByPlace: { "/partyIdHint": "/name" },
  output: z.object({ party: z.string() }),
  writes: true,
  run: async (context, { name }) => {
    const userId = await fetchUserIdOfToken(context.ledger);
    const answer = await context.ledger
      .post("/v2/parties", { partyIdHint: name, ...(userId === undefined ? {} : { userId }) })
      .catch(async (error: unknown) => {
        throw (await partyExistsError(context, name)) ?? error;
      });
    const { partyDetails } = parseLedgerAnswerWithSchema(
      z.object({ partyDetails: z.object({ party: z.string() }) }),
      answer,
    );
    return { party: partyDetails.party };
  },
});

/** Returns the refusal for the name of an existing party; undefined if there is none. */
const partyExistsError = async (
  { parties }: Pick<McpToolContext, "parties">,
  name: string,
): Promise<RefusedCallError | undefined> => {
  const party = await parties.find(name);
  return party === undefined
    ? undefined
    : createToolArgumentRefusal(
        `The party ${name} exists already.`,
        `Use ${party}, or choose another name.`,
      );
};

const listUsersTool = defineMcpTool({
  name: "list_users",
  title: "List users",
  description: "Returns the users of the ledger, each with its primary party and its rights.",
  example: {},
  input: z.strictObject(pagingToolArguments),
  argumentByPlace: { pageToken: "/cursor" },
  output: z.object({
    users: z.array(
      z.object({
        id: z.string(),
        primaryParty: z.string().optional(),
        rights: z.array(z.string()).describe("Such as CanActAs alice::1220…"),
      }),
    ),
    nextCursor: nextCursorSchema,
  }),
  writes: false,
  run: async ({ ledger }, { limit, cursor = "" }) => {
    const query = new URLSearchParams({ pageSize: String(limit), pageToken: cursor });
    const { users, nextPageToken } = parseLedgerAnswerWithSchema(
      z.object({
        users: z.array(z.object({ id: z.string(), primaryParty: z.string().optional() })),
        nextPageToken: z.string().optional(),
      }),
      await ledger.get(`/v2/users?${query.toString()}`),
    );
    const usersWithRights = await Promise.all(
      users.map(async ({ id, primaryParty }) => ({
        id,
        ...(primaryParty === undefined || primaryParty === "" ? {} : { primaryParty }),
        rights: isValidUrlPathSegment(id) ? await fetchRightTexts(ledger, id) : [],
      })),
    );
    return { users: usersWithRights, ...toNextCursor(nextPageToken) };
  },
});

const fetchRightTexts = async (ledger: LedgerClient, userId: string): Promise<string[]> =>
  (await fetchUserRights(ledger, userId)).map(({ name, party }) =>
    party === undefined ? name : `${name} ${party}`,
  );

const rightArguments = {
  actAs: z.array(z.string()).default([]).describe("Parties that the user may act as."),
  readAs: z.array(z.string()).default([]).describe("Parties that the user may read as."),
  readAsAnyParty: z.boolean().default(false),
  administrator: z.boolean().default(false).describe("Grants ParticipantAdmin."),
};

const createRights = async (
  { parties }: Pick<McpToolContext, "parties">,
  given: z.output<z.ZodObject<typeof rightArguments>>,
): Promise<readonly object[]> => {
  const actAs = await parties.resolveAll(given.actAs);
  const readAs = await parties.resolveAll(given.readAs);
  return [
    ...actAs.map((party) => ({ CanActAs: { value: { party } } })),
    ...readAs.map((party) => ({ CanReadAs: { value: { party } } })),
    ...(given.readAsAnyParty ? [{ CanReadAsAnyParty: { value: {} } }] : []),
    ...(given.administrator ? [{ ParticipantAdmin: { value: {} } }] : []),
  ].map((kind) => ({ kind }));
};

const createUserTool = defineMcpTool({
  name: "create_user",
  title: "Create a user",
  description:
    "Creates a user with rights. The first party of actAs is its primary party. Returns its rights.",
  example: { userId: "ann", actAs: ["alice"] },
  argumentByPlace: { "/user/id": "/userId" },
  input: z.strictObject({ userId: urlPathSegmentSchema, ...rightArguments }),
  output: z.object({ userId: z.string(), rights: z.array(z.string()) }),
  writes: true,
  run: async (context, { userId, ...given }) => {
    const rights = await createRights(context, given);
    const [primaryParty = ""] = await context.parties.resolveAll(given.actAs.slice(0, 1));
    const user = { id: userId, primaryParty, isDeactivated: false, identityProviderId: "" };
    await context.ledger.post("/v2/users", { user, rights });
    return { userId, rights: await fetchRightTexts(context.ledger, userId) };
  },
});

const grantRightsTool = defineMcpTool({
  name: "grant_rights",
  title: "Grant rights",
  description:
    "Grants rights to a user, and returns all its rights. Use it if a refusal says that a right such as CanActAs is missing.",
  example: { userId: "ann", readAs: ["bob"] },
  argumentByPlace: { "user-id": "/userId" },
  input: z.strictObject({ userId: urlPathSegmentSchema, ...rightArguments }),
  output: z.object({ userId: z.string(), rights: z.array(z.string()) }),
  writes: true,
  run: async (context, { userId, ...given }) => {
    const rights = await createRights(context, given);
    const path = `/v2/users/${encodeURIComponent(userId)}/rights`;
    await context.ledger.post(path, { userId, identityProviderId: "", rights });
    return { userId, rights: await fetchRightTexts(context.ledger, userId) };
  },
});

export const partyMcpTools: readonly McpTool[] = [
  listPartiesTool,
  listUsersTool,
  allocatePartyTool,
  createUserTool,
  grantRightsTool,
];
