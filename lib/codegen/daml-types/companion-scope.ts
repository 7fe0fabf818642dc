import { splitTypeId, type TypeId } from "../../base/identifiers/identifiers.ts";
import type { DataDefinition } from "../../base/values/type.ts";
import type { TypeDefinitionLookup } from "../model/definitions.ts";
import type { ModuleEntity } from "../model/entities.ts";
import { escapeReservedTypeName } from "../model/type-name.ts";
import { type CompanionModulePaths, computeRelativePath } from "./companion-paths.ts";
import type { LocalNamesInCompanionModule } from "./companion-types.ts";

export interface CompanionContext {
  readonly definitions: TypeDefinitionLookup;
  readonly paths: CompanionModulePaths;
}

/** Assigns the names that one generated module declares and imports. */
export class CompanionScope {
  readonly names: LocalNamesInCompanionModule;
  /** Local name of the decoder library. */
  readonly jtv: string;
  /** Local name of the parameter that holds the value to encode. */
  readonly value: string;
  readonly #context: CompanionContext;
  readonly #ownModule: { readonly packageId: string; readonly module: string };
  readonly #taken: Set<string>;
  /** Local names of imported modules, by path. */
  readonly #imports = new Map<string, string>();
  readonly #choicesNames = new Map<string, string>();
  /** Local names of imported support functions. */
  readonly #support = new Map<string, string>();

  constructor(
    entities: readonly ModuleEntity[],
    home: { readonly packageId: string; readonly module: string },
    context: CompanionContext,
  ) {
    this.#context = context;
    this.#ownModule = home;
    const own = new Set(entities.map(({ name }) => escapeReservedTypeName(name)));
    const parameters = new Map(
      entities
        .flatMap(({ data, nested }) => [data, ...nested.values()].flatMap(getTypeParameters))
        .map((name) => [name, findFreeName(escapeReservedTypeName(name), own)]),
    );
    this.#taken = new Set([...own, ...parameters.values()]);
    const [optional, optionalOf] = [
      this.reserveFreeName("optional"),
      this.reserveFreeName("optionalOf"),
    ];
    this.jtv = this.reserveFreeName("jtv");
    this.value = this.reserveFreeName("value");
    this.names = {
      library: this.reserveFreeName("damlTypes"),
      optional: (isOfParameter) => {
        const [name, local] = isOfParameter ? ["optionalOf", optionalOf] : ["optional", optional];
        this.#support.set(name, local);
        return local;
      },
      definitionName: (id) => this.#resolveLocalName(id),
      parameterName: (name) => parameters.get(name) ?? name,
    };
  }

  /** Returns the name of the type that lists the choices of a template or interface. */
  getChoicesTypeName(owner: string): string {
    const name = this.#choicesNames.get(owner) ?? this.reserveFreeName(`${owner}Interface`);
    this.#choicesNames.set(owner, name);
    return name;
  }

  /** Returns the name, with `_` appended as often as needed if it is reserved or already used. */
  reserveFreeName(name: string): string {
    const free = findFreeName(escapeReservedTypeName(name), this.#taken);
    this.#taken.add(free);
    return free;
  }

  /** Returns the import statements for all names that were requested so far. */
  printImports(form: "js" | "d.ts"): string {
    const { library } = this.names;
    const [head, shared] =
      form === "d.ts" ? ["import type", []] : ["import", [this.#printSupportImport()]];
    const modules = [...this.#imports].map(
      ([path, local]) => `${head} * as ${local} from "${path}";\n`,
    );
    return [`${head} * as ${library} from "@daml/types";\n`, ...shared, ...modules.sort()].join("");
  }

  #printSupportImport(): string {
    const support = [["jtv", this.jtv] as const, ...this.#support].sort();
    const names = support.map(([name, local]) => formatImportSpecifier(name, local));
    return `import { ${names.join(", ")} } from "${computeRelativePath(this.#getOwnFolder(), "support.js")}";\n`;
  }

  #getOwnFolder(): string {
    return this.#context.paths.getModuleFolder(this.#ownModule.packageId, this.#ownModule.module);
  }

  #resolveLocalName(id: TypeId): string | undefined {
    const { definitions, paths } = this.#context;
    if (!isDefined(id, definitions)) return undefined;
    const { packageId, qualifiedName } = splitTypeId(id);
    const [module = "", entity = ""] = qualifiedName.split(":");
    const path = entity.split(".").map(escapeReservedTypeName).join(".");
    if (packageId === this.#ownModule.packageId && module === this.#ownModule.module) return path;
    const file = computeRelativePath(
      this.#getOwnFolder(),
      `${paths.getModuleFolder(packageId, module)}/module.js`,
    );
    const local = this.#imports.get(file) ?? this.reserveFreeName(module.replaceAll(".", "_"));
    this.#imports.set(file, local);
    return `${local}.${path}`;
  }
}

const isDefined = (id: TypeId, definitions: TypeDefinitionLookup): boolean =>
  definitions.findDataType(id) !== undefined ||
  definitions.findTemplate(id) !== undefined ||
  definitions.findInterface(id) !== undefined;

/** Returns the type parameters of a data type. */
export const getTypeParameters = (data: DataDefinition | undefined): readonly string[] =>
  data === undefined || data.kind === "enum" ? [] : data.parameters;

const findFreeName = (name: string, taken: ReadonlySet<string>): string =>
  taken.has(name) ? findFreeName(`${name}_`, taken) : name;

const formatImportSpecifier = (name: string, local: string): string =>
  name === local ? name : `${name} as ${local}`;
