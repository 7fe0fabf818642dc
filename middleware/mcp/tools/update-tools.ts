import * as z from "zod";

import {
  createEventFormatOfParty,
  createLedgerEffectsFormat,
} from "../create-event-format-of-party.ts";
import {
  jsonApiTransactionSchema,
  toTransactionToolAnswer,
  transactionToolAnswerSchema,
} from "../events.ts";
import type { LedgerClient } from "../ledger-client.ts";
import {
  invalidCursorError,
  nextCursorSchema,
  pagingToolArguments,
  readCursorNumber,
  takeItemsThatFit,
} from "../paging.ts";
import { parseLedgerAnswerWithSchema } from "../parse-ledger-answer-with-schema.ts";
import { createToolArgumentRefusal } from "../refusal.ts";
import { defineMcpTool, type McpTool } from "../tool.ts";
import { fetchLedgerEnd } from "./contract-tools.ts";

const updateSchema = z.object({
  update: z.object({ Transaction: z.object({ value: jsonApiTransactionSchema }).optional() }),
});

type TransactionAnswer = z.input<typeof transactionToolAnswerSchema>;

const listUpdatesTool = defineMcpTool({
  name: "list_updates",
  title: "List updates",
  description:
    "Returns the transactions that a party sees, with their events, newest first. If after is given, returns the transactions after that offset, oldest first. Without party, returns all transactions, which needs the right to read as any party.",
  example: { party: "alice", limit: 5 },
  input: z.strictObject({
    party: z.string().optional().describe("Full id, or the part before ::."),
    after: z.number().int().min(0).optional().describe("Returns only updates after this offset."),
    ...pagingToolArguments,
  }),
  output: z.object({
    updates: z.array(transactionToolAnswerSchema),
    ledgerEnd: z.number(),
    nextCursor: nextCursorSchema,
  }),
  writes: false,
  run: async ({ ledger, parties }, { party, after, limit, cursor }) => {
    const reader = party === undefined ? undefined : await parties.resolve(party);
    const ledgerEnd = await fetchLedgerEnd(ledger);
    const { direction, offset } = readCursor(cursor, after, ledgerEnd);
    const page =
      direction === "after"
        ? await readUpdatesForwards(ledger, { reader, offset, ledgerEnd, limit })
        : await readUpdatesBackwards(ledger, { reader, offset, limit });
    return { ...page, ledgerEnd };
  },
});

interface PagePosition {
  readonly direction: "before" | "after";
  readonly offset: number;
}

const readCursor = (
  cursor: string | undefined,
  after: number | undefined,
  end: number,
): PagePosition => {
  if (cursor === undefined) {
    return after === undefined
      ? { direction: "before", offset: end }
      : { direction: "after", offset: Math.min(after, end) };
  }
  const [direction, offset = ""] = cursor.split("-");
  if (direction !== "before" && direction !== "after") {
    throw invalidCursorError();
  }
  return { direction, offset: Math.min(readCursorNumber(offset), end) };
};

interface UpdatePage {
  readonly updates: TransactionAnswer[];
  readonly nextCursor?: string;
}

interface OffsetRange {
  readonly reader: string | undefined;
  readonly begin: number;
  readonly end: number;
  readonly limit: number;
}

const readUpdatesForwards = async (
  ledger: LedgerClient,
  {
    reader,
    offset,
    ledgerEnd,
    limit,
  }: {
    readonly reader: string | undefined;
    readonly offset: number;
    readonly ledgerEnd: number;
    readonly limit: number;
  },
): Promise<UpdatePage> => {
  const range = { reader, begin: offset, end: ledgerEnd, limit: limit + 1 };
  const found = await fetchTransactions(ledger, range);
  const updates = takeItemsThatFit(found, limit);
  const last = updates.at(-1)?.offset;
  return {
    updates: [...updates],
    ...(updates.length < found.length && last !== undefined ? { nextCursor: `after-${last}` } : {}),
  };
};

/** Number of offsets that are read at once when going back. */
const windowSize = 150;

/** Maximum number of windows for one page, because a party may see nothing in a long range of offsets. */
const maxWindows = 20;

/** Reads backwards in windows of offsets, because the API reads forwards only. */
const readUpdatesBackwards = async (
  ledger: LedgerClient,
  {
    reader,
    offset,
    limit,
  }: { readonly reader: string | undefined; readonly offset: number; readonly limit: number },
): Promise<UpdatePage> => {
  const found: TransactionAnswer[] = [];
  let end = offset;
  for (let windows = 0; end > 0 && found.length <= limit && windows < maxWindows; windows++) {
    const begin = Math.max(0, end - windowSize);
    const updates = await fetchTransactions(ledger, { reader, begin, end, limit: windowSize });
    found.push(...updates.toReversed());
    end = begin;
  }
  const updates = takeItemsThatFit(found, limit);
  const next = found[updates.length]?.offset ?? end;
  return { updates: [...updates], ...(next > 0 ? { nextCursor: `before-${next}` } : {}) };
};

const fetchTransactions = async (
  ledger: LedgerClient,
  { reader, begin, end, limit }: OffsetRange,
): Promise<readonly TransactionAnswer[]> => {
  if (begin >= end) return [];
  const answer = await ledger.post(`/v2/updates?limit=${limit}`, {
    beginExclusive: begin,
    endInclusive: end,
    updateFormat: {
      includeTransactions: createLedgerEffectsFormat(createEventFormatOfParty(reader)),
    },
  });
  return parseLedgerAnswerWithSchema(z.array(updateSchema), answer).flatMap(
    ({ update: { Transaction } }) =>
      Transaction === undefined ? [] : [toTransactionToolAnswer(Transaction.value)],
  );
};

const explainedEventSchema = z.object({
  nodeId: z.number(),
  kind: z.string(),
  contractId: z.string().optional(),
  templateId: z.string().optional(),
  choice: z.string().optional(),
});

const explanationSchema = z.object({
  updateId: z.string(),
  offset: z.number(),
  kind: z.string(),
  events: z.array(
    explainedEventSchema.extend({
      shown: z.object({ ledgerEffects: z.boolean(), acsDelta: z.boolean() }),
      text: z.string(),
    }),
  ),
});

const explainUpdateTool = defineMcpTool({
  name: "explain_update",
  title: "Explain who sees an update",
  description:
    "Returns the events of an update, and for each party which of them it sees and why. Without parties: the local parties of the ledger (the first 20). Needs the control API.",
  example: { offset: 12, parties: ["alice", "bob"] },
  input: z.strictObject({
    updateId: z.string().optional(),
    offset: z.number().int().min(1).optional().describe("In place of updateId."),
    parties: z.array(z.string()).max(20).optional(),
  }),
  output: z.object({
    updateId: z.string(),
    offset: z.number(),
    kind: z.string(),
    events: z.array(explainedEventSchema),
    parties: z.array(
      z.object({
        party: z.string(),
        seesAll: z.boolean(),
        seesNothing: z.boolean(),
        events: z
          .array(
            z.object({
              nodeId: z.number(),
              sees: z.boolean(),
              inActiveContracts: z
                .boolean()
                .describe("Whether the event changes the party's active contracts."),
              why: z.string(),
            }),
          )
          .describe("Left out for a party that sees nothing."),
      }),
    ),
  }),
  writes: false,
  oversizedAdvice: "Pass fewer parties.",
  run: async ({ ledger, packages, parties }, { updateId, offset, parties: named }) => {
    if ((updateId === undefined) === (offset === undefined)) {
      throw createToolArgumentRefusal(
        "Pass either updateId or offset.",
        "list_updates and submit return the updateId and the offset of each update.",
      );
    }
    const requestedParties =
      named === undefined
        ? (await parties.fetchPage(maxParties)).partyDetails.map(({ party }) => party)
        : await parties.resolveAll(named);
    const explanations = [];
    for (const party of requestedParties) {
      const query = new URLSearchParams({
        ...(updateId === undefined ? { offset: String(offset) } : { updateId }),
        party,
      });
      const answer = await ledger.callControlApi("GET", `/explain?${query.toString()}`);
      explanations.push({ party, ...parseLedgerAnswerWithSchema(explanationSchema, answer) });
    }
    const [first] = explanations;
    if (first === undefined) {
      throw createToolArgumentRefusal(
        "The ledger has no parties.",
        "Allocate one with allocate_party.",
      );
    }
    const references = new Map(
      (await packages.listDefinedNames()).map(({ packageId, qualifiedName, reference }) => [
        `${packageId}:${qualifiedName}`,
        reference,
      ]),
    );
    return {
      updateId: first.updateId,
      offset: first.offset,
      kind: first.kind,
      events: first.events.map(({ nodeId, kind, contractId, templateId, choice }) => ({
        nodeId,
        kind,
        ...(contractId === undefined ? {} : { contractId }),
        ...(templateId === undefined
          ? {}
          : { templateId: references.get(templateId) ?? templateId }),
        ...(choice === undefined ? {} : { choice }),
      })),
      parties: explanations.map(({ party, events }) => ({
        party,
        seesAll: events.every(({ shown }) => shown.ledgerEffects),
        seesNothing: events.every(({ shown }) => !shown.ledgerEffects),
        events: events.every(({ shown }) => !shown.ledgerEffects)
          ? []
          : events.map(({ nodeId, shown, text }) => ({
              nodeId,
              sees: shown.ledgerEffects,
              inActiveContracts: shown.acsDelta,
              why: text,
            })),
      })),
    };
  },
});

const maxParties = 20;

export const updateMcpTools: readonly McpTool[] = [listUpdatesTool, explainUpdateTool];
