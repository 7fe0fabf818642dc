import * as z from "zod";

import { findMostSimilarText } from "../../../lib/internal.ts";
import type { ChoiceFacts } from "../../explorer/package-with-definitions.ts";
import {
  createExampleValueJson,
  formatDamlType,
  formatDefinitionsOfReferencedTypes,
  listFieldTypes,
} from "../format-daml-type.ts";
import type { TemplateOrInterfaceName } from "../package-lookup.ts";
import { createListPage, nextCursorSchema, pagingToolArguments } from "../paging.ts";
import { createFileArgumentSchemas, readDarFromToolArguments } from "../read-file-argument.ts";
import { RefusedCallError } from "../refusal.ts";
import { defineMcpTool, type McpTool } from "../tool.ts";
import type { McpToolContext } from "../tool-context.ts";

const listTemplatesTool = defineMcpTool({
  name: "list_templates",
  title: "List templates",
  description:
    "Returns the templates and interfaces of the ledger's packages, each with the names of its choices. Describe one with describe_template before you create or exercise.",
  example: { text: "Iou" },
  input: z.strictObject({
    package: z.string().optional().describe("Name of a package, such as iou."),
    text: z.string().optional().describe("Only names that contain this text."),
    ...pagingToolArguments,
  }),
  output: z.object({
    templates: z.array(
      z.object({
        templateId: z.string().describe("#package-name:Module:Entity; use it in commands."),
        kind: z.enum(["template", "interface"]),
        version: z.string().describe("Version of the package."),
        choices: z.array(z.string()),
      }),
    ),
    nextCursor: nextCursorSchema,
  }),
  writes: false,
  run: async ({ packages }, { package: of, text = "", ...page }) => {
    const names = await packages.listDefinedNames();
    if (of !== undefined && !names.some(({ packageName }) => packageName === of)) {
      throw unknownPackageError(of, names);
    }
    const wanted = text.toLowerCase();
    const found = names.filter(
      ({ packageName, reference }) =>
        (of === undefined || packageName === of) && reference.toLowerCase().includes(wanted),
    );
    const { items, ...next } = createListPage(found, page);
    const templates = await Promise.all(
      items.map(async (each) => ({
        templateId: each.reference,
        kind: each.kind,
        version: each.version,
        choices: (await fetchChoices({ packages }, each)).map(({ name }) => name),
      })),
    );
    return { templates, ...next };
  },
});

const unknownPackageError = (
  name: string,
  names: readonly TemplateOrInterfaceName[],
): RefusedCallError => {
  const known = [...new Set(names.map(({ packageName }) => packageName))];
  const suggestion = findMostSimilarText(name, known);
  return new RefusedCallError({
    code: "PACKAGE_NAMES_NOT_FOUND",
    cause: `The ledger has no package ${name} with templates.`,
    hint: {
      ...(suggestion === undefined ? {} : { nearest: suggestion }),
      advice: `Packages: ${known.slice(0, 50).join(", ")}.`,
    },
  });
};

const fieldTypesSchema = z
  .record(z.string(), z.string())
  .describe("Types by name, in Daml syntax.");

const describeTemplateTool = defineMcpTool({
  name: "describe_template",
  title: "Describe a template",
  description:
    "Returns the fields and choices of a template or interface, with the types of all arguments and results, and an example command for each. Optional fields may be left out.",
  example: { templateId: "#iou:Iou:Iou" },
  input: z.strictObject({
    templateId: z.string().describe("#package-name:Module:Entity, or only the end of it."),
    choice: z.string().optional().describe("Only this choice."),
  }),
  output: z.object({
    templateId: z.string(),
    kind: z.enum(["template", "interface"]),
    packageId: z.string(),
    version: z.string(),
    language: z.string().describe("typescript, or the version of Daml-LF."),
    fields: fieldTypesSchema.optional().describe("Fields of a template's contracts."),
    view: fieldTypesSchema.optional().describe("Fields of an interface's view."),
    key: z.string().optional().describe("Type of the contract key."),
    interfaces: z
      .array(z.string())
      .describe("Interfaces that a template implements, or that an interface requires."),
    choices: z.array(
      z.object({
        name: z.string(),
        consuming: z.boolean().describe("Whether the choice archives the contract."),
        argument: fieldTypesSchema,
        result: z.string(),
        example: z.unknown().describe("An element of commands, for submit and dry_run."),
      }),
    ),
    types: z.record(z.string(), z.string()).describe("Definitions of the named types."),
    createExample: z.unknown().optional().describe("An element of commands, for submit."),
  }),
  writes: false,
  oversizedAdvice: "Pass choice, for one choice only.",
  run: async ({ packages }, { templateId, choice }) => {
    const found = await packages.find(templateId);
    const facts = await packages.fetchPackageFacts(found.packageId);
    const definitions = await packages.loadDefinitions(found.packageId);
    const all = await packages.listDefinedNames();
    const every = await fetchChoices({ packages }, found);
    const choices = choice === undefined ? every : [findChoice(choice, every, found)];
    const template = facts.templates[found.qualifiedName];
    const declared = facts.interfaces[found.qualifiedName];
    const own = template?.payload ?? declared?.view;
    const types = [
      ...(own === undefined ? [] : [own]),
      ...(template?.key === undefined ? [] : [template.key]),
      ...choices.flatMap(({ argument, result }) => [argument, result]),
    ];
    const shown = [own, ...choices.map(({ argument }) => argument)].flatMap((type) =>
      type?.kind === "named" ? [type.id] : [],
    );
    return {
      templateId: found.reference,
      kind: found.kind,
      packageId: found.packageId,
      version: found.version,
      language: facts.language,
      ...(template === undefined ? {} : { fields: listFieldTypes(template.payload, definitions) }),
      ...(declared === undefined ? {} : { view: listFieldTypes(declared.view, definitions) }),
      ...(template?.key === undefined ? {} : { key: formatDamlType(template.key) }),
      interfaces: (template?.implements ?? declared?.requires ?? []).map(
        (id) =>
          all.find((each) => `${each.packageId}:${each.qualifiedName}` === id)?.reference ?? id,
      ),
      choices: choices.map(({ name, consuming, argument, result }) => ({
        name,
        consuming,
        argument: listFieldTypes(argument, definitions),
        result: formatDamlType(result),
        example: {
          ExerciseCommand: {
            templateId: found.reference,
            contractId: "00…",
            choice: name,
            choiceArgument: createExampleValueJson(argument, definitions),
          },
        },
      })),
      types: formatDefinitionsOfReferencedTypes(types, new Set(shown), definitions),
      ...(template === undefined
        ? {}
        : {
            createExample: {
              CreateCommand: {
                templateId: found.reference,
                createArguments: createExampleValueJson(template.payload, definitions),
              },
            },
          }),
    };
  },
});

const findChoice = (
  name: string,
  choices: readonly ChoiceFacts[],
  { reference }: TemplateOrInterfaceName,
): ChoiceFacts => {
  const found = choices.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = choices.map((each) => each.name);
  const suggestion = findMostSimilarText(name, names);
  throw new RefusedCallError({
    code: "CHOICE_NOT_FOUND",
    cause: `${reference} has no choice ${name}.`,
    hint: {
      ...(suggestion === undefined ? {} : { nearest: suggestion }),
      advice: `Choices: ${names.join(", ")}.`,
    },
  });
};

const fetchChoices = async (
  { packages }: Pick<McpToolContext, "packages">,
  { packageId, qualifiedName }: TemplateOrInterfaceName,
): Promise<readonly ChoiceFacts[]> => {
  const { templates, interfaces } = await packages.fetchPackageFacts(packageId);
  return (templates[qualifiedName] ?? interfaces[qualifiedName])?.choices ?? [];
};

const uploadDarTool = defineMcpTool({
  name: "upload_dar",
  title: "Upload a DAR",
  description:
    "Uploads a DAR, so that its templates can be used. Returns the templates that it added; a DAR that was uploaded before adds none.",
  example: { file: ".daml/dist/my-project-1.0.0.dar" },
  input: z.strictObject(createFileArgumentSchemas("DAR", ".dar")),
  output: z.object({ added: z.array(z.string()).describe("Ids of templates and interfaces.") }),
  writes: true,
  run: async ({ ledger, packages }, given) => {
    const before = new Set(await packages.fetchPackageIds());
    const dar = await readDarFromToolArguments(given);
    await ledger.postBytes("/v2/dars", dar).catch((error: unknown) => {
      throw isInvalidDar(error) ? invalidDarError(error) : error;
    });
    const names = await packages.listDefinedNames();
    return {
      added: names
        .filter(({ packageId }) => !before.has(packageId))
        .map(({ reference }) => reference),
    };
  },
});

const isInvalidDar = (error: unknown): error is RefusedCallError =>
  error instanceof RefusedCallError && error.code === "INVALID_DAR";

/** Returns the refusal of a DAR, without the advice for callers that send its bytes over HTTP. */
const invalidDarError = ({ code, message, hint }: RefusedCallError): RefusedCallError => {
  const advice = "Pass the DAR file that dpm build or daml build wrote.";
  return new RefusedCallError({ code, cause: message, hint: { ...hint, advice } });
};

export const packageMcpTools: readonly McpTool[] = [
  listTemplatesTool,
  describeTemplateTool,
  uploadDarTool,
];
