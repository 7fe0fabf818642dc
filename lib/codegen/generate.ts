import type { Package } from "../contracts/engine/package.ts";
import { Definitions } from "./model/definitions.ts";
import { type LaidOutPackage, layOut } from "./model/layout.ts";
import { Places } from "./model/places.ts";
import { reachableFrom } from "./model/reachable.ts";
import { heading, type PrintContext, printModule } from "./print/print-module.ts";
import { printSchemas } from "./print/print-schemas.ts";
import { contractsText, schemasText } from "./runtime-texts.ts";

/** How the TypeScript is written. */
export interface GenerateOptions {
  /** What import specifiers end with: `js` for TypeScript that is compiled, `ts` for what is run as it is, `none` for bundlers. */
  readonly importExtension?: "js" | "ts" | "none";
  /** Whether to generate checks at run time as well: for each type a Standard Schema. */
  readonly schemas?: boolean;
}

/** Packages to generate TypeScript of. */
export interface CodegenInput {
  /** All of these are generated. */
  readonly mains: readonly Package[];
  /** What they depend on, of which as much is generated as they need; may have the mains as well. */
  readonly packages: readonly Package[];
}

/**
 * TypeScript of packages: the texts of its files by their paths, with `/`. Sorted, and the same for the same packages, whatever
 * their order. Pure.
 */
export const generate = (
  { mains, packages }: CodegenInput,
  { importExtension = "js", schemas = false }: GenerateOptions = {},
): ReadonlyMap<string, string> => {
  const definitions = new Definitions([...packages, ...mains]);
  const ids = reachableFrom(mains, definitions);
  const laidOut = layOut(ids, (packageId) => definitions.package(packageId));
  const end = importExtension === "none" ? "" : `.${importExtension}`;
  const context = { definitions, places: new Places(laidOut), end };
  const files = [
    ["contracts.ts", `${heading("Contracts")}\n${contractsText}`] as const,
    ...laidOut.flatMap((each) => packageFiles(each, context)),
    ...(schemas ? schemaFiles(laidOut, context) : []),
  ].sort(([one], [other]) => (one < other ? -1 : 1));
  return new Map([...files, ["manifest.json", manifestText(laidOut, files)]]);
};

const packageFiles = (
  laidOut: LaidOutPackage,
  context: PrintContext,
): readonly (readonly [path: string, text: string])[] => {
  const { folder, modules } = laidOut;
  return [
    [`${folder}/package.ts`, packageText(laidOut, context)],
    [`${folder}/index.ts`, indexText(laidOut, context)],
    ...modules.map(
      (module) => [`${folder}/${module.file}.ts`, printModule(module, laidOut, context)] as const,
    ),
  ];
};

const schemaFiles = (
  packages: readonly LaidOutPackage[],
  context: PrintContext,
): readonly (readonly [path: string, text: string])[] => [
  ["schemas.ts", `${heading("Schemas")}\n${schemasText}`],
  ...packages.flatMap((laidOut) =>
    laidOut.modules.flatMap((module): readonly (readonly [path: string, text: string])[] => {
      const text = printSchemas(module, laidOut, context);
      return text === undefined ? [] : [[`${laidOut.folder}/${module.file}.schemas.ts`, text]];
    }),
  ),
];

const packageText = ({ signature }: LaidOutPackage, { end }: PrintContext): string => {
  const { name, version, packageId } = signature;
  return `${heading(`${name} ${version}`)}
import type { Package } from "../contracts${end}";

export const home: Package = {
  name: "${name}",
  version: "${version}",
  id: "${packageId}",
};
`;
};

const indexText = ({ signature, modules }: LaidOutPackage, { end }: PrintContext): string => {
  const names = new Set<string>();
  const lines = modules.map(({ name, file }) => {
    let free = name.replaceAll(".", "_");
    while (names.has(free)) free += "_";
    names.add(free);
    return `export * as ${free} from "./${file}${end}";\n`;
  });
  return `${heading(`${signature.name} ${signature.version}`)}\n${lines.join("")}`;
};

/** What the files are of, for people and for checks. */
const manifestText = (
  laidOut: readonly LaidOutPackage[],
  files: readonly (readonly [path: string, text: string])[],
): string => {
  const packages = laidOut.map(({ signature: { name, version, packageId }, folder }) => ({
    name,
    version,
    id: packageId,
    folder,
  }));
  return `${JSON.stringify({ packages, files: files.map(([path]) => path) }, undefined, 2)}\n`;
};
