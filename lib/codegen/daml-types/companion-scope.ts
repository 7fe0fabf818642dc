import { splitTypeId, type TypeId } from "../../base/identifiers/identifiers.ts";
import type { DataDefinition } from "../../base/values/type.ts";
import type { Definitions } from "../model/definitions.ts";
import type { Entity } from "../model/entities.ts";
import { typeName } from "../model/type-name.ts";
import { type CompanionPaths, relativePath } from "./companion-paths.ts";
import type { CompanionNames } from "./companion-types.ts";

export interface CompanionContext {
  readonly definitions: Definitions;
  readonly paths: CompanionPaths;
}

/** Assigns the names that one generated module declares and imports. */
export class CompanionScope {
  readonly names: CompanionNames;
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
    entities: readonly Entity[],
    home: { readonly packageId: string; readonly module: string },
    context: CompanionContext,
  ) {
    this.#context = context;
    this.#ownModule = home;
    const own = new Set(entities.map(({ name }) => typeName(name)));
    const parameters = new Map(
      entities
        .flatMap(({ data, nested }) => [data, ...nested.values()].flatMap(getTypeParameters))
        .map((name) => [name, freeName(typeName(name), own)]),
    );
    this.#taken = new Set([...own, ...parameters.values()]);
    const [optional, optionalOf] = [this.free("optional"), this.free("optionalOf")];
    this.jtv = this.free("jtv");
    this.value = this.free("value");
    this.names = {
      library: this.free("damlTypes"),
      optional: (isOfParameter) => {
        const [name, local] = isOfParameter ? ["optionalOf", optionalOf] : ["optional", optional];
        this.#support.set(name, local);
        return local;
      },
      definitionName: (id) => this.#local(id),
      parameterName: (name) => parameters.get(name) ?? name,
    };
  }

  /** Returns the name of the type that lists the choices of a template or interface. */
  choicesName(owner: string): string {
    const name = this.#choicesNames.get(owner) ?? this.free(`${owner}Interface`);
    this.#choicesNames.set(owner, name);
    return name;
  }

  /** Returns the name, with `_` appended as often as needed if it is reserved or already used. */
  free(name: string): string {
    const free = freeName(typeName(name), this.#taken);
    this.#taken.add(free);
    return free;
  }

  /** Returns the import statements for all names that were requested so far. */
  imports(form: "js" | "d.ts"): string {
    const { library } = this.names;
    const [head, shared] =
      form === "d.ts" ? ["import type", []] : ["import", [this.#supportImport()]];
    const modules = [...this.#imports].map(
      ([path, local]) => `${head} * as ${local} from "${path}";\n`,
    );
    return [`${head} * as ${library} from "@daml/types";\n`, ...shared, ...modules.sort()].join("");
  }

  #supportImport(): string {
    const support = [["jtv", this.jtv] as const, ...this.#support].sort();
    const names = support.map(([name, local]) => renamed(name, local));
    return `import { ${names.join(", ")} } from "${relativePath(this.#folder(), "support.js")}";\n`;
  }

  #folder(): string {
    return this.#context.paths.moduleFolder(this.#ownModule.packageId, this.#ownModule.module);
  }

  #local(id: TypeId): string | undefined {
    const { definitions, paths } = this.#context;
    if (!isDefined(id, definitions)) return undefined;
    const { packageId, qualifiedName } = splitTypeId(id);
    const [module = "", entity = ""] = qualifiedName.split(":");
    const path = entity.split(".").map(typeName).join(".");
    if (packageId === this.#ownModule.packageId && module === this.#ownModule.module) return path;
    const file = relativePath(this.#folder(), `${paths.moduleFolder(packageId, module)}/module.js`);
    const local = this.#imports.get(file) ?? this.free(module.replaceAll(".", "_"));
    this.#imports.set(file, local);
    return `${local}.${path}`;
  }
}

const isDefined = (id: TypeId, definitions: Definitions): boolean =>
  definitions.data(id) !== undefined ||
  definitions.template(id) !== undefined ||
  definitions.interface(id) !== undefined;

/** Returns the type parameters of a data type. */
export const getTypeParameters = (data: DataDefinition | undefined): readonly string[] =>
  data === undefined || data.kind === "enum" ? [] : data.parameters;

const freeName = (name: string, taken: ReadonlySet<string>): string =>
  taken.has(name) ? freeName(`${name}_`, taken) : name;

const renamed = (name: string, local: string): string =>
  name === local ? name : `${name} as ${local}`;
