import type * as model from "../../base/identifiers/identifiers.ts";
import type { TypeReference } from "../../base/identifiers/identifiers.ts";
import type { Interface, InterfaceImplementationOf } from "./define-interface.ts";
import type { TransactionContext } from "./transaction-context.ts";
import type { Choice, ChoiceArguments, ChoiceOwner } from "./types/choice.ts";
import {
  assertIsChoice,
  type CreateAndExerciseCommand,
  type CreateCommand,
  encodeChoiceArgumentJson,
  encodeValueAsJson,
  type ExerciseByKeyCommand,
} from "./types/commands.ts";
import { ContractId } from "./types/contract-id.ts";
import {
  type ContractKeyDeclaration,
  getInterfaceDeclaration,
  storeTemplateOrInterfaceDeclaration,
  TemplateDeclaration,
  type TemplateDeclarationInput,
} from "./types/declaration.ts";
import type {
  DeclaredType,
  Descriptor,
  Fields,
  InputOf,
  NativeOf,
  NoFields,
} from "./types/descriptor.ts";
import type { CreatedEventToDecode, ReadableTransaction } from "./types/event-fields.ts";
import { addChoiceProperties, createArchiveChoice } from "./types/owned-choices.ts";
import { getDeclaredDamlTypeReference } from "./types/package-names.ts";
import {
  collectFromCreatedEvents,
  type ContractInEvent,
  type KeyInEvent,
  readTemplateContractInEvent,
} from "./types/read-events.ts";
import { createTypeDescriptor, record, type RecordDescriptor } from "./types/record-type.ts";
import { type Party, Unit } from "./types/scalars.ts";
import { requireKnownTemplateProperties } from "./types/specification-checks.ts";

/**
 * Argument of `defineTemplate`.
 *
 * `A` and `R` contain the declared argument and result of each choice. Without a declaration, an argument
 * has no fields and a result is Unit.
 */
export interface TemplateSpecification<P extends Fields, K extends DeclaredType, A, R> {
  readonly payload: P;
  /** Returns at least one party. Signatories authorize the contract. */
  readonly signatories: (payload: NativeOf<P>) => readonly Party[];
  /** Returns additional parties that may see the contract. */
  readonly observers?: (payload: NativeOf<P>) => readonly Party[];
  /** Returns false if a contract with this payload is not allowed. */
  readonly ensure?: (payload: NativeOf<P>) => boolean;
  readonly key?: ContractKeySpecification<P, K>;
  readonly choices?: {
    readonly [Name in keyof A & keyof R]: ChoiceSpecification<NativeOf<P>, A[Name], R[Name]>;
  };
}

/** The key of a template's contracts. */
export interface ContractKeySpecification<P extends Fields, K extends DeclaredType> {
  readonly type: K;
  readonly of: (payload: NativeOf<P>) => InputOf<K>;
  /** Returns at least one party; all of them must be signatories. */
  readonly maintainers: (key: NativeOf<K>) => readonly Party[];
  /**
   * True to refuse a second active contract with the same key. Default: false, so several contracts
   * may have the same key.
   */
  readonly unique?: boolean;
}

/** Declaration of a choice. Its code is set by `implement`. */
export interface ChoiceSpecification<Self, A, R> {
  readonly argument?: A & DeclaredType;
  readonly result?: R & DeclaredType;
  /** True if the choice archives its contract. Default: true. */
  readonly consuming?: boolean;
  /** Returns at least one party. An exercise needs the authority of all of them. */
  readonly controllers: (self: Self, argument: NativeOf<A>) => readonly Party[];
  /** Returns additional parties that see the exercise. */
  readonly observers?: (self: Self, argument: NativeOf<A>) => readonly Party[];
}

/**
 * Type of the key; `never` for a template without a key, so that the compiler refuses
 * `exerciseByKey`.
 */
type KeyOf<K extends DeclaredType> = DeclaredType extends K ? never : K;

/** Type that an exercise of the choice returns; Unit if the choice declares no result. */
type ResultOf<R> = unknown extends R ? Unit : NativeOf<R>;
/** Type that a choice's code may return. */
// Contract code may return nothing if a choice has no result.
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type
type ResultInput<R> = unknown extends R ? Unit | void : InputOf<R>;

/**
 * The code of every choice. It must be synchronous and deterministic; it accesses the ledger through
 * `transaction`.
 */
export type ChoiceBodies<Name extends string, Self, A, R> = {
  readonly [C in keyof A & keyof R]: (
    transaction: TransactionContext,
    self: Self,
    argument: NativeOf<A[C]>,
    contractId: ContractId<Name>,
  ) => ResultInput<R[C]>;
};

/** The choices of a template or interface, as its properties. */
export type ChoicesByName<Name extends string, A, R> = {
  readonly [C in keyof A & keyof R]: Choice<Name, NativeOf<A[C]>, InputOf<A[C]>, ResultOf<R[C]>>;
} & {
  /** Archives the contract. Its controllers are all signatories. */
  readonly Archive: Choice<Name, NoFields, NoFields, Unit>;
};

/** A template: builds commands, provides its choices, and accepts the code of its choices. */
export type Template<
  Name extends string,
  P extends Fields,
  K extends DeclaredType,
  A,
  R,
> = TemplateDefinition<Name, P, K> &
  ImplementableTemplate<Name, P, A, R> &
  ChoicesByName<Name, A, R>;

/** A template made by {@link defineTemplate}: its type, its commands, and the code of its choices. */
export interface TemplateDefinition<
  Name extends string = string,
  P extends Fields = Fields,
  K extends DeclaredType = DeclaredType,
> extends ChoiceOwner<Name> {
  readonly qualifiedName: Name;
  readonly payload: RecordDescriptor<P>;
  readonly key: Descriptor<NativeOf<K>, InputOf<K>> | undefined;
  /**
   * Returns a create command. Raises INVALID_ARGUMENT with the path of an invalid value, like all command
   * builders.
   */
  create(payload: InputOf<P>): CreateCommand;
  createAndExercise<Input>(
    payload: InputOf<P>,
    choice: Choice<Name, unknown, Input>,
    ...argument: ChoiceArguments<Input>
  ): CreateAndExerciseCommand;
  exerciseByKey<Input>(
    key: InputOf<K>,
    choice: Choice<Name, unknown, Input>,
    ...argument: ChoiceArguments<Input>
  ): ExerciseByKeyCommand;
  /**
   * Returns a typed contract id for an id from a ledger response. Raises INVALID_ARGUMENT for a malformed
   * id.
   */
  contractId(contractId: model.ContractId): ContractId<Name>;
  /**
   * Returns the contract of a created event of the JSON Ledger API. Any version of the package may
   * have created it. Undefined for an event of another template and for an event without a payload.
   * Raises INVALID_ARGUMENT for a payload that does not match the template.
   */
  from(event: CreatedEventToDecode): ContractInEvent<Name, NativeOf<P>, KeyInEvent<K>> | undefined;
  /** Returns the contracts that a transaction of the JSON Ledger API creates; see {@link from}. */
  createdIn(
    transaction: ReadableTransaction,
  ): readonly ContractInEvent<Name, NativeOf<P>, KeyInEvent<K>>[];
}

interface ImplementableTemplate<Name extends string, P extends Fields, A, R> {
  /**
   * Sets the code of the choices. It is separate from `defineTemplate`, so that the code can refer
   * to the template. Raises INVALID_ARGUMENT if a choice already has code.
   */
  implement(bodies: ChoiceBodies<Name, NativeOf<P>, A, R>): void;
  /**
   * Implements an interface: its view and its methods. Raises INVALID_ARGUMENT if it is already
   * implemented.
   */
  implements<I extends Pick<Interface, "view" | "methods">>(
    of: I,
    implementation: InterfaceImplementationOf<NativeOf<P>, I>,
  ): void;
}

/**
 * Declares a template `Module:Entity`. The declaration defines the static type, the JSON codec and the
 * package signature. Raises INVALID_ARGUMENT for malformed names.
 *
 * Set the code of its choices with `implement`, then pass the template to `definePackage`.
 */
export const defineTemplate = <
  const Name extends string,
  P extends Fields,
  K extends DeclaredType = DeclaredType,
  A extends Record<string, unknown> = NoFields,
  R extends Record<string, unknown> = NoFields,
>(
  name: Name,
  specification: TemplateSpecification<P, K, A, R>,
): Template<Name, P, KeyOf<K>, A, R> => {
  requireKnownTemplateProperties(name, specification);
  const payload = record(name, specification.payload);
  const declaration = new TemplateDeclaration(name, eraseStaticTypes(name, payload, specification));
  const owner = new DefinedTemplate(declaration);
  addChoiceProperties(owner, declaration);
  storeTemplateOrInterfaceDeclaration(owner, declaration);
  // DefinedTemplate has these members with less precise types; addChoiceProperties added the choices as properties.
  return owner as unknown as Template<Name, P, KeyOf<K>, A, R>;
};

/**
 * Returns the specification without its static types. This is safe, because the engine calls the
 * code with native values of these types.
 */
const eraseStaticTypes = <P extends Fields, K extends DeclaredType, A, R>(
  name: string,
  payload: Descriptor,
  { key, choices, ...rules }: TemplateSpecification<P, K, A, R>,
): TemplateDeclarationInput => ({
  ...(rules as unknown as Omit<TemplateDeclarationInput, "payload" | "key" | "choices">),
  payload,
  ...(key && {
    key: {
      ...(key as unknown as ContractKeyDeclaration),
      type: createTypeDescriptor(key.type, `${name}.Key`),
      unique: key.unique ?? false,
    },
  }),
  ...(choices && { choices: choices }),
});

class DefinedTemplate implements ChoiceOwner {
  readonly qualifiedName: string;
  readonly payload: Descriptor;
  readonly key: Descriptor | undefined;
  readonly Archive: Choice;
  readonly #declaration: TemplateDeclaration;

  constructor(declaration: TemplateDeclaration) {
    this.#declaration = declaration;
    this.qualifiedName = declaration.qualifiedName;
    this.payload = declaration.payload;
    this.key = declaration.key?.type;
    this.Archive = createArchiveChoice(this);
  }

  get reference(): TypeReference {
    return getDeclaredDamlTypeReference(this.#declaration);
  }

  create(payload: unknown): CreateCommand {
    return {
      CreateCommand: { templateId: this.reference, createArguments: this.#toPayloadJson(payload) },
    };
  }

  createAndExercise(
    payload: unknown,
    choice: Choice,
    argument?: unknown,
  ): CreateAndExerciseCommand {
    assertIsChoice(choice);
    return {
      CreateAndExerciseCommand: {
        templateId: this.reference,
        createArguments: this.#toPayloadJson(payload),
        choice: choice.name,
        choiceArgument: encodeChoiceArgumentJson(choice, argument),
      },
    };
  }

  exerciseByKey(key: unknown, choice: Choice, argument?: unknown): ExerciseByKeyCommand {
    assertIsChoice(choice);
    return {
      ExerciseByKeyCommand: {
        templateId: this.reference,
        contractKey: encodeValueAsJson("contractKey", this.key ?? Unit, key),
        choice: choice.name,
        choiceArgument: encodeChoiceArgumentJson(choice, argument),
      },
    };
  }

  contractId(contractId: model.ContractId): ContractId {
    const descriptor = ContractId(this);
    return descriptor.decode(descriptor.encode(contractId));
  }

  from(event: CreatedEventToDecode): object | undefined {
    return readTemplateContractInEvent(this, event);
  }

  createdIn(transaction: ReadableTransaction): readonly object[] {
    return collectFromCreatedEvents(transaction, (event) => this.from(event));
  }

  implement(bodies: Readonly<Record<string, unknown>>): void {
    this.#declaration.implementChoices(bodies);
  }

  implements(of: object, implementation: Readonly<Record<string, unknown>>): void {
    this.#declaration.implementInterface(getInterfaceDeclaration(of), implementation);
  }

  #toPayloadJson(payload: unknown): unknown {
    return encodeValueAsJson("createArguments", this.payload, payload);
  }
}
