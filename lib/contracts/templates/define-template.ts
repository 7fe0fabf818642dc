import type * as model from "../../base/identifiers/identifiers.ts";
import type { TypeReference } from "../../base/identifiers/identifiers.ts";
import type { ImplementationOf, Interface } from "./define-interface.ts";
import type { TransactionContext } from "./transaction-context.ts";
import type { Choice, ChoiceArguments, ChoiceOwner } from "./types/choice.ts";
import {
  argumentJson,
  type CreateAndExerciseCommand,
  type CreateCommand,
  type ExerciseByKeyCommand,
  toJson,
} from "./types/commands.ts";
import { ContractId } from "./types/contract-id.ts";
import {
  interfaceDeclarationOf,
  type KeyDeclaration,
  noteDeclaration,
  TemplateDeclaration,
  type WrittenTemplate,
} from "./types/declaration.ts";
import type {
  Declared,
  Descriptor,
  Fields,
  InputOf,
  NativeOf,
  NoFields,
} from "./types/descriptor.ts";
import { archiveOf, giveChoices } from "./types/owned-choices.ts";
import { referenceTo } from "./types/package-names.ts";
import { describe, record, type RecordDescriptor } from "./types/record-type.ts";
import { type Party, Unit } from "./types/scalars.ts";
import { requireTemplateSpecification } from "./types/specification-forms.ts";

/**
 * What a template is declared to be.
 *
 * `A` and `R` hold what was declared as argument and result of each choice; left out, an argument has
 * no fields and a result is Unit.
 */
export interface TemplateSpecification<P extends Fields, K extends Declared, A, R> {
  readonly payload: P;
  /** At least one; a contract exists by their authority. */
  readonly signatories: (payload: NativeOf<P>) => readonly Party[];
  /** Who else may see the contract. */
  readonly observers?: (payload: NativeOf<P>) => readonly Party[];
  /** Whether there may be a contract with this payload. */
  readonly ensure?: (payload: NativeOf<P>) => boolean;
  readonly key?: KeySpecification<P, K>;
  readonly choices?: {
    readonly [Name in keyof A & keyof R]: ChoiceSpecification<NativeOf<P>, A[Name], R[Name]>;
  };
}

/** What `defineTemplate` is told of the key of contracts. */
export interface KeySpecification<P extends Fields, K extends Declared> {
  readonly type: K;
  readonly of: (payload: NativeOf<P>) => InputOf<K>;
  /** At least one; all of them signatories. */
  readonly maintainers: (key: NativeOf<K>) => readonly Party[];
  /** Refuse a second active contract with the same key; by default keys may be shared. */
  readonly unique?: boolean;
}

/** What `defineTemplate` is told of a choice; its code is given to `implement`. */
export interface ChoiceSpecification<Self, A, R> {
  readonly argument?: A & Declared;
  readonly result?: R & Declared;
  /** Whether the choice archives its contract; it does unless this is false. */
  readonly consuming?: boolean;
  /** At least one; whose authority it takes to exercise the choice. */
  readonly controllers: (self: Self, argument: NativeOf<A>) => readonly Party[];
  /** Who else learns of the exercise. */
  readonly observers?: (self: Self, argument: NativeOf<A>) => readonly Party[];
}

/** What a choice's code gives its caller; Unit where nothing was declared. */
type ResultOf<R> = unknown extends R ? Unit : NativeOf<R>;
/** What a choice's code may return. */
// Contract code returns nothing where a choice has no result.
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type
type ResultInput<R> = unknown extends R ? Unit | void : InputOf<R>;

/** The code of every choice. Synchronous, and deterministic: it reaches the ledger through `transaction`. */
export type ChoiceBodies<Name extends string, Self, A, R> = {
  readonly [C in keyof A & keyof R]: (
    transaction: TransactionContext,
    self: Self,
    argument: NativeOf<A[C]>,
    contractId: ContractId<Name>,
  ) => ResultInput<R[C]>;
};

/** The choices of a template or interface as its properties. */
export type ChoicesOf<Name extends string, A, R> = {
  readonly [C in keyof A & keyof R]: Choice<Name, NativeOf<A[C]>, InputOf<A[C]>, ResultOf<R[C]>>;
} & {
  /** Ends the contract; controlled by all its signatories. */
  readonly Archive: Choice<Name, NoFields, NoFields, Unit>;
};

/** A template: builds commands, names its choices, and takes the code of its choices. */
export type Template<
  Name extends string,
  P extends Fields,
  K extends Declared,
  A,
  R,
> = TemplateDefinition<Name, P, K> & ImplementableTemplate<Name, P, A, R> & ChoicesOf<Name, A, R>;

/** A template as {@link defineTemplate} made it: its type, its commands, and the code of its choices. */
export interface TemplateDefinition<
  Name extends string = string,
  P extends Fields = Fields,
  K extends Declared = Declared,
> extends ChoiceOwner<Name> {
  readonly qualifiedName: Name;
  readonly payload: RecordDescriptor<P>;
  readonly key: Descriptor<NativeOf<K>, InputOf<K>> | undefined;
  /** Raises INVALID_ARGUMENT with the path of what does not fit, like all builders of commands. */
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
  /** A contract id as a response of the ledger has it. Raises INVALID_ARGUMENT for a malformed one. */
  contractId(contractId: model.ContractId): ContractId<Name>;
}

interface ImplementableTemplate<Name extends string, P extends Fields, A, R> {
  /**
   * Gives the choices their code, apart from the declaration so that it can mention the template.
   * Raises INVALID_ARGUMENT when a choice has code already.
   */
  implement(bodies: ChoiceBodies<Name, NativeOf<P>, A, R>): void;
  /** Implements an interface: its view, and its methods. Raises INVALID_ARGUMENT the second time. */
  implements<I extends Pick<Interface, "view" | "methods">>(
    of: I,
    implementation: ImplementationOf<NativeOf<P>, I>,
  ): void;
}

/**
 * Declares a template `Module:Entity`. The declaration is the static type, the JSON codec and the
 * package signature at once. Raises INVALID_ARGUMENT for malformed names.
 *
 * Code of choices follows with `implement`; `definePackage` then makes a package of it.
 */
export const defineTemplate = <
  const Name extends string,
  P extends Fields,
  K extends Declared = never,
  A extends Record<string, unknown> = NoFields,
  R extends Record<string, unknown> = NoFields,
>(
  name: Name,
  specification: TemplateSpecification<P, K, A, R>,
): Template<Name, P, K, A, R> => {
  requireTemplateSpecification(name, specification);
  const payload = record(name, specification.payload);
  const declaration = new TemplateDeclaration(name, erase(name, payload, specification));
  const owner = new DefinedTemplate(declaration);
  giveChoices(owner, declaration);
  noteDeclaration(owner, declaration);
  // DefinedTemplate does what the static type says of one without static types, and has the choices.
  return owner as unknown as Template<Name, P, K, A, R>;
};

/** The engine calls the code with the native forms that the static types promise. */
const erase = <P extends Fields, K extends Declared, A, R>(
  name: string,
  payload: Descriptor,
  { key, choices, ...rules }: TemplateSpecification<P, K, A, R>,
): WrittenTemplate => ({
  ...(rules as unknown as Omit<WrittenTemplate, "payload" | "key" | "choices">),
  payload,
  ...(key && {
    key: {
      ...(key as unknown as KeyDeclaration),
      type: describe(key.type, `${name}.Key`),
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
    this.Archive = archiveOf(this);
  }

  get reference(): TypeReference {
    return referenceTo(this.#declaration);
  }

  create(payload: unknown): CreateCommand {
    return { CreateCommand: { templateId: this.reference, createArguments: this.#json(payload) } };
  }

  createAndExercise(
    payload: unknown,
    choice: Choice,
    argument?: unknown,
  ): CreateAndExerciseCommand {
    return {
      CreateAndExerciseCommand: {
        templateId: this.reference,
        createArguments: this.#json(payload),
        choice: choice.name,
        choiceArgument: argumentJson(choice, argument),
      },
    };
  }

  exerciseByKey(key: unknown, choice: Choice, argument?: unknown): ExerciseByKeyCommand {
    return {
      ExerciseByKeyCommand: {
        templateId: this.reference,
        contractKey: toJson("contractKey", this.key ?? Unit, key),
        choice: choice.name,
        choiceArgument: argumentJson(choice, argument),
      },
    };
  }

  contractId(contractId: model.ContractId): ContractId {
    const descriptor = ContractId(this);
    return descriptor.decode(descriptor.encode(contractId));
  }

  implement(bodies: Readonly<Record<string, unknown>>): void {
    this.#declaration.implement(bodies);
  }

  implements(of: object, implementation: Readonly<Record<string, unknown>>): void {
    this.#declaration.implementInterface(interfaceDeclarationOf(of), implementation);
  }

  #json(payload: unknown): unknown {
    return toJson("createArguments", this.payload, payload);
  }
}
