import * as z from "zod";

import { eventFormat } from "../event-format.ts";
import { contractSchema, createdEventSchema, toContract } from "../events.ts";
import { nextCursor, pageArguments, readCursorNumber, takeItemsThatFit } from "../paging.ts";
import { readAnswer } from "../read-answer.ts";
import { invalidArgumentError } from "../refusal.ts";
import { defineTool, type McpTool } from "../tool.ts";

const activeContractsSchema = z.array(
  z.object({
    contractEntry: z.object({
      JsActiveContract: z.object({ createdEvent: createdEventSchema }).optional(),
    }),
  }),
);

const queryContractsTool = defineTool({
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
    ...pageArguments,
  }),
  output: z.object({ contracts: z.array(contractSchema), atOffset: z.number(), nextCursor }),
  writes: false,
  run: async (
    { ledger, packages, parties },
    { party, templateId, atOffset, blobs, limit, cursor },
  ) => {
    const reader = party === undefined ? undefined : await parties.resolve(party);
    const filter = templateId === undefined ? undefined : await packages.find(templateId);
    const [offset, begin] =
      cursor === undefined ? [atOffset ?? (await fetchLedgerEnd(ledger)), 0] : readCursor(cursor);
    if (begin + limit > maxContracts) throw tooManyPagesError();
    const answer = await ledger.post(`/v2/state/active-contracts?limit=${begin + limit + 1}`, {
      activeAtOffset: offset,
      eventFormat: eventFormat(reader, { filter, blobs }),
    });
    const all = readAnswer(activeContractsSchema, answer).flatMap(
      ({ contractEntry: { JsActiveContract: active } }) =>
        active === undefined ? [] : [toContract(active.createdEvent)],
    );
    const contracts = takeItemsThatFit(all.slice(begin), limit);
    const end = begin + contracts.length;
    return {
      contracts: [...contracts],
      atOffset: offset,
      ...(end < all.length ? { nextCursor: `${offset}-${end}` } : {}),
    };
  },
});

/** Maximum number of contracts that pages can reach. Each page reads all contracts before it. */
const maxContracts = 5_000;

const tooManyPagesError = () =>
  invalidArgumentError(
    `cursor: Pages go up to ${maxContracts} contracts.`,
    "Narrow the query by party and templateId.",
  );

/** Reads a cursor: the offset of the query, and the number of contracts before the page. */
const readCursor = (cursor: string): readonly [offset: number, begin: number] => {
  const [offset = "", begin = ""] = cursor.split("-");
  return [readCursorNumber(offset), readCursorNumber(begin)];
};

/** Returns the offset of the ledger end. */
export const fetchLedgerEnd = async (ledger: {
  get: (path: string) => Promise<unknown>;
}): Promise<number> =>
  readAnswer(z.object({ offset: z.number() }), await ledger.get("/v2/state/ledger-end")).offset;

export const contractTools: readonly McpTool[] = [queryContractsTool];
