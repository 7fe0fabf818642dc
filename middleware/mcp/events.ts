import * as z from "zod";

const createdFieldsSchema = z.object({
  contractId: z.string(),
  templateId: z.string(),
  packageName: z.string(),
  createArgument: z.unknown(),
  contractKey: z.unknown().optional(),
  signatories: z.array(z.string()),
  observers: z.array(z.string()),
  createdAt: z.string().optional(),
  createdEventBlob: z.string().optional(),
  interfaceViews: z
    .array(z.object({ interfaceId: z.string(), viewValue: z.unknown().optional() }))
    .optional(),
});

const exercisedEventSchema = z.object({
  nodeId: z.number(),
  contractId: z.string(),
  templateId: z.string(),
  packageName: z.string(),
  interfaceId: z.string().nullish(),
  choice: z.string(),
  choiceArgument: z.unknown(),
  exerciseResult: z.unknown().optional(),
  actingParties: z.array(z.string()),
  consuming: z.boolean(),
});

const archivedEventSchema = z.object({
  contractId: z.string(),
  templateId: z.string(),
  packageName: z.string(),
});

/** Reads an event of the JSON Ledger API. */
export const jsonApiEventSchema = z.union([
  z.object({ CreatedEvent: createdFieldsSchema.extend({ nodeId: z.number().optional() }) }),
  z.object({ ExercisedEvent: exercisedEventSchema }),
  z.object({ ArchivedEvent: archivedEventSchema.extend({ nodeId: z.number().optional() }) }),
]);

/** Reads the fields of a created event. */
export const createdEventSchema = createdFieldsSchema;

/** Reads a transaction of the JSON Ledger API. */
export const jsonApiTransactionSchema = z.object({
  updateId: z.string(),
  offset: z.number().optional(),
  commandId: z.string().optional(),
  workflowId: z.string().optional(),
  effectiveAt: z.string().optional(),
  events: z.array(jsonApiEventSchema),
});

/** A contract in an answer of a tool. */
export const contractToolAnswerSchema = z.object({
  contractId: z.string(),
  templateId: z.string().describe("#package-name:Module:Entity"),
  argument: z.unknown().describe("The contract's fields."),
  key: z.unknown().optional().describe("The contract key, if the template has keys."),
  signatories: z.array(z.string()),
  observers: z.array(z.string()),
  createdAt: z.string().optional(),
  createdEventBlob: z.string().optional().describe("Discloses the contract to other parties."),
  views: z.record(z.string(), z.unknown()).optional().describe("Views by interface."),
});

/** An event in an answer of a tool. */
export const eventToolAnswerSchema = z.object({
  nodeId: z.number().optional(),
  kind: z.enum(["create", "exercise", "archive"]),
  contractId: z.string(),
  templateId: z.string(),
  argument: z.unknown().optional().describe("Fields of the contract, or argument of the choice."),
  key: z.unknown().optional(),
  choice: z.string().optional(),
  interfaceId: z.string().optional(),
  result: z.unknown().optional(),
  consuming: z.boolean().optional(),
  actingParties: z.array(z.string()).optional(),
  signatories: z.array(z.string()).optional(),
  observers: z.array(z.string()).optional(),
});

/** A transaction in an answer of a tool. */
export const transactionToolAnswerSchema = z.object({
  updateId: z.string(),
  offset: z.number().optional(),
  commandId: z.string().optional(),
  effectiveAt: z.string().optional(),
  events: z.array(eventToolAnswerSchema),
});

/** Returns a contract of the API for an answer. */
export const toContractToolAnswer = (
  of: z.output<typeof createdFieldsSchema>,
): z.input<typeof contractToolAnswerSchema> => ({
  contractId: of.contractId,
  templateId: toTemplateReference(of),
  argument: of.createArgument,
  ...pickContractKey(of),
  signatories: of.signatories,
  observers: of.observers,
  ...(of.createdAt === undefined ? {} : { createdAt: of.createdAt }),
  ...(of.createdEventBlob === undefined || of.createdEventBlob === ""
    ? {}
    : { createdEventBlob: of.createdEventBlob }),
  ...(of.interfaceViews === undefined || of.interfaceViews.length === 0
    ? {}
    : {
        views: Object.fromEntries(
          of.interfaceViews.map(({ interfaceId, viewValue }) => [interfaceId, viewValue]),
        ),
      }),
});

/** Returns an event of the API for an answer. */
const toEvent = (
  of: z.output<typeof jsonApiEventSchema>,
): z.input<typeof eventToolAnswerSchema> => {
  if ("CreatedEvent" in of) {
    const { nodeId, ...rest } = of.CreatedEvent;
    const { argument, contractId, templateId, signatories, observers } = toContractToolAnswer(rest);
    return {
      ...(nodeId === undefined ? {} : { nodeId }),
      kind: "create",
      contractId,
      templateId,
      argument,
      ...pickContractKey(rest),
      signatories,
      observers,
    };
  }
  if ("ArchivedEvent" in of) {
    const { nodeId, contractId } = of.ArchivedEvent;
    const templateId = toTemplateReference(of.ArchivedEvent);
    return { ...(nodeId === undefined ? {} : { nodeId }), kind: "archive", contractId, templateId };
  }
  const { nodeId, contractId, interfaceId, choice, choiceArgument, exerciseResult } =
    of.ExercisedEvent;
  return {
    nodeId,
    kind: "exercise",
    contractId,
    templateId: toTemplateReference(of.ExercisedEvent),
    ...(interfaceId === undefined || interfaceId === null ? {} : { interfaceId }),
    choice,
    argument: choiceArgument,
    ...(exerciseResult === undefined ? {} : { result: exerciseResult }),
    consuming: of.ExercisedEvent.consuming,
    actingParties: of.ExercisedEvent.actingParties,
  };
};

/** Returns a transaction of the API for an answer. */
export const toTransactionToolAnswer = ({
  updateId,
  offset,
  commandId,
  effectiveAt,
  events,
}: z.output<typeof jsonApiTransactionSchema>): z.input<typeof transactionToolAnswerSchema> => ({
  updateId,
  ...(offset === undefined ? {} : { offset }),
  ...(commandId === undefined || commandId === "" ? {} : { commandId }),
  ...(effectiveAt === undefined ? {} : { effectiveAt }),
  events: events.map(toEvent),
});

const pickContractKey = ({
  contractKey,
}: {
  readonly contractKey?: unknown;
}): { readonly key?: unknown } =>
  contractKey === undefined || contractKey === null ? {} : { key: contractKey };

/** Returns the id of a template by package name, as commands and filters accept it. */
const toTemplateReference = ({
  packageName,
  templateId,
}: {
  readonly packageName: string;
  readonly templateId: string;
}): string => `#${packageName}:${templateId.slice(templateId.indexOf(":") + 1)}`;
