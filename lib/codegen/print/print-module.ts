import { createTypeId, splitTypeId, type TypeId } from "../../base/identifiers/identifiers.ts";
import type { DataDefinition } from "../../base/values/type.ts";
import type { TypeDefinitionLookup } from "../model/definitions.ts";
import {
  collectModuleEntities,
  isTemplateOrInterface,
  type ModuleEntity,
} from "../model/entities.ts";
import type { GeneratedModuleLayout, PackageWithAssignedPaths } from "../model/layout.ts";
import type { GeneratedModuleLocator } from "../model/places.ts";
import { escapeReservedTypeName } from "../model/type-name.ts";
import type { GeneratedFileKind } from "./form.ts";
import { GeneratedModuleNameScope } from "./generated-module-name-scope.ts";
import { printFileHeader } from "./heading.ts";
import { indentText } from "./lines.ts";
import { printDataType, printEnumConstants } from "./print-data-type.ts";
import {
  printTemplateOrInterfaceConstant,
  printTemplateOrInterfaceNamespace,
} from "./print-owner.ts";
import type { LocalTypeNames } from "./type-printer.ts";

export interface CodePrintContext {
  readonly definitions: TypeDefinitionLookup;
  readonly locations: GeneratedModuleLocator;
  /** Extension in import specifiers. */
  readonly importSuffix: string;
  /** A TypeScript file, or one of the two files that JavaScript output has. */
  readonly form: GeneratedFileKind;
  /** Import paths of the runtime code: relative paths or package names. */
  readonly runtime: { readonly contracts: string; readonly schemas: string };
}

/** Returns the file of one module. The JavaScript file of a module without values is empty. */
export const printGeneratedModule = (
  module: GeneratedModuleLayout,
  laidOut: PackageWithAssignedPaths,
  context: CodePrintContext,
): string => new ModulePrinter(module, laidOut, context).printFile();

class ModulePrinter {
  readonly #module: GeneratedModuleLayout;
  readonly #package: PackageWithAssignedPaths;
  readonly #context: CodePrintContext;
  readonly #entities: readonly ModuleEntity[];
  readonly #scope: GeneratedModuleNameScope;
  readonly #parameters: ReadonlyMap<string, string>;

  constructor(
    module: GeneratedModuleLayout,
    laidOut: PackageWithAssignedPaths,
    context: CodePrintContext,
  ) {
    this.#module = module;
    this.#package = laidOut;
    this.#context = context;
    this.#entities = collectModuleEntities(module, laidOut.signature);
    const own = this.#entities.map(({ name }) => escapeReservedTypeName(name));
    this.#parameters = assignParameterNames(this.#entities, new Set(own));
    const parameters = [...this.#parameters.values()].flatMap((name) => [name, `_${name}`]);
    this.#scope = new GeneratedModuleNameScope([...own, ...parameters]);
  }

  printFile(): string {
    const { name, version } = this.#package.signature;
    const body = this.#entities
      .map((entity) => this.#printEntity(entity))
      .filter((part) => part !== "")
      .join("\n");
    const imports = this.#scope.importStatements(this.#context.importSuffix);
    const title = `${this.#module.name} of ${name} ${version}`;
    // A file without imports and exports is not a module.
    return [printFileHeader(title), imports, body || "export {};\n"]
      .filter((part) => part !== "")
      .join("\n");
  }

  readonly #names: LocalTypeNames = {
    runtimeType: (name) =>
      this.#scope.importRuntimeName(this.#context.runtime.contracts, name, true),
    dataType: (id) =>
      this.#context.definitions.findDataType(id) === undefined
        ? undefined
        : this.#resolveLocalName(id),
    contractIdOf: (id) => {
      const { definitions } = this.#context;
      const isKnown =
        definitions.findTemplate(id) !== undefined || definitions.findInterface(id) !== undefined;
      return isKnown ? `${this.#resolveLocalName(id)}.Id` : undefined;
    },
  };

  /** Returns the local name of a type. */
  #resolveLocalName(id: TypeId): string {
    const { definitions, locations } = this.#context;
    const { packageId, qualifiedName } = splitTypeId(id);
    const [module = ""] = qualifiedName.split(":");
    const path = getTypePathInModule(id, definitions);
    const own = this.#package.signature.packageId;
    if (packageId === own && module === this.#module.name) return path;
    const [root = "", ...nested] = path.split(".");
    const from = locations.pathTo(packageId, module, own);
    return [this.#scope.importName({ path: from, module, name: root }), ...nested].join(".");
  }

  #printEntity(entity: ModuleEntity): string {
    const { data } = entity;
    const { form } = this.#context;
    const name = escapeReservedTypeName(entity.name);
    const hasTypes = form !== "js";
    const parts: string[] = [];
    if (hasTypes && data !== undefined) parts.push(`export ${this.#printType(name, data)}`);
    if (data?.kind === "enum" && data.constructors.length > 1) {
      parts.push(printEnumConstants(form, name, data.constructors));
    }
    if (hasTypes) parts.push(...this.#printEntityNamespace(name, entity));
    if (isTemplateOrInterface(entity)) {
      parts.push(
        printTemplateOrInterfaceConstant(form, entity, {
          name,
          value: (of) => this.#scope.importRuntimeName(this.#context.runtime.contracts, of, false),
          home: () => this.#scope.importRuntimeName("./package", "home", false),
          qualifiedName: splitTypeId(entity.id).qualifiedName,
        }),
      );
    }
    return parts.join("\n");
  }

  /** Returns the namespace of the types that are nested in an entity, if there are any. */
  #printEntityNamespace(name: string, entity: ModuleEntity): readonly string[] {
    const inside = [...this.#printNestedTypes(entity)];
    if (isTemplateOrInterface(entity)) {
      const knownAs = this.#context.definitions.listNamesWithInterfaces(entity.id);
      inside.unshift(printTemplateOrInterfaceNamespace(entity, { names: this.#names, knownAs }));
    }
    return inside.length === 0 ? [] : [namespaceText(name, inside)];
  }

  *#printNestedTypes(entity: ModuleEntity): Iterable<string> {
    for (const [path, data] of entity.nested) {
      const names = path.split(".");
      const last = names.pop() ?? path;
      const name = nestedName(last, names.length === 0 && isTemplateOrInterface(entity));
      const within = names.map((each, index) =>
        nestedName(each, index === 0 && isTemplateOrInterface(entity)),
      );
      const text = this.#printType(name, data);
      yield within.length === 0 ? text : `namespace ${within.join(".")} {\n${indentText(text)}}\n`;
    }
  }

  #printType(name: string, data: DataDefinition): string {
    return printDataType(data, {
      name,
      names: this.#names,
      parameterName: (parameter) => this.#parameters.get(parameter) ?? parameter,
    });
  }
}

/** Returns the name of a type in its own module, such as `Expr.Add`. */
export const getTypePathInModule = (id: TypeId, definitions: TypeDefinitionLookup): string => {
  const { packageId, qualifiedName } = splitTypeId(id);
  const [module = "", entity = ""] = qualifiedName.split(":");
  const [root = "", ...nested] = entity.split(".");
  const rootId = createTypeId(packageId, `${module}:${root}`);
  const isInOwner =
    definitions.findTemplate(rootId) !== undefined ||
    definitions.findInterface(rootId) !== undefined;
  const names = nested.map((name, index) => nestedName(name, isInOwner && index === 0));
  return [escapeReservedTypeName(root), ...names].join(".");
};

/**
 * Returns the name of a nested type. `Id` and `Constant` are reserved in the namespace of a template or
 * interface.
 */
const nestedName = (name: string, isInOwner: boolean): string =>
  isInOwner && (name === "Id" || name === "Constant") ? `${name}_` : escapeReservedTypeName(name);

const namespaceText = (name: string, parts: readonly string[]): string =>
  `export declare namespace ${name} {\n${indentText(parts.join("\n"))}}\n`;

/** Returns names for type parameters that differ from all types of the module. */
const assignParameterNames = (
  entities: readonly ModuleEntity[],
  taken: ReadonlySet<string>,
): ReadonlyMap<string, string> => {
  const definitions = entities.flatMap(({ data, nested }) => [
    ...(data === undefined ? [] : [data]),
    ...nested.values(),
  ]);
  const names = definitions.flatMap((data) => (data.kind === "enum" ? [] : data.parameters));
  return new Map(
    [...new Set(names)].map((name) => {
      let free = escapeReservedTypeName(name);
      while (taken.has(free)) free += "_";
      return [name, free];
    }),
  );
};
