import { randomUUID } from "node:crypto";

import * as z from "zod";

import type { Type } from "../../../lib/api.ts";
import {
  createEventFormatOfParties,
  createLedgerEffectsFormat,
} from "../create-event-format-of-party.ts";
import {
  jsonApiTransactionSchema,
  toTransactionToolAnswer,
  transactionToolAnswerSchema,
} from "../events.ts";
import { parseLedgerAnswerWithSchema } from "../parse-ledger-answer-with-schema.ts";
import { resolvePartyNamesInValue } from "../party-values.ts";
import { defineMcpTool, type McpTool } from "../tool.ts";
import type { McpToolContext } from "../tool-context.ts";

const templateId = z.string().describe("#package-name:Module:Entity; see list_templates.");
const fieldsSchema = z.record(z.string(), z.unknown());

const commandSchema = z
  .strictObject({
    CreateCommand: z
      .strictObject({
        templateId,
        createArguments: fieldsSchema.describe("The contract's fields."),
      })
      .optional(),
    ExerciseCommand: z
      .strictObject({
        templateId: templateId.describe("Template of the contract, or interface of the choice."),
        contractId: z.string(),
        choice: z.string(),
        choiceArgument: z.unknown().default({}),
      })
      .optional(),
    ExerciseByKeyCommand: z
      .strictObject({
        templateId,
        contractKey: z.unknown(),
        choice: z.string(),
        choiceArgument: z.unknown().default({}),
      })
      .optional(),
    CreateAndExerciseCommand: z
      .strictObject({
        templateId,
        createArguments: fieldsSchema,
        choice: z.string(),
        choiceArgument: z.unknown().default({}),
      })
      .optional(),
  })
  .refine(
    (of) => Object.values(of).filter((each) => each !== undefined).length === 1,
    "Give exactly one of CreateCommand, ExerciseCommand, ExerciseByKeyCommand, CreateAndExerciseCommand",
  );

const disclosedContractSchema = z.strictObject({
  createdEventBlob: z
    .string("Pass createdEventBlob of query_contracts with blobs: true")
    .describe("From query_contracts with blobs: true, as a party that sees the contract."),
  contractId: z.string().optional(),
  templateId: z.string().optional(),
  synchronizerId: z.string().optional(),
});

const submissionInputs = {
  actAs: z
    .array(z.string())
    .min(1)
    .describe("Parties that authorize the commands: full ids, or the parts before ::."),
  readAs: z.array(z.string()).default([]).describe("Parties whose contracts may be read too."),
  commands: z
    .array(commandSchema)
    .min(1)
    .max(100)
    .describe("Commands of one transaction: all succeed, or none."),
  commandId: z.string().optional().describe("For deduplication; default: a new one."),
  userId: z.string().optional().describe("Default: the user of this server."),
  disclosedContracts: z
    .array(disclosedContractSchema)
    .optional()
    .describe("Contracts that no submitter sees."),
};

type SubmissionInput = z.output<z.ZodObject<typeof submissionInputs>>;

const exampleSubmission = {
  actAs: ["alice"],
  commands: [
    {
      ExerciseCommand: {
        templateId: "#iou:Iou:Iou",
        contractId: "00…",
        choice: "Transfer",
        choiceArgument: { newOwner: "bob" },
      },
    },
  ],
};

/** Returns the commands in the form of the API. */
const createCommands = async (
  { ledger, packages, parties }: McpToolContext,
  {
    actAs,
    readAs,
    commands,
    commandId = randomUUID(),
    userId,
    disclosedContracts,
  }: SubmissionInput,
) => ({
  actAs: await parties.resolveAll(actAs),
  readAs: await parties.resolveAll(readAs),
  commands: await Promise.all(commands.map((each) => resolveShortIds({ packages, parties }, each))),
  commandId,
  ...selectUserId(ledger.readToken(), userId),
  ...(disclosedContracts === undefined
    ? {}
    : { disclosedContracts: disclosedContracts.map(withoutTemplateName) }),
});

/**
 * Omits a template id that contains a package name: the API does not accept one in a disclosed
 * contract. It is not needed, because the blob contains the template.
 */
const withoutTemplateName = ({
  templateId: of,
  ...contract
}: z.output<typeof disclosedContractSchema>) =>
  of === undefined || of.startsWith("#") ? contract : { ...contract, templateId: of };

/** A request without a token must name a user. */
const selectUserId = (token: string | undefined, userId: string | undefined) =>
  userId !== undefined ? { userId } : token === undefined ? { userId: "mcp" } : {};

/** Returns a command with full ids in place of short names of its template and of parties. */
const resolveShortIds = async (
  context: Pick<McpToolContext, "packages" | "parties">,
  of: z.output<typeof commandSchema>,
): Promise<object> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(of).flatMap(([kind, body]) =>
        body === undefined ? [] : [bodyWithFullIds(context, kind, body)],
      ),
    ),
  );

type CommandBody = NonNullable<
  z.output<typeof commandSchema>[keyof z.output<typeof commandSchema>]
>;

const bodyWithFullIds = async (
  { packages, parties }: Pick<McpToolContext, "packages" | "parties">,
  kind: string,
  body: CommandBody,
): Promise<readonly [string, object]> => {
  const isFull = /^(?:#[^:]+|[\da-f]{64}):[^:]+:[^:]+$/u.test(body.templateId);
  const found = isFull
    ? (await packages.listDefinedNames()).find(({ reference, packageId, qualifiedName }) =>
        [reference, `${packageId}:${qualifiedName}`].includes(body.templateId),
      )
    : await packages.find(body.templateId);
  // The ledger explains an unknown id.
  if (found === undefined) return [kind, body];
  const { templates, interfaces } = await packages.fetchPackageFacts(found.packageId);
  const template = templates[found.qualifiedName];
  const { choices = [] } = template ?? interfaces[found.qualifiedName] ?? {};
  const definitions = await packages.loadDefinitions(found.packageId);
  const full = (value: unknown, type: Type | undefined): Promise<unknown> =>
    type === undefined
      ? Promise.resolve(value)
      : resolvePartyNamesInValue(value, type, {
          definitions,
          resolve: (name) => parties.resolve(name),
        });
  const choice = "choice" in body ? choices.find(({ name }) => name === body.choice) : undefined;
  return [
    kind,
    {
      ...body,
      templateId: isFull ? body.templateId : found.reference,
      ...("createArguments" in body && {
        createArguments: await full(body.createArguments, template?.payload),
      }),
      ...("contractKey" in body && { contractKey: await full(body.contractKey, template?.key) }),
      ...("choiceArgument" in body && {
        choiceArgument: await full(body.choiceArgument, choice?.argument),
      }),
    },
  ];
};

const submitTool = defineMcpTool({
  name: "submit",
  title: "Submit commands",
  description:
    'Submits commands as one transaction, waits, and returns its events: created contracts with their ids, exercises with their results. If the ledger refuses the commands, nothing is written, and the error says why and what to do. Int and Decimal values are texts such as "7" and "1.5".',
  example: exampleSubmission,
  input: z.strictObject(submissionInputs),
  output: z.object({ transaction: transactionToolAnswerSchema }),
  writes: true,
  argumentByPlace: { "/commands": "" },
  run: async (context, given) => {
    const commands = await createCommands(context, given);
    const transactionFormat = createLedgerEffectsFormat(
      createEventFormatOfParties([...commands.actAs, ...commands.readAs]),
    );
    const answer = await context.ledger.post("/v2/commands/submit-and-wait-for-transaction", {
      commands,
      transactionFormat,
    });
    const read = parseLedgerAnswerWithSchema(
      z.object({ transaction: jsonApiTransactionSchema }),
      answer,
    );
    return { transaction: toTransactionToolAnswer(read.transaction) };
  },
});

const traceSchema = z
  .object({
    steps: z
      .array(
        z.looseObject({
          kind: z.enum([
            "create",
            "exercise",
            "fetch",
            "contract",
            "lookupByKey",
            "ledgerTime",
            "message",
            "rollback",
          ]),
          depth: z.number().describe("The number of exercises that the step is part of."),
          authority: z.array(z.string()).describe("Parties that authorize the step."),
        }),
      )
      .describe("The steps in order, with their arguments, results and places in the Daml code."),
    omitted: z.number().describe("The number of further steps, which are not in steps."),
    spent: z.number().describe("Evaluation steps of Daml code, which count against the limit."),
    ledgerTime: z.string(),
  })
  .describe("Steps of the evaluation.");

const dryRunTool = defineMcpTool({
  name: "dry_run",
  title: "Dry run",
  description:
    "Returns what commands would do and who would see it, without writing anything; or the refusal that submit would get. Ids of new contracts differ from those of a later submission. With trace, also each step of the evaluation. Needs the control API.",
  example: exampleSubmission,
  input: z.strictObject({
    ...submissionInputs,
    trace: z
      .boolean()
      .default(false)
      .describe("Whether to return what the code does, step by step, if it is not refused."),
  }),
  output: z.object({
    transaction: transactionToolAnswerSchema,
    seenBy: z
      .record(
        z.string(),
        z.array(z.object({ nodeId: z.number(), sees: z.boolean(), why: z.string() })),
      )
      .describe("Per party, the events and why it would see them."),
    trace: traceSchema.optional(),
  }),
  writes: false,
  oversizedAdvice: "Leave trace out, or pass fewer commands.",
  run: async (context, { trace, ...given }) => {
    const commands = await createCommands(context, given);
    const request = trace ? { ...commands, trace } : commands;
    const answer = await context.ledger.callControlApi("POST", "/dry-run", request);
    const read = parseLedgerAnswerWithSchema(dryRunAnswerSchema, answer);
    return {
      transaction: toTransactionToolAnswer(read.transaction),
      seenBy: Object.fromEntries(
        Object.entries(read.seenBy).map(([party, events]) => [
          party,
          events.map(({ nodeId, shown, text }) => ({
            nodeId,
            sees: shown.ledgerEffects,
            why: text,
          })),
        ]),
      ),
      ...(read.trace !== undefined && { trace: read.trace }),
    };
  },
});

const dryRunAnswerSchema = z.object({
  transaction: jsonApiTransactionSchema,
  trace: traceSchema.optional(),
  seenBy: z.record(
    z.string(),
    z.array(
      z.object({
        nodeId: z.number(),
        shown: z.object({ ledgerEffects: z.boolean() }),
        text: z.string(),
      }),
    ),
  ),
});

export const commandMcpTools: readonly McpTool[] = [submitTool, dryRunTool];
