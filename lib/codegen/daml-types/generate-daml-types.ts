import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import type { CodegenInput } from "../codegen-input.ts";
import { TypeDefinitionLookup } from "../model/definitions.ts";
import { collectModuleEntities, type ModuleEntity } from "../model/entities.ts";
import { createSafeFileName } from "../model/file-name.ts";
import {
  assignPackagePaths,
  type GeneratedModuleLayout,
  type PackageWithAssignedPaths,
} from "../model/layout.ts";
import { collectReachableDefinitions } from "../model/reachable.ts";
import { escapeReservedTypeName } from "../model/type-name.ts";
import { printFileHeader } from "../print/heading.ts";
import {
  assignModuleFolders,
  CompanionModulePaths,
  computeRelativePath,
} from "./companion-paths.ts";
import { type CompanionContext, CompanionScope } from "./companion-scope.ts";
import { printCompanionCode } from "./print-companion-code.ts";
import { printCompanionTypes } from "./print-companion-types.ts";
import { companionSupportModuleSource } from "./support-module.ts";

export interface DamlTypesOptions {
  /**
   * `all` generates all definitions of dependencies; `reachable` (default) only those that the main
   * packages need.
   */
  readonly dependencies?: "reachable" | "all";
  /** The name of an additional npm package that re-exports the modules of all main packages. */
  readonly umbrella?: string;
}

type GeneratedFile = readonly [path: string, text: string];

/**
 * Returns companions for `@daml/types`, compatible with the official generator: an npm package for each
 * Daml package, as ES modules with declarations. The result maps file paths to contents. Raises
 * INVALID_ARGUMENT if the umbrella package would contain two modules with the same name.
 */
export const generateDamlTypes = (
  { mains, packages }: CodegenInput,
  { dependencies = "reachable", umbrella }: DamlTypesOptions = {},
): ReadonlyMap<string, string> => {
  const definitions = new TypeDefinitionLookup([...packages, ...mains]);
  const wanted = dependencies === "all" ? [...packages, ...mains] : mains;
  const laidOut = assignPackagePaths(collectReachableDefinitions(wanted, definitions), (id) =>
    definitions.findPackage(id),
  );
  const umbrellaFolder = umbrella === undefined ? undefined : createSafeFileName(umbrella);
  const paths = new CompanionModulePaths(laidOut, [
    "support.js",
    ...(umbrellaFolder === undefined ? [] : [umbrellaFolder]),
  ]);
  const context = { definitions, paths };
  const isMain = new Set(mains.map(({ packageId }) => packageId));
  const umbrellaPackages = laidOut.filter(({ signature }) => isMain.has(signature.packageId));
  const files = [
    ["support.js", `${printFileHeader("Support")}\n${companionSupportModuleSource}`] as const,
    ...laidOut.flatMap((each) => generatePackageFiles(each, context)),
    ...(umbrellaFolder === undefined
      ? []
      : generateUmbrellaFiles(umbrellaFolder, umbrellaPackages, paths)),
  ].sort(([one], [other]) => (one < other ? -1 : 1));
  return new Map([...files, ["manifest.json", formatManifestText(laidOut, paths, files)]]);
};

const generatePackageFiles = (
  laidOut: PackageWithAssignedPaths,
  context: CompanionContext,
): readonly GeneratedFile[] => {
  const { signature, modules } = laidOut;
  const { paths } = context;
  const folder = paths.getPackageFolder(signature.packageId);
  const folders = modules.map(({ name }) => ({
    name,
    folder: paths.getModuleFolder(signature.packageId, name),
  }));
  return [
    [`${folder}/package.json`, packageJson(folder, signature.version)],
    ...modules.flatMap((module) => generateModuleFiles(module, laidOut, context)),
    ...generateIndexFiles(`${folder}/lib`, folders, signature.packageId),
  ];
};

const generateModuleFiles = (
  module: GeneratedModuleLayout,
  { signature }: PackageWithAssignedPaths,
  context: CompanionContext,
): readonly GeneratedFile[] => {
  const { packageId, name, version } = signature;
  const entities = collectModuleEntities(module, signature);
  const folder = context.paths.getModuleFolder(packageId, module.name);
  const title = printFileHeader(`${module.name} of ${name} ${version}`);
  return (["js", "d.ts"] as const).map((form): GeneratedFile => {
    const scope = new CompanionScope(entities, { packageId, module: module.name }, context);
    const print = (entity: ModuleEntity): string => {
      const reference = `#${name}:${module.name}:${entity.name}`;
      const owned = {
        entity,
        scope,
        reference,
        packageId,
        name: escapeReservedTypeName(entity.name),
      };
      return form === "js" ? printCompanionCode(owned) : printCompanionTypes(owned);
    };
    const body = entities.map(print).join("\n");
    return [`${folder}/module.${form}`, `${title}\n${scope.printImports(form)}\n${body}`];
  });
};

/** Returns the index files of the module tree, one for each level. */
const generateIndexFiles = (
  root: string,
  modules: readonly { readonly name: string; readonly folder: string }[],
  packageId: string | undefined,
): readonly GeneratedFile[] => {
  const levels = new Map<string, string[]>([[root, []]]);
  const linesOf = (folder: string): string[] => {
    const lines = levels.get(folder) ?? [];
    levels.set(folder, lines);
    return lines;
  };
  const exported = new Set<string>();
  for (const { name, folder } of modules) {
    const parts = name.split(".");
    const folders = folder.slice(root.length + 1).split("/");
    for (const [index, part] of parts.entries()) {
      const parent = [root, ...folders.slice(0, index)].join("/");
      const child = folders[index] ?? part;
      if (exported.has(`${parent}/${child}`)) continue;
      exported.add(`${parent}/${child}`);
      linesOf(parent).push(
        `export * as ${escapeReservedTypeName(part)} from "./${child}/index.js";\n`,
      );
    }
    linesOf(folder).unshift(`export * from "./module.js";\n`);
  }
  return [...levels].flatMap(([folder, lines]): readonly GeneratedFile[] => {
    const [js, types] =
      folder === root && packageId !== undefined
        ? [
            `export const packageId = "${packageId}";\n`,
            `export declare const packageId: "${packageId}";\n`,
          ]
        : ["", ""];
    const title = printFileHeader("Modules");
    return [
      [`${folder}/index.js`, `${title}\n${lines.join("")}${js}`],
      [`${folder}/index.d.ts`, `${title}\n${lines.join("")}${types}`],
    ];
  });
};

const generateUmbrellaFiles = (
  umbrellaFolder: string,
  packages: readonly PackageWithAssignedPaths[],
  paths: CompanionModulePaths,
): readonly GeneratedFile[] => {
  const moduleFolders = new Map<string, string>();
  for (const { signature, modules } of packages) {
    for (const { name } of modules) {
      const other = moduleFolders.get(name);
      if (other !== undefined) {
        throw createInvalidArgumentError({
          expected:
            "packages without equal module names, because the umbrella package re-exports all modules",
          found: name,
        });
      }
      moduleFolders.set(name, paths.getModuleFolder(signature.packageId, name));
    }
  }
  const folders = assignModuleFolders([...moduleFolders.keys()]);
  const modules = [...moduleFolders].map(([name, home]) => ({
    name,
    home,
    folder: `${umbrellaFolder}/lib/${folders.get(name) ?? name}`,
  }));
  return [
    [`${umbrellaFolder}/package.json`, packageJson(umbrellaFolder, "1.0.0")],
    ...modules.flatMap(({ folder, home }) => {
      const text = `${printFileHeader("Modules")}\nexport * from "${computeRelativePath(folder, `${home}/module.js`)}";\n`;
      return [[`${folder}/module.js`, text] as const, [`${folder}/module.d.ts`, text] as const];
    }),
    ...generateIndexFiles(`${umbrellaFolder}/lib`, modules, undefined),
  ];
};

/** Entry file of an npm package, without its extension. */
const packageEntryFile = "lib/index";

const packageJson = (folder: string, version: string): string =>
  `${JSON.stringify(
    {
      name: `@daml.js/${folder.toLowerCase()}`,
      version,
      type: "module",
      main: `${packageEntryFile}.js`,
      types: `${packageEntryFile}.d.ts`,
      peerDependencies: { "@daml/types": "^3.4.0", "@mojotech/json-type-validation": "^3.1.0" },
    },
    undefined,
    2,
  )}\n`;

const formatManifestText = (
  laidOut: readonly PackageWithAssignedPaths[],
  paths: CompanionModulePaths,
  files: readonly GeneratedFile[],
): string => {
  const packages = laidOut.map(({ signature: { name, version, packageId } }) => ({
    name,
    version,
    id: packageId,
    folder: paths.getPackageFolder(packageId),
  }));
  return `${JSON.stringify({ packages, files: files.map(([path]) => path) }, undefined, 2)}\n`;
};
