import type {
  DataConstructors,
  InterfaceInstance,
  LfChoice,
  LfDataType,
  LfExpr,
  LfInterface,
  LfModule,
  LfTemplate,
  LfType,
  TypeParameter,
  TypeSynonym,
  ValueDefinition,
} from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { list, pure, unit, variable } from "./expressions.ts";
import { dataT, partyT, qualified, typed, unitT } from "./types.ts";

/**
 * Builders for the definitions of a module. Template code sees `this`, choices see `self`, `this` and `arg`.
 */

export interface ModuleSource {
  readonly synonyms?: readonly TypeSynonym[];
  readonly dataTypes?: readonly LfDataType[];
  readonly values?: readonly ValueDefinition[];
  readonly templates?: readonly LfTemplate[];
  /** Name and message of exceptions; the message is a function from the exception to Text. */
  readonly exceptions?: Readonly<Record<string, LfExpr>>;
  readonly interfaces?: readonly LfInterface[];
}

export const module = (name: string, source: ModuleSource): LfModule => ({
  name,
  synonyms: byName(source.synonyms ?? []),
  dataTypes: byName(source.dataTypes ?? []),
  values: byName(source.values ?? []),
  templates: byName(source.templates ?? []),
  exceptions: new Map(
    Object.entries(source.exceptions ?? {}).map(([exception, message]) => [
      exception,
      { name: exception, message: () => message },
    ]),
  ),
  interfaces: byName(source.interfaces ?? []),
});

export const byName = <T extends { readonly name: string }>(
  all: readonly T[],
): ReadonlyMap<string, T> => new Map(all.map((each) => [each.name, each]));

const dataType = (
  name: string,
  constructors: DataConstructors,
  options: {
    readonly serializable?: boolean;
    /** A name alone has the kind `*`. */
    readonly parameters?: readonly (string | TypeParameter)[];
  } = {},
): LfDataType => ({
  name,
  parameters: (options.parameters ?? []).map((parameter): TypeParameter =>
    typeof parameter === "string" ? { name: parameter, kind: { kind: "star" } } : parameter,
  ),
  serializable: options.serializable ?? true,
  constructors,
});

type DataOptions = Parameters<typeof dataType>[2];

export const recordType = (
  name: string,
  fields: Readonly<Record<string, LfType>>,
  options?: DataOptions,
): LfDataType => dataType(name, { kind: "record", fields: typedNames(fields) }, options);

export const variantType = (
  name: string,
  constructors: Readonly<Record<string, LfType>>,
  options?: DataOptions,
): LfDataType =>
  dataType(name, { kind: "variant", constructors: typedNames(constructors) }, options);

/** @public Used by the scenarios of `npm run twin` to build packages. */
export const enumType = (name: string, ...constructors: readonly string[]): LfDataType =>
  dataType(name, { kind: "enum", constructors });

/** Returns the data type that belongs to an interface. */
export const interfaceType = (name: string): LfDataType =>
  dataType(name, { kind: "interface" }, { serializable: false });

const typedNames = (fields: Readonly<Record<string, LfType>>) =>
  Object.entries(fields).map(([name, type]) => typed(name, type));

export const valueOf = (name: string, type: LfType, body: LfExpr): ValueDefinition => ({
  name,
  type,
  body: () => body,
});

export interface ChoiceSource {
  readonly consuming?: boolean;
  readonly controllers: LfExpr;
  /** No observers when absent. */
  readonly observers?: LfExpr;
  /** Unit when absent. */
  readonly argument?: LfType;
  /** Unit when absent. */
  readonly result?: LfType;
  readonly body: LfExpr;
}

export const choice = (name: string, source: ChoiceSource): LfChoice => ({
  name,
  consuming: source.consuming ?? false,
  controllers: () => source.controllers,
  observers: () => source.observers ?? list(partyT),
  authorizers: undefined,
  argumentName: "arg",
  argumentType: source.argument ?? unitT,
  resultType: source.result ?? unitT,
  selfName: "self",
  body: () => source.body,
});

export interface TemplateSource {
  readonly precondition?: LfExpr;
  readonly signatories: LfExpr;
  readonly observers?: LfExpr;
  readonly choices?: readonly LfChoice[];
  readonly key?: { readonly type: LfType; readonly body: LfExpr; readonly maintainers: LfExpr };
  readonly implements?: readonly InterfaceInstance[];
}

/** Returns a template; `Archive` is added to its choices. Its record type is defined separately. */
export const template = (name: string, source: TemplateSource): LfTemplate => {
  const { precondition, signatories, key } = source;
  const archive = choice("Archive", {
    consuming: true,
    controllers: signatories,
    body: pure(unitT, unit),
  });
  const choices = [...(source.choices ?? []), archive];
  return {
    name,
    parameter: "this",
    precondition: precondition === undefined ? undefined : () => precondition,
    signatories: () => signatories,
    observers: () => source.observers ?? list(partyT),
    choices: byName(choices),
    key:
      key === undefined
        ? undefined
        : { type: key.type, body: () => key.body, maintainers: () => key.maintainers },
    implements: new Map((source.implements ?? []).map((each) => [each.interfaceId, each])),
  };
};

export const instance = (
  interfaceName: string,
  view: LfExpr,
  methods: Readonly<Record<string, LfExpr>> = {},
): InterfaceInstance => ({
  interfaceId: qualified(interfaceName),
  methods: new Map(Object.entries(methods).map(([name, body]) => [name, () => body])),
  view: () => view,
});

/** Returns `this.<field>` in a template of module Main. */
export const thisField = (templateName: string, name: string): LfExpr => ({
  kind: "recordField",
  type: dataT(`Main:${templateName}`),
  field: name,
  record: variable("this"),
});

export interface InterfaceSource {
  readonly view: LfType;
  readonly methods?: Readonly<Record<string, LfType>>;
  readonly choices?: readonly LfChoice[];
  readonly requires?: readonly string[];
}

export const interfaceOf = (name: string, source: InterfaceSource): LfInterface => ({
  name,
  parameter: "this",
  methods: new Map(Object.entries(source.methods ?? {})),
  choices: byName(source.choices ?? []),
  view: source.view,
  requires: (source.requires ?? []).map(qualified),
});
