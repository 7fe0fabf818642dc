import * as z from "zod";

import { findMostSimilarText } from "../../../lib/internal.ts";
import { parseLedgerAnswerWithSchema } from "../parse-ledger-answer-with-schema.ts";
import { createToolArgumentRefusal, RefusedCallError } from "../refusal.ts";
import { defineMcpTool, type McpTool } from "../tool.ts";
import { urlPathSegmentSchema } from "../url-name.ts";

const snapshotSchema = z.object({
  id: z.string(),
  name: z.string().optional(),
  after: z.string().optional().describe("The snapshot that this one was taken after."),
  ledgerEnd: z.number(),
  time: z.string(),
});

const snapshotListSchema = z.object({ snapshots: z.array(snapshotSchema) });

const listSnapshotsTool = defineMcpTool({
  name: "list_snapshots",
  title: "List snapshots",
  description: "Returns the snapshots of the ledger. Needs the control API.",
  example: {},
  input: z.strictObject({}),
  output: snapshotListSchema,
  writes: false,
  run: async ({ ledger }) =>
    parseLedgerAnswerWithSchema(
      snapshotListSchema,
      await ledger.callControlApi("GET", "/snapshots"),
    ),
});

const takeSnapshotTool = defineMcpTool({
  name: "take_snapshot",
  title: "Take a snapshot",
  description:
    "Takes a snapshot of the whole ledger; revert returns to it. A snapshot costs nothing. Needs the control API.",
  example: { name: "before the trade" },
  input: z.strictObject({
    name: urlPathSegmentSchema
      .optional()
      .describe("Kept with the ledger under this name; default: a number."),
  }),
  output: snapshotSchema,
  writes: true,
  run: async ({ ledger }, { name }) =>
    parseLedgerAnswerWithSchema(
      snapshotSchema,
      await ledger.callControlApi("POST", "/snapshots", name === undefined ? undefined : { name }),
    ),
});

const revertToSnapshotTool = defineMcpTool({
  name: "revert",
  title: "Revert to a snapshot",
  description:
    "Reverts the ledger to a snapshot: contracts, parties, packages and clock. Later changes are lost. May be repeated. Needs the control API.",
  example: { snapshot: "before the trade" },
  input: z.strictObject({ snapshot: z.string().describe("Id or name of the snapshot.") }),
  output: z.object({ ledgerEnd: z.number() }),
  writes: true,
  destroys: true,
  run: async ({ ledger }, { snapshot: id }) => {
    const { snapshots } = parseLedgerAnswerWithSchema(
      snapshotListSchema,
      await ledger.callControlApi("GET", "/snapshots"),
    );
    const ids = snapshots.map((each) => each.id);
    if (!ids.includes(id)) throw unknownSnapshotError(id, ids);
    const path = `/snapshots/${encodeURIComponent(id)}/revert`;
    return parseLedgerAnswerWithSchema(
      z.object({ ledgerEnd: z.number() }),
      await ledger.callControlApi("POST", path),
    );
  },
});

const unknownSnapshotError = (id: string, ids: readonly string[]): RefusedCallError => {
  const suggestion = findMostSimilarText(id, ids);
  return new RefusedCallError({
    code: "SNAPSHOT_NOT_FOUND",
    cause: `There is no snapshot ${id}.`,
    hint: {
      ...(suggestion === undefined ? {} : { nearest: suggestion }),
      advice:
        ids.length === 0
          ? "Take one with take_snapshot before the change that you want to undo, or use reset."
          : `Snapshots: ${ids.slice(0, maxListed).join(", ")}.`,
    },
  });
};

const maxListed = 50;

const resetLedgerTool = defineMcpTool({
  name: "reset",
  title: "Reset the ledger",
  description:
    "Reverts the ledger to its content after loading, or with to: empty to a ledger without parties and contracts. Needs the control API.",
  example: { to: "loaded" },
  input: z.strictObject({ to: z.enum(["loaded", "empty"]).default("loaded") }),
  output: z.object({ ledgerEnd: z.number() }),
  writes: true,
  destroys: true,
  run: async ({ ledger }, { to }) =>
    parseLedgerAnswerWithSchema(
      z.object({ ledgerEnd: z.number() }),
      await ledger.callControlApi("POST", "/reset", { to }),
    ),
});

const moveClockTool = defineMcpTool({
  name: "move_clock",
  title: "Move the clock",
  description:
    "Advances, sets, freezes or resumes the clock of the ledger, and returns the new time. Everything that is due at that time is done. Pass one argument. Needs the control API.",
  example: { advance: "1h30m" },
  input: z.strictObject({
    advance: z.string().optional().describe("Duration such as 1h30m or 2d."),
    time: z.string().optional().describe("ISO 8601, such as 2030-01-31T12:00:00Z."),
    freeze: z.literal(true).optional().describe("Stops the clock at its present time."),
    resume: z.literal(true).optional().describe("Follows the machine's clock again."),
  }),
  output: z.object({ time: z.string(), mode: z.enum(["real", "manual"]) }),
  writes: true,
  run: async ({ ledger }, given) => {
    const [move, ...others] = Object.entries(given);
    if (move === undefined || others.length > 0) {
      throw createToolArgumentRefusal(
        "Pass exactly one of advance, time, freeze, resume.",
        'For example {"advance": "1h30m"}.',
      );
    }
    return parseLedgerAnswerWithSchema(
      z.object({ time: z.string(), mode: z.enum(["real", "manual"]) }),
      await ledger.callControlApi("POST", "/clock", Object.fromEntries([move])),
    );
  },
});

export const ledgerStateMcpTools: readonly McpTool[] = [
  listSnapshotsTool,
  takeSnapshotTool,
  revertToSnapshotTool,
  resetLedgerTool,
  moveClockTool,
];
