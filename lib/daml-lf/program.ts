import type { LedgerError } from "../errors/ledger-error.ts";
import { splitTypeId, type PackageId, type TypeId } from "../model/identifiers.ts";
import { interpretationError } from "../transaction/interpretation-error.ts";
import type {
  DataType,
  Expr,
  InterfaceInstance,
  Lazy,
  LfChoice,
  LfInterface,
  LfModule,
  LfPackage,
  LfTemplate,
  LfType,
  ValueDefinition,
  ValueName,
} from "./ast.ts";
import { apply, takeStep, withWholeBudget } from "./apply.ts";
import { asKind, asText } from "./builtin.ts";
import { builtinFor } from "./builtins.ts";
import { compileFunction } from "./compile.ts";
import { arithmeticErrorId } from "./exception.ts";
import { checkedView, LedgerValueReader, toLedgerValue, unknownType } from "./ledger-values.ts";
import {
  unit,
  type AnyV,
  type BuiltinV,
  type Code,
  type ContractIdV,
  type InterfaceV,
  type RecordV,
  type RuntimeValue,
  type Shape,
} from "./runtime-value.ts";

/** The pieces of a template, compiled when first needed. */
export interface TemplateCode {
  readonly definition: LfTemplate;
  readonly payloadType: LfType;
  readonly precondition: ((payload: RuntimeValue) => RuntimeValue) | undefined;
  readonly signatories: (payload: RuntimeValue) => RuntimeValue;
  readonly observers: (payload: RuntimeValue) => RuntimeValue;
  readonly key: KeyCode | undefined;
}

export interface KeyCode {
  readonly type: LfType;
  readonly of: (payload: RuntimeValue) => RuntimeValue;
  readonly maintainers: (key: RuntimeValue) => RuntimeValue;
}

export interface ChoiceCode {
  readonly definition: LfChoice;
  readonly controllers: (payload: RuntimeValue, argument: RuntimeValue) => RuntimeValue;
  readonly observers: ((payload: RuntimeValue, argument: RuntimeValue) => RuntimeValue) | undefined;
  /** Gives the update to perform. */
  readonly body: (
    self: RuntimeValue,
    payload: RuntimeValue,
    argument: RuntimeValue,
  ) => RuntimeValue;
}

/**
 * All packages the engine knows, linked: looks up definitions across packages and compiles them when
 * they are first used. Packages are only ever added, and their ids are hashes of their content, so
 * what is compiled stays right.
 */
export class Program {
  readonly #packages: Map<PackageId, LfPackage>;
  readonly #values = new Map<ValueName, () => RuntimeValue>();
  readonly #shapes: Map<TypeId, Shape>;
  readonly #ranks: Map<TypeId, ReadonlyMap<string, number>>;
  readonly #templates = new Map<TypeId, TemplateCode>();
  readonly #choices = new Map<TypeId, Map<string, ChoiceCode>>();
  readonly #methods = new Map<string, (payload: RuntimeValue) => RuntimeValue>();
  readonly values: LedgerValueReader;

  /** A program of its own code over the packages and types of `other`, those added later included. */
  constructor(other?: Program) {
    this.#packages = other === undefined ? new Map<PackageId, LfPackage>() : other.#packages;
    this.#shapes = other === undefined ? new Map<TypeId, Shape>() : other.#shapes;
    this.#ranks =
      other === undefined ? new Map<TypeId, ReadonlyMap<string, number>>() : other.#ranks;
    this.values = other === undefined ? new LedgerValueReader(this) : other.values;
  }

  add(lfPackage: LfPackage): void {
    this.#packages.set(lfPackage.packageId, lfPackage);
  }

  has(packageId: PackageId): boolean {
    return this.#packages.has(packageId);
  }

  package(packageId: PackageId): LfPackage | undefined {
    return this.#packages.get(packageId);
  }

  /** The module and the name inside it that a reference stands for. */
  protected locate(id: TypeId | ValueName): { readonly module: LfModule; readonly name: string } {
    const { packageId, qualifiedName } = splitTypeId(id);
    const colon = qualifiedName.indexOf(":");
    const module = this.#packages.get(packageId)?.modules.get(qualifiedName.slice(0, colon));
    if (module === undefined) throw unknownType(id);
    return { module, name: qualifiedName.slice(colon + 1) };
  }

  dataType(id: TypeId): DataType {
    const { module, name } = this.locate(id);
    const found = module.dataTypes.get(name);
    if (found === undefined) throw unknownType(id);
    return found;
  }

  /** One shape object per type. */
  shapeOf(id: TypeId): Shape {
    const known = this.#shapes.get(id);
    if (known !== undefined) return known;
    const shape: Shape = { typeId: id, names: namesOf(this.dataType(id)) };
    this.#shapes.set(id, shape);
    return shape;
  }

  /** Position of a field or constructor in its declaration. */
  rankOf(id: TypeId, name: string): number {
    let ranks = this.#ranks.get(id);
    if (ranks === undefined) {
      ranks = new Map(this.shapeOf(id).names.map((each, rank) => [each, rank]));
      this.#ranks.set(id, ranks);
    }
    const rank = ranks.get(name);
    if (rank === undefined) throw unknownType(`${id}.${name}`);
    return rank;
  }

  /** The type without synonyms, with `bindings` put in for variables. */
  expand(type: LfType, bindings: ReadonlyMap<string, LfType> = new Map()): LfType {
    switch (type.kind) {
      case "variable":
        return bindings.get(type.name) ?? type;
      case "builtin":
      case "constructor":
        return type.arguments.length === 0
          ? type
          : { ...type, arguments: type.arguments.map((each) => this.expand(each, bindings)) };
      case "struct":
        return {
          kind: "struct",
          fields: type.fields.map(({ name, type: field }) => ({
            name,
            type: this.expand(field, bindings),
          })),
        };
      case "synonym":
        return this.#expandSynonym(type, bindings);
      case "forall":
        return { ...type, body: this.expand(type.body, bindings) };
      case "nat":
        return type;
    }
  }

  #expandSynonym(
    type: Extract<LfType, { readonly kind: "synonym" }>,
    bindings: ReadonlyMap<string, LfType>,
  ): LfType {
    const { module, name } = this.locate(type.id);
    const synonym = module.synonyms.get(name);
    if (synonym === undefined) throw unknownType(type.id);
    const own = new Map(
      synonym.parameters.flatMap((parameter, index) => {
        const argument = type.arguments[index];
        return argument === undefined
          ? []
          : [[parameter.name, this.expand(argument, bindings)] as const];
      }),
    );
    return this.expand(synonym.type, own);
  }

  /** A function of the named parameters; the result takes them in this order. */
  function(
    parameters: readonly string[],
    body: Expr,
  ): (...args: readonly RuntimeValue[]) => RuntimeValue {
    return compileFunction(this, parameters, body);
  }

  /** What a function makes of its arguments. */
  apply(fun: RuntimeValue, args: readonly RuntimeValue[]): RuntimeValue {
    return apply(fun, args);
  }

  /** The value of code that was called from outside, once all that it left to be called is done. */
  settle(evaluate: () => RuntimeValue): RuntimeValue {
    return evaluate();
  }

  builtin(id: number): RuntimeValue {
    if (id === 59) return this.#exceptionMessage;
    return builtinFor(id);
  }

  readonly #exceptionMessage: BuiltinV = {
    kind: "builtin",
    name: "ANY_EXCEPTION_MESSAGE",
    arity: 1,
    run: ([exception]) => this.messageOf(asKind("any", exception ?? unit)),
  };

  /** The builtin that an expression names outright, if it is a function. */
  knownBuiltin(expr: Expr): BuiltinV | undefined {
    if (expr.kind === "typeApply") return this.knownBuiltin(expr.expr);
    if (expr.kind !== "builtin") return undefined;
    const value = this.builtin(expr.id);
    return typeof value === "object" && value.kind === "builtin" ? value : undefined;
  }

  /** Code that gives a top-level value, evaluating it the first time (daml-lf.md 7). */
  valueReference(name: ValueName): Code {
    let value: RuntimeValue | undefined;
    return () => (value ??= this.value(name)());
  }

  value(name: ValueName): () => RuntimeValue {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const force = this.#memoised(name, this.definition(name).body);
    this.#values.set(name, force);
    return force;
  }

  /** What a top-level value is defined as. */
  definition(name: ValueName): ValueDefinition {
    const { module, name: own } = this.locate(name);
    const definition = module.values.get(own);
    if (definition === undefined) throw unknownType(name);
    return definition;
  }

  /**
   * A failure is not remembered; needing itself is one. Has a budget of its own, so that it does not
   * matter which submission needs the value first.
   */
  #memoised(name: ValueName, body: Lazy<Expr>): () => RuntimeValue {
    let value: RuntimeValue | undefined;
    let code: (() => RuntimeValue) | undefined;
    let running = false;
    return () => {
      if (value !== undefined) return value;
      if (running) throw definedByItself(name);
      running = true;
      try {
        const evaluate = (code ??= this.function([], body()));
        value = withWholeBudget(() => {
          takeStep();
          return evaluate();
        });
        return value;
      } finally {
        running = false;
      }
    };
  }

  template(id: TypeId): TemplateCode {
    const known = this.#templates.get(id);
    if (known !== undefined) return known;
    const { module, name } = this.locate(id);
    const definition = module.templates.get(name);
    if (definition === undefined) throw unknownType(id);
    const code = this.#compileTemplate(id, definition);
    this.#templates.set(id, code);
    return code;
  }

  #compileTemplate(id: TypeId, definition: LfTemplate): TemplateCode {
    const piece = (body: Lazy<Expr>): ((payload: RuntimeValue) => RuntimeValue) =>
      later(() => this.function([definition.parameter], body()));
    const { key } = definition;
    return {
      definition,
      payloadType: { kind: "constructor", id, arguments: [] },
      precondition:
        definition.precondition === undefined ? undefined : piece(definition.precondition),
      signatories: piece(definition.signatories),
      observers: piece(definition.observers),
      key:
        key === undefined
          ? undefined
          : {
              type: key.type,
              of: piece(key.body),
              maintainers: later(() => {
                const maintainers = this.function([], key.maintainers());
                return (value) => this.apply(maintainers(), [value]);
              }),
            },
    };
  }

  interface(id: TypeId): LfInterface | undefined {
    const { packageId, qualifiedName } = splitTypeId(id);
    const colon = qualifiedName.indexOf(":");
    return this.#packages
      .get(packageId)
      ?.modules.get(qualifiedName.slice(0, colon))
      ?.interfaces.get(qualifiedName.slice(colon + 1));
  }

  /** A choice of a template or of an interface. */
  choice(owner: TypeId, name: string): ChoiceCode {
    let choices = this.#choices.get(owner);
    const known = choices?.get(name);
    if (known !== undefined) return known;
    const definition = this.interface(owner) ?? this.template(owner).definition;
    const choice = definition.choices.get(name);
    if (choice === undefined) throw unknownType(`${owner}/${name}`);
    const code = this.#compileChoice(definition.parameter, choice);
    choices ??= new Map();
    this.#choices.set(owner, choices.set(name, code));
    return code;
  }

  #compileChoice(parameter: string, definition: LfChoice): ChoiceCode {
    const { argumentName, selfName } = definition;
    const { observers } = definition;
    return {
      definition,
      controllers: later(() => this.function([parameter, argumentName], definition.controllers())),
      observers:
        observers === undefined
          ? undefined
          : later(() => this.function([parameter, argumentName], observers())),
      body: later(() => this.function([selfName, parameter, argumentName], definition.body())),
    };
  }

  implements(templateId: TypeId, interfaceId: TypeId): boolean {
    return this.template(templateId).definition.implements.has(interfaceId);
  }

  /** Takes one step of the budget, as views, signatories and observers through an interface do. */
  callMethod(value: InterfaceV, interfaceId: TypeId, method: string): RuntimeValue {
    const key = `${value.templateId}/${interfaceId}/${method}`;
    return this.#methodCode(key, value, this.methodBody(value.templateId, interfaceId, method));
  }

  protected methodBody(templateId: TypeId, interfaceId: TypeId, method: string): Lazy<Expr> {
    const body = this.instance(templateId, interfaceId).methods.get(method);
    if (body === undefined) throw unknownType(`${interfaceId}.${method}`);
    return body;
  }

  view(value: InterfaceV, interfaceId: TypeId): RuntimeValue {
    const { view } = this.instance(value.templateId, interfaceId);
    return checkedView(this.#methodCode(`${value.templateId}/${interfaceId}`, value, view));
  }

  #methodCode(key: string, value: InterfaceV, body: Lazy<Expr>): RuntimeValue {
    takeStep();
    let code = this.#methods.get(key);
    if (code === undefined) {
      const { parameter } = this.template(value.templateId).definition;
      code = this.function([parameter], body());
      this.#methods.set(key, code);
    }
    return code(value.payload);
  }

  protected instance(templateId: TypeId, interfaceId: TypeId): InterfaceInstance {
    const instance = this.template(templateId).definition.implements.get(interfaceId);
    if (instance === undefined)
      throw interpretationError("CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE", {
        cause: `the template ${templateId} does not implement the interface ${interfaceId}.`,
        resources: [
          ["TEMPLATE_ID", templateId],
          ["INTERFACE_ID", interfaceId],
        ],
      });
    return instance;
  }

  signatories(value: InterfaceV): RuntimeValue {
    takeStep();
    return this.template(value.templateId).signatories(value.payload);
  }

  observers(value: InterfaceV): RuntimeValue {
    takeStep();
    return this.template(value.templateId).observers(value.payload);
  }

  /** The payload, if the value is of this template or of another version of it (daml-lf.md 7). */
  fromInterface(value: InterfaceV, templateId: TypeId): RecordV | undefined {
    if (value.templateId === templateId) return value.payload;
    if (!this.#sameLineage(value.templateId, templateId)) return undefined;
    const { payloadType } = this.template(templateId);
    return asKind("record", this.values.read(payloadType, toLedgerValue(value.payload)));
  }

  #sameLineage(left: TypeId, right: TypeId): boolean {
    const one = splitTypeId(left);
    const other = splitTypeId(right);
    return (
      one.qualifiedName === other.qualifiedName &&
      this.#packages.get(one.packageId)?.name === this.#packages.get(other.packageId)?.name
    );
  }

  unsafeFromInterface(value: InterfaceV, templateId: TypeId, { contractId }: ContractIdV): RecordV {
    if (value.templateId === templateId) return value.payload;
    throw interpretationError("WRONGLY_TYPED_CONTRACT", {
      cause: `contract ${contractId} is of template ${value.templateId}, not ${templateId}.`,
      resources: [
        ["CONTRACT_ID", contractId],
        ["TEMPLATE_ID", templateId],
        ["TEMPLATE_ID", value.templateId],
      ],
    });
  }

  requireImplementation(
    value: InterfaceV,
    expected: {
      readonly required: TypeId;
      readonly requiring: TypeId;
      readonly contractId: ContractIdV;
    },
  ): void {
    if (this.implements(value.templateId, expected.requiring)) return;
    throw interpretationError("CONTRACT_DOES_NOT_IMPLEMENT_REQUIRING_INTERFACE", {
      cause: `contract ${expected.contractId.contractId} implements ${expected.required} but not ${expected.requiring}.`,
      resources: [
        ["CONTRACT_ID", expected.contractId.contractId],
        ["TEMPLATE_ID", value.templateId],
        ["INTERFACE_ID", expected.requiring],
      ],
    });
  }

  /** What an exception says of itself. */
  messageOf({ type, value }: AnyV): string {
    const body = this.messageBody(type);
    if (body === undefined) return asText(asKind("record", value).fields[0] ?? unit);
    const message = this.function([], body())();
    return asText(this.apply(message, [value]));
  }

  /** What gives the message of an exception; undefined for the one whose field is its message. */
  protected messageBody(type: LfType): Lazy<Expr> | undefined {
    if (type.kind !== "constructor") throw unknownType("an exception");
    if (type.id === arithmeticErrorId) return undefined;
    const { module, name } = this.locate(type.id);
    const exception = module.exceptions.get(name);
    if (exception === undefined) throw unknownType(type.id);
    return exception.message;
  }
}

/** Evaluating the value needs its own value. */
export const definedByItself = (name: ValueName): LedgerError =>
  interpretationError("DAML_INTERPRETATION_ERROR", {
    cause: `the value ${name} is defined by itself.`,
  });

const namesOf = ({ constructors }: DataType): readonly string[] => {
  switch (constructors.kind) {
    case "record":
      return constructors.fields.map(({ name }) => name);
    case "variant":
      return constructors.constructors.map(({ name }) => name);
    case "enum":
      return constructors.constructors;
    case "interface":
      return [];
  }
};

/** Makes the function when it is first called. */
const later = <Args extends readonly RuntimeValue[]>(
  make: () => (...args: Args) => RuntimeValue,
): ((...args: Args) => RuntimeValue) => {
  let made: ((...args: Args) => RuntimeValue) | undefined;
  return (...args) => (made ??= make())(...args);
};
