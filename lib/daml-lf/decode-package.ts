import { ledgerError } from "../errors/ledger-error.ts";
import type { PackageId, TypeId } from "../model/identifiers.ts";
import type { Archive } from "./archive.ts";
import type {
  DataConstructors,
  DataType,
  ExceptionDefinition,
  Expr,
  InterfaceInstance,
  Kind,
  Lazy,
  LfChoice,
  LfInterface,
  LfModule,
  LfPackage,
  LfTemplate,
  LfType,
  TemplateKey,
  TypedName,
  TypeParameter,
  TypeSynonym,
  ValueDefinition,
} from "./ast.ts";
import { createExprDecoder, type ExprDecoder } from "./decode-expressions.ts";
import {
  dottedNameAt,
  readReference,
  readType,
  readTypedName,
  readTypeParameter,
  readUnit,
  readWholeKind,
  readWholeType,
  References,
  required,
  stringAt,
} from "./decode-types.ts";
import { malformed, MessageReader, noField, type Place, readStrictly } from "./message-reader.ts";

/** Tables under construction: entries refer only to earlier ones. */
interface Draft {
  readonly packageId: PackageId;
  readonly languageVersion: string;
  readonly strings: string[];
  readonly dottedNames: string[];
  readonly kinds: Kind[];
  readonly types: LfType[];
  readonly imports: PackageId[];
  readonly dependencies: Set<PackageId>;
  readonly references: References;
}

interface Context {
  readonly tables: Draft;
  readonly expressions: ExprDecoder;
}

interface Parts {
  readonly modules: Place[];
  readonly dottedNames: Place[];
  readonly kinds: Place[];
  readonly types: Place[];
  readonly exprs: Place[];
  metadata: Place | undefined;
}

/** Deepest nesting of messages: before 2.2 the tree itself is nested, from 2.2 on it is flat. */
const depthLimit = (languageVersion: string): number => (languageVersion === "2.1" ? 1000 : 100);

/**
 * Decodes tables and definitions; bodies wait until they are asked for, and raise DAR_PARSE_ERROR
 * then. Raises DAR_PARSE_ERROR (daml-lf.md 3).
 */
export const decodePackage = (archive: Archive): LfPackage => readStrictly(() => decode(archive));

const decode = (archive: Archive): LfPackage => {
  const { packageId, languageVersion, bytes } = archive;
  const tables: Draft = {
    packageId,
    languageVersion,
    strings: [],
    dottedNames: [],
    kinds: [],
    types: [],
    imports: [],
    dependencies: new Set(),
    references: new References(),
  };
  const maxDepth = depthLimit(languageVersion);
  const reader = new MessageReader(bytes, maxDepth);
  const parts = readParts(reader, tables);
  fillTables(reader, parts, tables);
  const expressions = createExprDecoder({ bytes, maxDepth, interned: parts.exprs, tables });
  const context: Context = { tables, expressions };
  const modules = parts.modules.map((place) => readModule(reader.goTo(place), context));
  const place = required(parts.metadata, "the package metadata");
  const metadata = readMetadata(reader.goTo(place), tables);
  return {
    packageId,
    languageVersion,
    ...metadata,
    dependencies: tables.dependencies,
    modules: uniquely(modules, "module"),
  };
};

const readParts = (reader: MessageReader, tables: Draft): Parts => {
  const parts: Parts = {
    modules: [],
    dottedNames: [],
    kinds: [],
    types: [],
    exprs: [],
    metadata: undefined,
  };
  // The tables have tens of thousands of entries, all else is little.
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 5) parts.types.push(reader.place());
    else if (field === 2) tables.strings.push(reader.string());
    else if (field === 3) parts.dottedNames.push(reader.place());
    else if (field === 7) parts.exprs.push(reader.place());
    else if (field === 1) parts.modules.push(reader.place());
    else if (field === 4) parts.metadata = reader.place();
    else if (field === 6) parts.kinds.push(reader.place());
    else if (field === 8) reader.string();
    else if (field === 9) readImports(reader, tables);
    else reader.unknown(field, "Package");
  return parts;
};

const readImports = (reader: MessageReader, tables: Draft): void => {
  reader.message((field) => {
    if (field === 1) tables.imports.push(reader.string());
    else reader.unknown(field, "PackageImports");
  });
};

const fillTables = (reader: MessageReader, parts: Parts, tables: Draft): void => {
  const { dottedNames, kinds, types } = tables;
  for (const place of parts.dottedNames)
    dottedNames.push(readDottedName(reader.goTo(place), tables));
  for (const place of parts.kinds) kinds.push(readWholeKind(reader.goTo(place), tables));
  for (const place of parts.types) types.push(readWholeType(reader.goTo(place), tables));
};

const readDottedName = (reader: MessageReader, tables: Draft): string => {
  const segments: number[] = [];
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) reader.int32s(segments);
    else reader.unknown(field, "InternedDottedName");
  const [first] = segments;
  if (first === undefined) throw malformed("a dotted name is empty");
  if (segments.length === 1) return stringAt(tables, first);
  return segments.map((index) => stringAt(tables, index)).join(".");
};

const readMetadata = (
  reader: MessageReader,
  tables: Draft,
): Pick<LfPackage, "name" | "version" | "upgradedPackageId"> => {
  let name = 0;
  let version = 0;
  let upgraded: PackageId | undefined;
  reader.fields((field) => {
    if (field === 1) name = reader.int32();
    else if (field === 2) version = reader.int32();
    else if (field === 3) upgraded = readUpgradedPackage(reader, tables);
    else reader.unknown(field, "PackageMetadata");
  });
  return {
    name: stringAt(tables, name),
    version: stringAt(tables, version),
    ...(upgraded === undefined ? {} : { upgradedPackageId: upgraded }),
  };
};

const readUpgradedPackage = (reader: MessageReader, tables: Draft): PackageId => {
  let index = 0;
  reader.message((field) => {
    if (field === 1) index = reader.int32();
    else reader.unknown(field, "UpgradedPackageId");
  });
  return stringAt(tables, index);
};

const uniquely = <T extends { readonly name: string }>(
  definitions: readonly T[],
  what: string,
): ReadonlyMap<string, T> => {
  const byName = new Map<string, T>();
  for (const definition of definitions) {
    if (byName.has(definition.name)) throw malformed(`${what} ${definition.name} is defined twice`);
    byName.set(definition.name, definition);
  }
  return byName;
};

const readModule = (reader: MessageReader, context: Context): LfModule => {
  let name = 0;
  const synonyms: TypeSynonym[] = [];
  const dataTypes: DataType[] = [];
  const values: ValueDefinition[] = [];
  const templates: LfTemplate[] = [];
  const exceptions: ExceptionDefinition[] = [];
  const interfaces: LfInterface[] = [];
  reader.fields((field) => {
    if (field === 1) name = reader.int32();
    else if (field === 2) readFeatureFlags(reader);
    else if (field === 3) synonyms.push(readSynonym(reader, context));
    else if (field === 4) dataTypes.push(readDataType(reader, context));
    else if (field === 5) values.push(readValue(reader, context));
    else if (field === 6) templates.push(readTemplate(reader, context));
    else if (field === 7) exceptions.push(readException(reader, context));
    else if (field === 8) interfaces.push(readInterface(reader, context));
    else reader.unknown(field, "Module");
  });
  return {
    name: dottedNameAt(context.tables, name),
    synonyms: uniquely(synonyms, "type synonym"),
    dataTypes: uniquely(dataTypes, "data type"),
    values: uniquely(values, "value"),
    templates: uniquely(templates, "template"),
    exceptions: uniquely(exceptions, "exception"),
    interfaces: uniquely(interfaces, "interface"),
  };
};

const readFeatureFlags = (reader: MessageReader): void => {
  const flags = new Set<number>();
  reader.message((field) => {
    if (field < 1 || field > 3) reader.unknown(field, "FeatureFlags");
    if (reader.bool()) flags.add(field);
  });
  if (flags.size !== 3) throw malformed("a module does not set all three feature flags");
};

const readSynonym = (reader: MessageReader, { tables }: Context): TypeSynonym => {
  let name = 0;
  const parameters: TypeParameter[] = [];
  let type: LfType | undefined;
  reader.message((field) => {
    if (field === 1) reader.skip();
    else if (field === 2) name = reader.int32();
    else if (field === 3) parameters.push(readTypeParameter(reader, tables));
    else if (field === 4) type = readType(reader, tables);
    else reader.unknown(field, "DefTypeSyn");
  });
  return {
    name: dottedNameAt(tables, name),
    parameters,
    type: required(type, "the type of a synonym"),
  };
};

const readDataType = (reader: MessageReader, { tables }: Context): DataType => {
  let name = 0;
  let serializable = false;
  const parameters: TypeParameter[] = [];
  let constructors: DataConstructors | undefined;
  reader.message((field) => {
    if (field === 1) reader.skip();
    else if (field === 2) name = reader.int32();
    else if (field === 3) parameters.push(readTypeParameter(reader, tables));
    else if (field === 4) serializable = reader.bool();
    else if (field === 5) constructors = { kind: "record", fields: readFields(reader, tables) };
    else if (field === 6)
      constructors = { kind: "variant", constructors: readFields(reader, tables) };
    else if (field === 7) constructors = { kind: "enum", constructors: readEnum(reader, tables) };
    else if (field === 8) {
      readUnit(reader);
      constructors = { kind: "interface" };
    } else reader.unknown(field, "DefDataType");
  });
  return {
    name: dottedNameAt(tables, name),
    parameters,
    serializable,
    constructors: required(constructors, "the constructors of a data type"),
  };
};

const readFields = (reader: MessageReader, tables: Draft): readonly TypedName[] => {
  const fields: TypedName[] = [];
  reader.message((field) => {
    if (field === 1) fields.push(readTypedName(reader, tables));
    else reader.unknown(field, "Fields");
  });
  return fields;
};

const readEnum = (reader: MessageReader, tables: Draft): readonly string[] => {
  const constructors: number[] = [];
  reader.message((field) => {
    if (field === 2) reader.int32s(constructors);
    else reader.unknown(field, "EnumConstructors");
  });
  return constructors.map((index) => stringAt(tables, index));
};

const readValue = (reader: MessageReader, { tables, expressions }: Context): ValueDefinition => {
  let typed: TypedName | undefined;
  let body: Lazy<Expr> | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) reader.skip();
    else if (field === 2) typed = readNameWithType(reader, tables);
    else if (field === 3) body = expressions.later(reader);
    else reader.unknown(field, "DefValue");
  reader.leave(outer);
  const { name, type } = required(typed, "the name of a value");
  return { name, type, body: required(body, "the body of a value") };
};

const readNameWithType = (reader: MessageReader, tables: Draft): TypedName => {
  let name = 0;
  let type: LfType | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) name = reader.int32();
    else if (field === 2) type = readType(reader, tables);
    else reader.unknown(field, "NameWithType");
  reader.leave(outer);
  return { name: dottedNameAt(tables, name), type: required(type, "the type of a value") };
};

const readException = (reader: MessageReader, context: Context): ExceptionDefinition => {
  let name = 0;
  let message: Lazy<Expr> | undefined;
  reader.message((field) => {
    if (field === 1) name = reader.int32();
    else if (field === 2) reader.skip();
    else if (field === 3) message = context.expressions.later(reader);
    else reader.unknown(field, "DefException");
  });
  return {
    name: dottedNameAt(context.tables, name),
    message: required(message, "the message of an exception"),
  };
};

const readTemplate = (reader: MessageReader, context: Context): LfTemplate => {
  const { tables, expressions } = context;
  let name = 0;
  let parameter = 0;
  let precondition: Lazy<Expr> | undefined;
  let signatories: Lazy<Expr> | undefined;
  let observers: Lazy<Expr> | undefined;
  let key: TemplateKey | undefined;
  const choices: LfChoice[] = [];
  const instances = new Map<TypeId, InterfaceInstance>();
  reader.message((field) => {
    if (field === 1) name = reader.int32();
    else if (field === 2) parameter = reader.int32();
    else if (field === 3) precondition = expressions.later(reader);
    else if (field === 4) signatories = expressions.later(reader);
    else if (field === 6) choices.push(readChoice(reader, context));
    else if (field === 7) observers = expressions.later(reader);
    else if (field === 8) reader.skip();
    else if (field === 9) key = readKey(reader, context);
    else if (field === 10) {
      const instance = readInstance(reader, context);
      if (instances.has(instance.interfaceId))
        throw malformed(`a template implements ${instance.interfaceId} twice`);
      instances.set(instance.interfaceId, instance);
    } else reader.unknown(field, "DefTemplate");
  });
  return {
    name: dottedNameAt(tables, name),
    parameter: stringAt(tables, parameter),
    precondition,
    signatories: required(signatories, "the signatories of a template"),
    observers: required(observers, "the observers of a template"),
    choices: uniquely(choices, "choice"),
    key,
    implements: instances,
  };
};

const readKey = (reader: MessageReader, { tables, expressions }: Context): TemplateKey => {
  let type: LfType | undefined;
  let body: Lazy<Expr> | undefined;
  let maintainers: Lazy<Expr> | undefined;
  reader.message((field) => {
    if (field === 1) type = readType(reader, tables);
    else if (field === 3) maintainers = expressions.later(reader);
    else if (field === 4) body = expressions.later(reader);
    else reader.unknown(field, "DefKey");
  });
  return {
    type: required(type, "the type of a key"),
    body: required(body, "the expression of a key"),
    maintainers: required(maintainers, "the maintainers of a key"),
  };
};

const readInstance = (reader: MessageReader, context: Context): InterfaceInstance => {
  let interfaceId: TypeId | undefined;
  let body: Omit<InterfaceInstance, "interfaceId"> | undefined;
  reader.message((field) => {
    if (field === 1) interfaceId = readReference(reader, context.tables);
    else if (field === 2) body = readInstanceBody(reader, context);
    else if (field === 3) reader.skip();
    else reader.unknown(field, "an interface instance");
  });
  return {
    interfaceId: required(interfaceId, "the interface of an instance"),
    ...required(body, "the body of an interface instance"),
  };
};

const readInstanceBody = (
  reader: MessageReader,
  { tables, expressions }: Context,
): Omit<InterfaceInstance, "interfaceId"> => {
  const methods = new Map<string, Lazy<Expr>>();
  let view: Lazy<Expr> | undefined;
  reader.message((field) => {
    if (field === 1) {
      let name = 0;
      let value: Lazy<Expr> | undefined;
      reader.message((inner) => {
        if (inner === 1) name = reader.int32();
        else if (inner === 2) value = expressions.later(reader);
        else reader.unknown(inner, "an instance method");
      });
      methods.set(stringAt(tables, name), required(value, "the body of a method"));
    } else if (field === 2) view = expressions.later(reader);
    else reader.unknown(field, "the body of an interface instance");
  });
  return { methods, view: required(view, "the view of an interface instance") };
};

const readChoice = (reader: MessageReader, { tables, expressions }: Context): LfChoice => {
  let name = 0;
  let consuming = false;
  let selfName = 0;
  let controllers: Lazy<Expr> | undefined;
  let observers: Lazy<Expr> | undefined;
  let authorizers: Lazy<Expr> | undefined;
  let argument: TypedName | undefined;
  let resultType: LfType | undefined;
  let body: Lazy<Expr> | undefined;
  reader.message((field) => {
    if (field === 1) reader.skip();
    else if (field === 2) name = reader.int32();
    else if (field === 3) consuming = reader.bool();
    else if (field === 4) controllers = expressions.later(reader);
    else if (field === 5) observers = expressions.later(reader);
    else if (field === 6) argument = readTypedName(reader, tables);
    else if (field === 8) resultType = readType(reader, tables);
    else if (field === 9) body = expressions.later(reader);
    else if (field === 10) selfName = reader.int32();
    else if (field === 1001) authorizers = expressions.later(reader);
    else reader.unknown(field, "TemplateChoice");
  });
  const { name: argumentName, type: argumentType } = required(argument, "a choice's argument");
  return {
    name: stringAt(tables, name),
    consuming,
    controllers: required(controllers, "the controllers of a choice"),
    observers,
    authorizers,
    argumentName,
    argumentType,
    resultType: required(resultType, "the result type of a choice"),
    selfName: stringAt(tables, selfName),
    body: required(body, "the body of a choice"),
  };
};

const readInterface = (reader: MessageReader, context: Context): LfInterface => {
  const { tables } = context;
  let name = 0;
  let parameter = 0;
  let view: LfType | undefined;
  const methods = new Map<string, LfType>();
  const choices: LfChoice[] = [];
  const requires: TypeId[] = [];
  reader.message((field) => {
    if (field === 1) reader.skip();
    else if (field === 2) name = reader.int32();
    else if (field === 3) readMethod(reader, tables, methods);
    else if (field === 4) parameter = reader.int32();
    else if (field === 5) choices.push(readChoice(reader, context));
    else if (field === 6) view = readType(reader, tables);
    else if (field === 7) requires.push(readReference(reader, tables));
    else reader.unknown(field, "DefInterface");
  });
  return {
    name: dottedNameAt(tables, name),
    parameter: stringAt(tables, parameter),
    methods,
    choices: uniquely(choices, "choice"),
    view: required(view, "the view type of an interface"),
    requires,
  };
};

const readMethod = (reader: MessageReader, tables: Draft, methods: Map<string, LfType>): void => {
  let name = 0;
  let type: LfType | undefined;
  reader.message((field) => {
    if (field === 1) reader.skip();
    else if (field === 2) name = reader.int32();
    else if (field === 3) type = readType(reader, tables);
    else reader.unknown(field, "InterfaceMethod");
  });
  methods.set(stringAt(tables, name), required(type, "the type of a method"));
};

/** Language versions this engine runs; `2.dev` only when asked for (daml-lf.md 4). */
export const checkLanguageVersion = (archive: Archive, allowDev: boolean): void => {
  const { languageVersion, packageId } = archive;
  const allowed = allowDev ? [...stableVersions, "2.dev"] : stableVersions;
  if (allowed.includes(languageVersion)) return;
  throw ledgerError("ALLOWED_LANGUAGE_VERSIONS", {
    cause: `Package ${packageId} is written in Daml-LF ${languageVersion}; allowed are ${allowed.join(", ")}.`,
    context: { packageId, languageVersion },
  });
};

const stableVersions: readonly string[] = ["2.1", "2.2", "2.3"];
