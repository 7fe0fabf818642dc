import * as z from "zod";

import { createEventFormatOfParty } from "../create-event-format-of-party.ts";
import { contractToolAnswerSchema, createdEventSchema, toContractToolAnswer } from "../events.ts";
import {
  invalidCursorError,
  nextCursorSchema,
  pagingToolArguments,
  takeItemsThatFit,
} from "../paging.ts";
import { parseLedgerAnswerWithSchema } from "../parse-ledger-answer-with-schema.ts";
import { defineMcpTool, type McpTool } from "../tool.ts";

const activeContractsSchema = z.array(
  z.object({
    contractEntry: z.object({
      JsActiveContract: z.object({ createdEvent: createdEventSchema }).optional(),
    }),
    /** Version 3.4 of the API has none. */
    streamContinuationToken: z.string().optional(),
  }),
);

const queryContractsTool = defineMcpTool({
  name: "query_contracts",
  title: "Query active contracts",
  description:
    "Returns the active contracts that a party sees, optionally only those of a template or interface, now or at an earlier offset. Without party, those that any party sees, which needs the right to read as any party.",
  example: { party: "alice", templateId: "#iou:Iou:Iou" },
  input: z.strictObject({
    party: z.string().optional().describe("Full id, or the part before ::."),
    templateId: z.string().optional().describe("Template or interface."),
    atOffset: z.number().int().min(0).optional().describe("Default: the ledger end."),
    blobs: z
      .boolean()
      .default(false)
      .describe("Whether to return createdEventBlob, for disclosedContracts of submit."),
    ...pagingToolArguments,
  }),
  output: z.object({
    contracts: z.array(contractToolAnswerSchema),
    atOffset: z.number(),
    nextCursor: nextCursorSchema,
    note: z.string().optional().describe("Present if other contracts cannot be returned."),
  }),
  writes: false,
  argumentByPlace: { "/streamContinuationToken": "/cursor" },
  run: async (
    { ledger, packages, parties },
    { party, templateId, atOffset, blobs, limit, cursor },
  ) => {
    const reader = party === undefined ? undefined : await parties.resolve(party);
    const filter = templateId === undefined ? undefined : await packages.find(templateId);
    const { offset, token } =
      cursor === undefined
        ? { offset: atOffset ?? (await fetchLedgerEnd(ledger)) }
        : readCursor(cursor);
    const answer = await ledger.post(`/v2/state/active-contracts?limit=${limit + 1}`, {
      activeAtOffset: offset,
      eventFormat: createEventFormatOfParty(reader, { filter, blobs }),
      ...(token === undefined ? {} : { streamContinuationToken: token }),
    });
    const items = parseLedgerAnswerWithSchema(activeContractsSchema, answer);
    const taken = takeItemsThatFit(items, limit);
    return {
      contracts: taken.flatMap(({ contractEntry: { JsActiveContract: active } }) =>
        active === undefined ? [] : [toContractToolAnswer(active.createdEvent)],
      ),
      atOffset: offset,
      ...(taken.length < items.length &&
        createContinuation(offset, taken.at(-1)?.streamContinuationToken)),
    };
  },
});

/** Returns how to get the items after a page. `token` is that of its last item. */
const createContinuation = (
  offset: number,
  token = "",
): { readonly note: string } | { readonly nextCursor: string } =>
  token === ""
    ? {
        note: "There are more contracts, and this version of the API has no pages. Narrow the query by party and templateId.",
      }
    : { nextCursor: `${offset}-${token}` };

/** Reads a cursor: the offset of the query, and the token of the last item before the page. */
const readCursor = (cursor: string): { readonly offset: number; readonly token: string } => {
  const [, offset, token] = /^(\d{1,15})-(.+)$/u.exec(cursor) ?? [];
  if (offset === undefined || token === undefined) throw invalidCursorError();
  return { offset: Number(offset), token };
};

/** Returns the offset of the ledger end. */
export const fetchLedgerEnd = async (ledger: {
  get: (path: string) => Promise<unknown>;
}): Promise<number> =>
  parseLedgerAnswerWithSchema(
    z.object({ offset: z.number() }),
    await ledger.get("/v2/state/ledger-end"),
  ).offset;

export const contractMcpTools: readonly McpTool[] = [queryContractsTool];
