import { createInvalidArgumentError } from "../base/errors/argument-error.ts";
import {
  booleanOptionCheck,
  createOneOfCheck,
  type OptionChecks,
  requireWellFormedOptions,
  textOptionCheck,
} from "../base/errors/options.ts";
import { createTypeId } from "../base/identifiers/identifiers.ts";
import { compareText } from "../base/values/text.ts";
import type { CodegenInput } from "./codegen-input.ts";
import { generateDamlTypes } from "./daml-types/generate-daml-types.ts";
import { TypeDefinitionLookup } from "./model/definitions.ts";
import { assignPackagePaths, type PackageWithAssignedPaths } from "./model/layout.ts";
import { GeneratedModuleLocator } from "./model/places.ts";
import { collectReachableDefinitions } from "./model/reachable.ts";
import { escapeReservedTypeName } from "./model/type-name.ts";
import { type GeneratedFileKind, printValueDeclaration } from "./print/form.ts";
import { GeneratedModuleNameScope } from "./print/generated-module-name-scope.ts";
import { printFileHeader } from "./print/heading.ts";
import { type CodePrintContext, printGeneratedModule } from "./print/print-module.ts";
import { printStandardSchemas } from "./print/print-standard-schemas.ts";
import { contractsRuntimeSource, schemasRuntimeSource } from "./runtime-texts.ts";

/** Options of `generate`. */
export interface GenerateOptions {
  /**
   * Kind of output. `types` (default): types of the JSON, and constants. `daml-types`: the same
   * types and companion objects as those of the official generator, on top of `@daml/types`, as npm packages in
   * JavaScript with declarations. Of the other options, only `dependencies` and `umbrella` apply to it.
   */
  readonly target?: "types" | "daml-types";
  /**
   * With `daml-types`: the name of an additional npm package that re-exports the modules of all main
   * packages.
   */
  readonly umbrella?: string;
  /**
   * Extension in import specifiers: `js` for TypeScript that is compiled, `ts` for TypeScript that is run
   * directly, `none` for bundlers.
   */
  readonly importExtension?: "js" | "ts" | "none";
  /** Also generate runtime checks: a Standard Schema for each type. */
  readonly schemas?: boolean;
  /** Language of the output: `ts` (default), or `js` with declaration files. */
  readonly emit?: "ts" | "js";
  /**
   * Location of the runtime code that generated files import: next to them (default), or in the package
   * `ledger-in-a-box`, which must then be installed at run time.
   */
  readonly runtime?: "inline" | "package";
  /**
   * `all` generates all definitions of dependencies; `reachable` (default) only those that the main
   * packages need.
   */
  readonly dependencies?: "reachable" | "all";
}

/**
 * Returns generated TypeScript: file contents by path, with `/` as separator, sorted. The output does not
 * depend on the order of the packages. Raises INVALID_ARGUMENT for options that cannot be combined, and
 * if the umbrella package would contain two modules with the same name.
 */
export const generate = (
  input: CodegenInput,
  options: GenerateOptions = {},
): ReadonlyMap<string, string> => {
  requireWellFormedOptions(options, generateOptionChecks);
  checkOptions(options);
  return options.target === "daml-types"
    ? generateDamlTypes(input, options)
    : generateTypes(input, options);
};

const generateOptionChecks: OptionChecks<GenerateOptions> = {
  target: createOneOfCheck("types", "daml-types"),
  umbrella: textOptionCheck,
  importExtension: createOneOfCheck("js", "ts", "none"),
  schemas: booleanOptionCheck,
  emit: createOneOfCheck("ts", "js"),
  runtime: createOneOfCheck("inline", "package"),
  dependencies: createOneOfCheck("reachable", "all"),
};

const checkOptions = ({ target, umbrella, emit, ...options }: GenerateOptions): void => {
  if (target !== "daml-types") {
    if (umbrella !== undefined) {
      throw createInvalidArgumentError({
        field: "umbrella",
        expected: "nothing, unless target is daml-types",
      });
    }
    if (emit === "js" && options.importExtension === "ts") {
      throw createInvalidArgumentError({
        field: "importExtension",
        expected: "js or none, because the generated files are JavaScript",
        found: "ts",
      });
    }
    return;
  }
  const inapplicable = {
    emit: emit === "js" ? undefined : emit,
    ...options,
    dependencies: undefined,
  };
  for (const [field, found] of Object.entries(inapplicable)) {
    if (found === undefined || found === false || found === "inline") continue;
    throw createInvalidArgumentError({
      field,
      expected: "nothing, if target is daml-types",
      found,
    });
  }
};

const generateTypes = (
  { mains, packages }: CodegenInput,
  options: GenerateOptions,
): ReadonlyMap<string, string> => {
  const { importExtension = "js", schemas = false, emit = "ts" } = options;
  const definitions = new TypeDefinitionLookup([...packages, ...mains]);
  const wanted = options.dependencies === "all" ? [...packages, ...mains] : mains;
  const ids = collectReachableDefinitions(wanted, definitions);
  const laidOut = assignPackagePaths(ids, (packageId) => definitions.findPackage(packageId));
  const importSuffix = importExtension === "none" ? "" : `.${importExtension}`;
  const isInline = options.runtime !== "package";
  const runtime = isInline
    ? { contracts: "../contracts", schemas: "../schemas" }
    : { contracts: "ledger-in-a-box/contracts", schemas: "ledger-in-a-box/schemas" };
  const locations = new GeneratedModuleLocator(laidOut);
  const forms: readonly GeneratedFileKind[] = emit === "ts" ? ["ts"] : ["js", "d.ts"];
  const files = forms
    .flatMap((form): readonly GeneratedFile[] => {
      const context = { definitions, locations, importSuffix, form, runtime };
      return [
        ...(isInline ? runtimeFiles(form, schemas) : []),
        ...laidOut.flatMap((each) => packageFiles(each, context)),
        ...(schemas ? schemaFiles(laidOut, context) : []),
      ];
    })
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return new Map([...files, ["manifest.json", manifestText(laidOut, files, emit)]]);
};

type GeneratedFile = readonly [path: string, text: string];

const runtimeFiles = (form: GeneratedFileKind, hasSchemas: boolean): readonly GeneratedFile[] => [
  [`contracts.${form}`, `${printFileHeader("Contracts")}\n${contractsRuntimeSource[form]}`],
  ...(hasSchemas
    ? [[`schemas.${form}`, `${printFileHeader("Schemas")}\n${schemasRuntimeSource[form]}`] as const]
    : []),
];

const packageFiles = (
  laidOut: PackageWithAssignedPaths,
  context: CodePrintContext,
): readonly GeneratedFile[] => {
  const { folder, modules } = laidOut;
  const { form } = context;
  return [
    [`${folder}/package.${form}`, packageText(laidOut, context)],
    [`${folder}/index.${form}`, indexText(laidOut, context)],
    ...modules.map((module): GeneratedFile => [
      `${folder}/${module.file}.${form}`,
      printGeneratedModule(module, laidOut, context),
    ]),
  ];
};

const schemaFiles = (
  packages: readonly PackageWithAssignedPaths[],
  context: CodePrintContext,
): readonly GeneratedFile[] =>
  packages.flatMap((laidOut) =>
    laidOut.modules.flatMap((module): readonly GeneratedFile[] => {
      const text = printStandardSchemas(module, laidOut, context);
      return text === undefined
        ? []
        : [[`${laidOut.folder}/${module.file}.schemas.${context.form}`, text]];
    }),
  );

const packageText = (
  { signature }: PackageWithAssignedPaths,
  { importSuffix, form, runtime }: CodePrintContext,
): string => {
  const { name, version, packageId } = signature;
  const scope = new GeneratedModuleNameScope(["home"]);
  const type = form === "js" ? "" : scope.importRuntimeName(runtime.contracts, "Package", true);
  const value = `{\n  name: "${name}",\n  version: "${version}",\n  id: "${packageId}",\n}`;
  const parts = [
    scope.importStatements(importSuffix),
    printValueDeclaration(form, { name: "home", type, value }),
  ];
  return [printFileHeader(`${name} ${version}`), ...parts.filter((part) => part !== "")].join("\n");
};

const indexText = (
  { signature, modules }: PackageWithAssignedPaths,
  { importSuffix }: CodePrintContext,
): string => {
  const names = new Set<string>();
  const lines = modules.map(({ name, file }) => {
    let free = name.replaceAll(".", "_");
    while (names.has(free)) free += "_";
    names.add(free);
    return `export * as ${free} from "./${file}${importSuffix}";\n`;
  });
  return `${printFileHeader(`${signature.name} ${signature.version}`)}\n${lines.join("")}`;
};

/** Returns the manifest, which lists the packages, their templates and the generated files. */
const manifestText = (
  laidOut: readonly PackageWithAssignedPaths[],
  files: readonly GeneratedFile[],
  form: GeneratedFileKind,
): string => {
  const packages = laidOut.map(({ signature: { name, version, packageId }, folder }) => ({
    name,
    version,
    id: packageId,
    folder,
  }));
  const manifest = {
    packages,
    templates: laidOut.flatMap((each) => listTemplates(each, form)),
    files: files.map(([path]) => path),
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
};

/** Returns the templates of a package, each with the file and the name of its constant. */
const listTemplates = (
  { signature: { packageId, templates }, folder, modules }: PackageWithAssignedPaths,
  form: GeneratedFileKind,
) =>
  modules.flatMap(({ name: module, file, entities }) =>
    [...entities]
      .filter((entity) => templates.has(`${module}:${entity}`))
      .sort(compareText)
      .map((entity) => ({
        id: createTypeId(packageId, `${module}:${entity}`),
        file: `${folder}/${file}.${form}`,
        constant: escapeReservedTypeName(entity),
      })),
  );
