import type { TypeReference } from "../../base/identifiers/identifiers.ts";
import type { ChoiceBodies, ChoicesByName, ChoiceSpecification } from "./define-template.ts";
import type { Choice, ChoiceOwner } from "./types/choice.ts";
import {
  getInterfaceDeclaration,
  InterfaceDeclaration,
  storeTemplateOrInterfaceDeclaration,
} from "./types/declaration.ts";
import type { Descriptor, Fields, InputOf, NativeOf, NoFields } from "./types/descriptor.ts";
import type { CreatedEventToDecode, ReadableTransaction } from "./types/event-fields.ts";
import { addChoiceProperties, createArchiveChoice } from "./types/owned-choices.ts";
import { getDeclaredDamlTypeReference } from "./types/package-names.ts";
import {
  collectFromCreatedEvents,
  type ContractInEvent,
  readInterfaceContractInEvent,
} from "./types/read-events.ts";
import { record, type RecordDescriptor } from "./types/record-type.ts";
import { requireKnownInterfaceProperties } from "./types/specification-checks.ts";

declare const signature: unique symbol;

/** The static type of a method; see {@link method}. */
export interface Method<Signature> {
  readonly [signature]?: Signature;
}

/**
 * Declares a method of an interface by its static type: `transfer: method<(tx: TransactionContext, to:
 * Party) => ContractId<"Main:Holding">>()`. Only contract code calls methods, so their types need not be
 * ledger types.
 */
export const method = <Signature extends (...parameters: never) => unknown>(): Method<Signature> =>
  Object.freeze({});

/** The methods of an interface, by name. */
export type Methods = Readonly<Record<string, Method<unknown>>>;

/**
 * A contract as a value of an interface: its view, and the methods that its template implements.
 */
export type InterfaceValue<V extends Fields, M> = {
  /** Computed on first access. */
  readonly view: NativeOf<V>;
} & { readonly [Name in keyof M]: M[Name] extends Method<infer Signature> ? Signature : never };

/** A template's implementation of an interface: functions that receive the payload first. */
type InterfaceImplementation<Payload, V extends Fields, M> = {
  readonly view: (payload: Payload) => InputOf<V>;
} & {
  readonly [Name in keyof M]: M[Name] extends Method<
    (...parameters: infer Parameters extends unknown[]) => infer Result
  >
    ? (payload: Payload, ...parameters: Parameters) => Result
    : never;
};

/**
 * Implementation of interface `I`. TypeScript infers it from `I` alone, so that parameters need no
 * type annotations.
 */
export type InterfaceImplementationOf<Payload, I> =
  I extends Interface<string, infer V, infer M> ? InterfaceImplementation<Payload, V, M> : never;

/** Argument of `defineInterface`: the fields of the view, methods for contract code, and choices. */
export interface InterfaceSpecification<V extends Fields, M, A, R> {
  readonly view: V;
  readonly methods?: M;
  /** Interfaces that every implementing template must also implement. */
  readonly requires?: readonly Interface[];
  readonly choices?: {
    readonly [Name in keyof A & keyof R]: ChoiceSpecification<
      InterfaceValue<V, M>,
      A[Name],
      R[Name]
    >;
  };
}

/** An interface that templates implement and contract code refers to. */
export interface Interface<
  Name extends string = string,
  V extends Fields = Fields,
  M = unknown,
> extends ChoiceOwner<Name> {
  readonly qualifiedName: Name;
  readonly view: RecordDescriptor<V>;
  readonly methods: M;
  /**
   * Returns the contract of a created event of the JSON Ledger API, with its view as the payload. Undefined
   * for an event without this view.
   */
  from(event: CreatedEventToDecode): ContractInEvent<Name, NativeOf<V>, undefined> | undefined;
  /** Returns the contracts with this view that a transaction of the JSON Ledger API creates. */
  createdIn(
    transaction: ReadableTransaction,
  ): readonly ContractInEvent<Name, NativeOf<V>, undefined>[];
}

/** The part of an interface that sets the code of its choices. */
export interface ImplementableInterface<Name extends string, V extends Fields, M, A, R> {
  /** Sets the code of the choices. Raises INVALID_ARGUMENT if a choice already has code. */
  implement(bodies: ChoiceBodies<Name, InterfaceValue<V, M>, A, R>): void;
}

/**
 * Declares an interface `Module:Entity`. Raises INVALID_ARGUMENT for malformed names and for a method named
 * `view`.
 */
export const defineInterface = <
  const Name extends string,
  V extends Fields,
  M extends Methods = NoFields,
  A extends Record<string, unknown> = NoFields,
  R extends Record<string, unknown> = NoFields,
>(
  name: Name,
  specification: InterfaceSpecification<V, M, A, R>,
): Interface<Name, V, M> & ImplementableInterface<Name, V, M, A, R> & ChoicesByName<Name, A, R> => {
  requireKnownInterfaceProperties(name, specification);
  const { view, methods = {}, requires = [], choices = {} } = specification;
  const declaration = new InterfaceDeclaration(name, {
    view: record(`${name}.View`, view),
    methods: Object.keys(methods),
    requires: requires.map(getInterfaceDeclaration),
    // Safe: the engine calls choice bodies with native values that match the static types.
    choices: choices,
  });
  const owner = new DefinedInterface(declaration, methods);
  addChoiceProperties(owner, declaration);
  storeTemplateOrInterfaceDeclaration(owner, declaration);
  // DefinedInterface has these members with less precise types; addChoiceProperties added the choices as properties.
  return owner as unknown as ReturnType<typeof defineInterface<Name, V, M, A, R>>;
};

class DefinedInterface implements ChoiceOwner {
  readonly qualifiedName: string;
  readonly view: Descriptor;
  readonly methods: unknown;
  readonly Archive: Choice;
  readonly #declaration: InterfaceDeclaration;

  constructor(declaration: InterfaceDeclaration, methods: unknown) {
    this.#declaration = declaration;
    this.qualifiedName = declaration.qualifiedName;
    this.view = declaration.view;
    this.methods = methods;
    this.Archive = createArchiveChoice(this);
  }

  get reference(): TypeReference {
    return getDeclaredDamlTypeReference(this.#declaration);
  }

  from(event: CreatedEventToDecode): object | undefined {
    return readInterfaceContractInEvent(this, event);
  }

  createdIn(transaction: ReadableTransaction): readonly object[] {
    return collectFromCreatedEvents(transaction, (event) => this.from(event));
  }

  implement(bodies: Readonly<Record<string, unknown>>): void {
    this.#declaration.implementChoices(bodies);
  }
}
