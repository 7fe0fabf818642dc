import * as z from "zod";

import { isJsonObject } from "../../../lib/internal.ts";
import { parseLedgerAnswerWithSchema } from "../parse-ledger-answer-with-schema.ts";
import {
  createFileArgumentSchemas,
  readDarFromToolArguments,
  readFileWithExtension,
} from "../read-file-argument.ts";
import { createToolArgumentRefusal, RefusedCallError } from "../refusal.ts";
import { defineMcpTool, type McpTool } from "../tool.ts";

const loadFixtureTool = defineMcpTool({
  name: "load_fixture",
  title: "Load a fixture",
  description:
    'Runs the steps of a fixture in JSON or YAML: parties, users, packages, contracts, exercises, the clock. Returns the values of its names. A step such as {"party": {"alias": "carol", "reuse": true}} names a party that exists. Format: read_guide with page fixtures. Needs the control API.',
  example: { steps: [{ party: "carol" }, { user: { id: "carol", actAs: ["carol"] } }] },
  input: z.strictObject({
    steps: z.array(z.record(z.string(), z.unknown())).optional().describe("Steps as JSON."),
    yaml: z.string().optional().describe("The text of a fixture, in place of steps."),
    file: z
      .string()
      .optional()
      .describe("Path of a fixture (.yaml, .yml or .json) on the machine of this server."),
  }),
  output: z.object({ names: z.record(z.string(), z.unknown()) }),
  writes: true,
  run: async ({ ledger }, { steps, yaml, file }) => {
    if ([steps, yaml, file].filter((each) => each !== undefined).length !== 1) {
      throw createToolArgumentRefusal(
        "Pass exactly one of steps, yaml, file.",
        'For example {"steps": [{"party": "carol"}]}.',
      );
    }
    const bytes =
      file === undefined ? undefined : await readFileWithExtension(file, fixtureExtensions);
    const text =
      bytes === undefined ? (yaml ?? JSON.stringify({ steps })) : new TextDecoder().decode(bytes);
    const answer = await ledger.controlText("/fixtures", text);
    return parseLedgerAnswerWithSchema(namesSchema, answer);
  },
});

/** Not a z.record, which drops the name `__proto__`. */
const namesSchema = z.object({ names: z.custom<Record<string, unknown>>(isJsonObject) });

const fixtureExtensions = [".yaml", ".yml", ".json"];

const runScriptsTool = defineMcpTool({
  name: "run_scripts",
  title: "Run Daml Scripts as tests",
  description:
    "Runs the Daml Scripts of a DAR as tests, each on a new ledger; this ledger does not change. Returns for each script whether it passed, and otherwise the error with module, line and stack.",
  example: { file: ".daml/dist/my-tests-1.0.0.dar", filter: "transfer" },
  input: z.strictObject({
    ...createFileArgumentSchemas("DAR", ".dar"),
    filter: z.string().default("").describe("Only scripts whose names contain this text."),
    timeoutSeconds: z.number().int().min(1).max(600).default(60).describe("Of each script."),
  }),
  output: z.object({
    passed: z.number(),
    failed: z.number(),
    skipped: z.array(z.string()).describe("Scripts with an argument, which do not run as tests."),
    scripts: z.array(
      z.object({ name: z.string(), passed: z.boolean(), failure: z.string().optional() }),
    ),
  }),
  writes: false,
  oversizedAdvice: "Pass filter, so that fewer scripts run.",
  run: async ({ signal }, { filter, timeoutSeconds, ...given }) => {
    const dar = await readDarFromToolArguments(given);
    // Loaded on first use, because it has the Daml engine.
    const { failureText, listScripts, noScriptsText, scriptTests } =
      await import("../../../fixtures/script/index.ts");
    const tests = scriptTests(dar, { filter, timeoutMillis: timeoutSeconds * 1000 });
    if (tests.names.length === 0) {
      throw new RefusedCallError({
        code: "NO_SCRIPTS",
        cause: noScriptsText(filter, listScripts(dar)),
        hint: { advice: "Leave filter out, or pass the DAR of the tests." },
      });
    }
    if (tests.names.length > maxScripts) {
      throw createToolArgumentRefusal(
        `The DAR has ${tests.names.length} scripts, and at most ${maxScripts} run in one call.`,
        "Pass filter, so that fewer scripts run.",
      );
    }
    const scripts = [];
    for (const name of tests.names) {
      signal.throwIfAborted();
      const outcome = await tests.run(name);
      const passed = outcome.failure === undefined;
      scripts.push({ name, passed, ...(passed ? {} : { failure: failureText(outcome) }) });
    }
    const passed = scripts.filter((each) => each.passed).length;
    const skipped = listScripts(dar)
      .filter(({ argument, name }) => argument !== undefined && name.includes(filter))
      .map(({ name }) => name);
    return { passed, failed: scripts.length - passed, skipped, scripts };
  },
});

const maxScripts = 500;

export const fixtureMcpTools: readonly McpTool[] = [loadFixtureTool, runScriptsTool];
