import { splitTypeId, type TypeId } from "../../base/identifiers/identifiers.ts";
import { compareText } from "../../base/values/text.ts";
import type { DataDefinition, Field, Type } from "../../base/values/type.ts";
import type { GeneratedModuleLayout, PackageWithAssignedPaths } from "../model/layout.ts";
import { escapeReservedTypeName } from "../model/type-name.ts";
import { printValueDeclaration } from "./form.ts";
import { GeneratedModuleNameScope } from "./generated-module-name-scope.ts";
import { printFileHeader } from "./heading.ts";
import { fitsMaxLineLength, indentText } from "./lines.ts";
import { type CodePrintContext, getTypePathInModule } from "./print-module.ts";
import { printPropertyName } from "./type-printer.ts";

/** Returns the Standard Schemas of the data types of one module; undefined if it has none. */
export const printStandardSchemas = (
  module: GeneratedModuleLayout,
  laidOut: PackageWithAssignedPaths,
  context: CodePrintContext,
): string | undefined => {
  const { dataTypes } = laidOut.signature;
  const types = [...module.entities].sort(compareText).flatMap((entity): readonly NamedData[] => {
    const data = dataTypes.get(`${module.name}:${entity}`);
    return data === undefined ? [] : [{ entity, data }];
  });
  return types.length === 0
    ? undefined
    : new SchemaPrinter(types, { module, laidOut, context }).printFile();
};

interface NamedData {
  readonly entity: string;
  readonly data: DataDefinition;
}

interface SchemaContext {
  readonly module: GeneratedModuleLayout;
  readonly laidOut: PackageWithAssignedPaths;
  readonly context: CodePrintContext;
}

class SchemaPrinter {
  readonly #types: readonly NamedData[];
  readonly #context: SchemaContext;
  readonly #scope: GeneratedModuleNameScope;
  /** Local names of type parameters, by their Daml names. */
  readonly #parameters: ReadonlyMap<string, string>;
  /** Local name of the imported file with the types. */
  readonly #typesName: string;

  constructor(types: readonly NamedData[], surroundings: SchemaContext) {
    this.#types = types;
    this.#context = surroundings;
    const own = types.map(({ entity }) => this.#getSchemaName(entity));
    const parameters = types.flatMap(({ data }) => (data.kind === "enum" ? [] : data.parameters));
    this.#parameters = new Map(
      parameters.map((name) => [name, findFreeName(escapeReservedTypeName(name), own)]),
    );
    const locals = [...this.#parameters.values()].flatMap((name) => [name, `_${name}`]);
    this.#scope = new GeneratedModuleNameScope([...own, ...locals]);
    this.#typesName = this.#scope.reserveName("types");
  }

  #getSchemaName(entity: string): string {
    const { module, laidOut, context } = this.#context;
    return context.locations.schemaName(laidOut.signature.packageId, module.name, entity);
  }

  #getParameterName(name: string): string {
    return this.#parameters.get(name) ?? name;
  }

  printFile(): string {
    const { module, laidOut, context } = this.#context;
    const body = this.#types.map((each) => this.#printDefinition(each)).join("\n");
    const types =
      context.form === "js"
        ? ""
        : `import type * as ${this.#typesName} from "./${module.file}${context.importSuffix}";\n`;
    const { name, version } = laidOut.signature;
    return `${printFileHeader(`Schemas of ${module.name} of ${name} ${version}`)}\n${this.#scope.importStatements(context.importSuffix)}${types}\n${body}`;
  }

  #printDefinition({ entity, data }: NamedData): string {
    const { module, laidOut, context } = this.#context;
    const { form } = context;
    const id = `${laidOut.signature.packageId}:${module.name}:${entity}`;
    const name = this.#getSchemaName(entity);
    const parameters =
      data.kind === "enum" ? [] : data.parameters.map((each) => this.#getParameterName(each));
    if (parameters.length > 0) return this.#printSchemaFunction(name, { id, parameters, data });
    return printValueDeclaration(form, {
      name,
      type: form === "js" ? "" : this.#printSchemaType(id, []),
      value: form === "d.ts" ? "" : `/* @__PURE__ */ ${this.#printDataSchema(data)}`,
    });
  }

  /** Returns the type of a schema, such as `Schema<types.Expr>`. */
  #printSchemaType(id: TypeId, parameters: readonly string[]): string {
    const path = `${this.#typesName}.${getTypePathInModule(id, this.#context.context.definitions)}`;
    const given = parameters.length === 0 ? "" : `<${parameters.join(", ")}>`;
    return `${this.#importRuntimeName("Schema", true)}<${path}${given}>`;
  }

  /** Returns the schema of a generic type: a function of the schemas of its type parameters. */
  #printSchemaFunction(
    name: string,
    { id, parameters, data }: { id: TypeId; parameters: readonly string[]; data: DataDefinition },
  ): string {
    const { form } = this.#context.context;
    // An unused (phantom) parameter has a name that starts with `_`.
    const locals = parameters.map((each) => (this.#isUsed(each, data) ? each : `_${each}`));
    if (form === "js") {
      return `export const ${name} = (${locals.join(", ")}) =>\n${indentText(this.#printDataSchema(data))};\n`;
    }
    const schema = this.#importRuntimeName("Schema", true);
    const given = parameters.map((each, index) => `${locals[index] ?? each}: ${schema}<${each}>`);
    const result = this.#printSchemaType(id, parameters);
    const [before, between, after] =
      form === "d.ts" ? ["declare ", ":", ` => ${result};`] : ["", " =", `: ${result} =>`];
    const head = `export ${before}const ${name}${between} <${parameters.join(", ")}>`;
    const line = `${head}(${given.join(", ")})${after}`;
    const lines = fitsMaxLineLength(line)
      ? line
      : `${head}(\n${given.map((each) => `  ${each},\n`).join("")})${after}`;
    return form === "d.ts"
      ? `${lines}\n`
      : `${lines}\n${indentText(this.#printDataSchema(data))};\n`;
  }

  #isUsed(parameter: string, data: DataDefinition): boolean {
    if (data.kind === "enum") return false;
    const parts = data.kind === "record" ? data.fields : data.constructors;
    return parts.some(({ type }) =>
      findTypeVariables(type).some((name) => this.#getParameterName(name) === parameter),
    );
  }

  #printDataSchema(data: DataDefinition): string {
    switch (data.kind) {
      case "record":
        return `${this.#importRuntimeName("record")}(() => (${this.#printFieldSchemas(data.fields)}))`;
      case "variant":
        return `${this.#importRuntimeName("variant")}(() => (${this.#printFieldSchemas(data.constructors)}))`;
      case "enum":
        return `${this.#importRuntimeName("enumeration")}([${data.constructors.map((each) => `"${each}"`).join(", ")}])`;
    }
  }

  #printFieldSchemas(parts: readonly Field[]): string {
    const texts = parts.map(
      ({ name, type }) => `${printPropertyName(name)}: ${this.#printTypeSchema(type)}`,
    );
    const line = `{ ${texts.join(", ")} }`;
    if (texts.length === 0) return "{}";
    return texts.length === 1 && fitsMaxLineLength(line, 25)
      ? line
      : `{\n${texts.map((each) => `  ${each},\n`).join("")}}`;
  }

  #printTypeSchema(type: Type): string {
    switch (type.kind) {
      case "unit":
      case "bool":
      case "int64":
      case "text":
      case "timestamp":
      case "party":
        return this.#importRuntimeName(type.kind);
      case "date":
        return this.#importRuntimeName("calendarDate");
      case "numeric":
        return `${this.#importRuntimeName("numeric")}(${type.scale})`;
      case "contractId":
        return `${this.#importRuntimeName("contractId")}()`;
      case "optional": {
        const name = type.element.kind === "variable" ? "optionalOf" : "optional";
        return `${this.#importRuntimeName(name)}(${this.#printTypeSchema(type.element)})`;
      }
      case "list":
      case "textMap":
        return `${this.#importRuntimeName(type.kind)}(${this.#printTypeSchema(type.element)})`;
      case "genMap":
        return `${this.#importRuntimeName("genMap")}(${this.#printTypeSchema(type.key)}, ${this.#printTypeSchema(type.value)})`;
      case "named":
        return this.#printNamedSchema(type.id, type.arguments);
      case "variable":
        return this.#getParameterName(type.name);
    }
  }

  #printNamedSchema(id: TypeId, args: readonly Type[]): string {
    const { module, laidOut, context } = this.#context;
    if (context.definitions.findDataType(id) === undefined) {
      return this.#importRuntimeName("anything");
    }
    const { packageId, qualifiedName } = splitTypeId(id);
    const [otherModule = "", entity = ""] = qualifiedName.split(":");
    const own = laidOut.signature.packageId;
    const name =
      packageId === own && otherModule === module.name
        ? this.#getSchemaName(entity)
        : this.#scope.importName({
            path: `${context.locations.pathTo(packageId, otherModule, own)}.schemas`,
            module: otherModule,
            name: context.locations.schemaName(packageId, otherModule, entity),
            isValue: true,
          });
    return args.length === 0
      ? name
      : `${name}(${args.map((each) => this.#printTypeSchema(each)).join(", ")})`;
  }

  #importRuntimeName(name: string, isType = false): string {
    return this.#scope.importRuntimeName(this.#context.context.runtime.schemas, name, isType);
  }
}

const findTypeVariables = (type: Type): readonly string[] => {
  switch (type.kind) {
    case "variable":
      return [type.name];
    case "optional":
    case "list":
    case "textMap":
      return findTypeVariables(type.element);
    case "genMap":
      return [...findTypeVariables(type.key), ...findTypeVariables(type.value)];
    case "named":
      return type.arguments.flatMap(findTypeVariables);
    case "unit":
    case "bool":
    case "int64":
    case "text":
    case "timestamp":
    case "date":
    case "party":
    case "numeric":
    case "contractId":
      return [];
  }
};

const findFreeName = (name: string, taken: readonly string[]): string =>
  taken.includes(name) ? findFreeName(`${name}_`, taken) : name;
