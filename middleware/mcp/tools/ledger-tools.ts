import * as z from "zod";

import { fetchUserIdOfToken } from "../fetch-user.ts";
import { maxPageItems } from "../paging.ts";
import { parseLedgerAnswerWithSchema } from "../parse-ledger-answer-with-schema.ts";
import { RefusedCallError } from "../refusal.ts";
import { defineMcpTool, type McpTool } from "../tool.ts";
import type { McpToolContext } from "../tool-context.ts";

const clockSchema = z.object({ time: z.string(), mode: z.enum(["real", "manual"]) });

const describeLedgerTool = defineMcpTool({
  name: "describe_ledger",
  title: "Describe the ledger",
  description:
    "Returns what this ledger is and what you may do with it: URL and version of its API, ledger end, clock, packages, number of parties, and whether the tools that change it are on. Call it first.",
  example: {},
  input: z.strictObject({}),
  output: z.object({
    url: z.string().describe("Base URL of the JSON Ledger API (paths /v2/…)."),
    version: z.string(),
    ledgerEnd: z.number(),
    clock: clockSchema.optional().describe("Absent without the control API."),
    allowsWrites: z.boolean(),
    controlApi: z
      .string()
      .describe("available, or why tools for snapshots, clock, fixtures and dry runs do not work."),
    user: z.string().optional().describe("The user whose rights count; absent: all rights."),
    packages: z.array(z.string()).describe("name version, of packages with templates."),
    parties: z.string().describe("Number of parties; see list_parties."),
  }),
  writes: false,
  run: async ({ ledger, packages, parties, allowsWrites }) => {
    const { version } = parseLedgerAnswerWithSchema(
      z.object({ version: z.string() }),
      await ledger.get("/v2/version"),
    );
    const { offset } = parseLedgerAnswerWithSchema(
      z.object({ offset: z.number() }),
      await ledger.get("/v2/state/ledger-end"),
    );
    const { controlApi, ...time } = await fetchClock({ ledger });
    const user = await fetchUserIdOfToken(ledger);
    const all = await packages.listPackages();
    const { partyDetails, nextPageToken = "" } = await parties.fetchPage(maxPageItems);
    return {
      url: ledger.url,
      version,
      ledgerEnd: offset,
      ...time,
      allowsWrites,
      controlApi,
      ...(user === undefined ? {} : { user }),
      packages: all
        .filter(({ templates, interfaces }) => templates.length + interfaces.length > 0)
        .map(({ name, version: of }) => `${name} ${of}`),
      parties: nextPageToken === "" ? String(partyDetails.length) : `more than ${maxPageItems}`,
    };
  },
});

interface ControlFacts {
  readonly clock?: z.output<typeof clockSchema>;
  readonly controlApi: string;
}

/** Returns the clock, or why the control API is not available. */
const fetchClock = async ({ ledger }: Pick<McpToolContext, "ledger">): Promise<ControlFacts> => {
  try {
    const time = parseLedgerAnswerWithSchema(
      clockSchema,
      await ledger.callControlApi("GET", "/clock"),
    );
    return { clock: time, controlApi: "available" };
  } catch (error) {
    if (!(error instanceof RefusedCallError) || error.code !== "CONTROL_API_NOT_AVAILABLE") {
      throw error;
    }
    return { controlApi: `${error.message} ${error.hint.advice ?? ""}`.trim() };
  }
};

export const ledgerDescriptionMcpTools: readonly McpTool[] = [describeLedgerTool];
