// Writes a reference of all public exports to .build/reference, from the build. Fails for exports without a
// comment, and for types in signatures that no program can name.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { Application } from "typedoc";

const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
const entryPoints = Object.values(exports).flatMap(({ types }) => types ?? []);
const tsconfig = join(process.cwd(), ".build", "tsconfig.reference.json");
const compilerOptions = {
  module: "nodenext",
  target: "es2023",
  strict: true,
  skipLibCheck: true,
  types: ["node"],
};
const files = entryPoints.map((file) => join(process.cwd(), file));
writeFileSync(tsconfig, JSON.stringify({ compilerOptions, files }));

/** Members do not need comments if their names and types are clear. */
const isExplained = (exported) =>
  exported.hasComment() ||
  exported.isReference() ||
  [...(exported.signatures ?? []), ...(exported.type?.declaration?.signatures ?? [])].some(
    (signature) => signature.hasComment(),
  );

/**
 * Types in signatures that need not be exported, with the reason; all other types must be exported. An
 * entry that is no longer used is reported.
 */
const hidden = {
  "what a script run passes to its error": ["ScriptErrorDetails"],
  "what the middleware notes of a submission that it receives": ["ReceivedSubmission"],
  "names for parts of a type, which is shown with them": ["ReleaseLine", "LedgerLimits"],
  "what interfaces and messages have in common; it is shown with each of them": [
    "EventPosition",
    "RightWithoutParty",
    "HistoryEnvelope",
    "HistoryPayload",
    "ListConfig",
    "InIdentityProvider",
    "RightForParty",
    "SeenUpdateCommon",
    "FeatureSupport",
    "VetInput",
    "BlobOption",
  ],
  "how types of templates are inferred from declarations": [
    "ChoicesByName",
    "VariantConstructorTypes",
    "DeclaredType",
    "FieldsInput",
    "NominalType",
    "ImplementableTemplate",
    "ChoiceFromGeneratedCode",
    "KeyOf",
    "ContractOwner",
    "NoFields",
    "OptionalInput",
    "OptionalNative",
    "Owner",
    "PayloadFields",
    "ResultInput",
    "TypeIdAssigner",
  ],
  "what collections, and the state that they make up, are inside": [
    "AcceptedCompletionsByChangeId",
    "CondensedLedgerState",
    "DueAssignment",
    "EndedActivation",
    "ImmutableHashMapTrie",
    "ImmutableHashMapEditor",
    "ImmutableOrderedMapKey",
    "MapLayers",
    "StoredMapReader",
    "StoredSortedMapReader",
    "ImmutableOrderedMapEditor",
    "EvictedHistory",
    "HistoryArchiveReader",
    "ArchivedHistoryRecord",
    "SortedTree",
  ],
  "what the ledger makes, and hands to itself": [
    "AutomationAction",
    "CallFactRecorder",
    "SchemaCheck",
    "CheckedLedger",
    "ContractEngine",
    "DecisionTimeAndSeed",
    "EventEncoder",
    "EventEncodingLedgerState",
    "ExportedLedger",
    "StepQuota",
    "ContractReadingLedgerState",
    "ValueShape",
    "SpliceState",
    "AutomationRuleInputs",
    "TimeSliceHandle",
    "VisibleTransaction",
  ],
  "constants whose keys are a type, and matchers that are exported together": [
    "categoryByErrorCode",
    "hashingSchemeNames",
    "toBeVisibleTo",
    "toFailWith",
    "toHaveArchived",
    "toHaveCreated",
    "toMatchLedger",
  ],
};

const app = await Application.bootstrapWithPlugins({
  name: "ledger-in-a-box",
  entryPoints,
  tsconfig,
  // Markdown, so that the pages are part of the documentation site: one for each entry of package.json.
  plugin: ["typedoc-plugin-markdown"],
  outputs: [{ name: "markdown", path: ".build/reference" }],
  outputFileStrategy: "modules",
  disableSources: true,
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  sanitizeComments: true,
  entryFileName: "index",
  readme: "none",
  // Excludes exports of other packages, such as Node's.
  excludeExternals: true,
  externalPattern: ["**/node_modules/**"],
  externalSymbolLinkMappings: { "@types/node": { "*": "#" } },
  validation: { invalidLink: true, notDocumented: false, notExported: true },
  intentionallyNotExported: Object.values(hidden).flat(),
});
const project = await app.convert();
if (project === undefined) throw new Error("The declarations do not compile.");
app.validate(project);
for (const entry of project.children ?? []) {
  for (const exported of entry.children ?? []) {
    if (!isExplained(exported)) {
      app.logger.warn(`${entry.name}: ${exported.name} has no comment.`);
    }
  }
}
await app.generateOutputs(project);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1;
