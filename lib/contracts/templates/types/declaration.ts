import {
  assertSameLibraryCopy,
  markObjectFromThisLibraryCopy,
} from "../../../base/errors/copies.ts";
import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { QualifiedName } from "../../../base/identifiers/identifiers.ts";
import { assertQualifiedName, assertValidDamlNames } from "./declared-names.ts";
import type { DeclaredType, Descriptor } from "./descriptor.ts";
import { createTypeDescriptor, record } from "./record-type.ts";
import { Unit } from "./scalars.ts";

/**
 * The declaration of a choice, without static types. `definePackage` derives the package signature
 * from declarations. The engine runs their code: it passes native values and checks the return
 * values.
 */
export interface ChoiceDeclaration {
  readonly name: string;
  readonly consuming: boolean;
  readonly argument: Descriptor;
  readonly result: Descriptor;
  readonly controllers: (self: unknown, argument: unknown) => unknown;
  readonly observers?: (self: unknown, argument: unknown) => unknown;
}

/**
 * The code of a choice. Parameters: transaction, contract or interface value, argument, own contract id.
 */
export type ChoiceBody = (
  transaction: unknown,
  self: unknown,
  argument: unknown,
  contractId: unknown,
) => unknown;

export interface ContractKeyDeclaration {
  readonly type: Descriptor;
  readonly of: (payload: unknown) => unknown;
  readonly maintainers: (key: unknown) => unknown;
  /** True if a second active contract with the same key is refused. */
  readonly unique: boolean;
}

/** The implementation of an interface: its view, and methods by name. */
export interface InterfaceInstanceDeclaration {
  readonly view: (payload: unknown) => unknown;
  readonly methods: ReadonlyMap<string, (...parameters: unknown[]) => unknown>;
}

/** A choice in the form in which programs declare it. */
export interface ChoiceDeclarationInput {
  readonly argument?: DeclaredType;
  readonly result?: DeclaredType;
  readonly consuming?: boolean;
  readonly controllers: (self: never, argument: never) => unknown;
  readonly observers?: (self: never, argument: never) => unknown;
}

/** Choices and their bodies; base class of template and interface declarations. */
export class TemplateOrInterfaceDeclaration {
  readonly qualifiedName: QualifiedName;
  readonly choices: ReadonlyMap<string, ChoiceDeclaration>;
  readonly #bodies = new Map<string, ChoiceBody>();

  /** Raises INVALID_ARGUMENT for malformed names. */
  constructor(
    qualifiedName: QualifiedName,
    choices: Readonly<Record<string, ChoiceDeclarationInput>> = {},
  ) {
    assertQualifiedName(qualifiedName);
    assertValidDamlNames(Object.keys(choices));
    if (Object.hasOwn(choices, "Archive")) {
      throw ledgerError("INVALID_ARGUMENT", {
        cause: `${qualifiedName} declares Archive, a choice that all templates and interfaces have.`,
      });
    }
    this.qualifiedName = qualifiedName;
    this.choices = new Map(
      Object.entries(choices).map(([name, choice]) => [
        name,
        choiceDeclaration(`${qualifiedName}.${name}`, name, choice),
      ]),
    );
  }

  /** Sets the bodies. Raises INVALID_ARGUMENT for an unknown choice and for one that already has a body. */
  implementChoices(bodies: Readonly<Record<string, unknown>>): void {
    for (const [choice, body] of Object.entries(bodies)) {
      const why = this.#findBodyProblem(choice, body);
      if (why !== undefined) {
        throw ledgerError("INVALID_ARGUMENT", {
          cause: `Choice ${choice} of ${this.qualifiedName} cannot be implemented: ${why}.`,
        });
      }
      // Safe: `body` is a function, and the engine passes the parameters that the declaration
      // describes.
      this.#bodies.set(choice, body as ChoiceBody);
    }
  }

  findBody(choice: string): ChoiceBody | undefined {
    return this.#bodies.get(choice);
  }

  #findBodyProblem(choice: string, body: unknown): string | undefined {
    if (!this.choices.has(choice)) return "it was not declared";
    if (this.#bodies.has(choice)) return "it has a body already";
    return typeof body === "function" ? undefined : "its body is not a function";
  }
}

export interface TemplateDeclarationInput {
  readonly payload: Descriptor;
  readonly signatories: (payload: unknown) => unknown;
  readonly observers?: (payload: unknown) => unknown;
  readonly ensure?: (payload: unknown) => unknown;
  readonly key?: ContractKeyDeclaration;
  readonly choices?: Readonly<Record<string, ChoiceDeclarationInput>>;
}

export class TemplateDeclaration extends TemplateOrInterfaceDeclaration {
  readonly payload: Descriptor;
  readonly signatories: (payload: unknown) => unknown;
  readonly observers: (payload: unknown) => unknown;
  /** Undefined if every payload is allowed. */
  readonly ensure: ((payload: unknown) => unknown) | undefined;
  readonly key: ContractKeyDeclaration | undefined;
  readonly #implementations = new Map<InterfaceDeclaration, InterfaceInstanceDeclaration>();

  constructor(qualifiedName: QualifiedName, specification: TemplateDeclarationInput) {
    super(qualifiedName, specification.choices);
    this.payload = specification.payload;
    this.signatories = specification.signatories;
    this.observers = specification.observers ?? (() => []);
    this.ensure = specification.ensure;
    this.key = specification.key;
  }

  get implementations(): ReadonlyMap<InterfaceDeclaration, InterfaceInstanceDeclaration> {
    return this.#implementations;
  }

  /** Raises INVALID_ARGUMENT if the interface is already implemented or a method is missing. */
  implementInterface(
    of: InterfaceDeclaration,
    implementation: Readonly<Record<string, unknown>>,
  ): void {
    const missing = ["view", ...of.methods].filter(
      (name) => typeof implementation[name] !== "function",
    );
    if (missing.length > 0 || this.#implementations.has(of)) {
      throw ledgerError("INVALID_ARGUMENT", {
        cause:
          missing.length > 0
            ? `${this.qualifiedName} implements ${of.qualifiedName} without ${missing.join(", ")}.`
            : `${this.qualifiedName} implements ${of.qualifiedName} twice.`,
      });
    }
    // Both were checked to be functions.
    this.#implementations.set(of, {
      view: implementation["view"] as InterfaceInstanceDeclaration["view"],
      methods: new Map(
        of.methods.map((name) => [name, implementation[name] as () => unknown] as const),
      ),
    });
  }
}

export class InterfaceDeclaration extends TemplateOrInterfaceDeclaration {
  readonly view: Descriptor;
  readonly methods: readonly string[];
  readonly requires: readonly InterfaceDeclaration[];

  constructor(
    qualifiedName: QualifiedName,
    specification: {
      readonly view: Descriptor;
      readonly methods: readonly string[];
      readonly requires: readonly InterfaceDeclaration[];
      readonly choices?: Readonly<Record<string, ChoiceDeclarationInput>>;
    },
  ) {
    super(qualifiedName, specification.choices);
    this.view = specification.view;
    this.methods = specification.methods;
    this.requires = specification.requires;
  }
}

const choiceDeclaration = (
  argumentName: QualifiedName,
  name: string,
  specification: ChoiceDeclarationInput,
): ChoiceDeclaration => ({
  name,
  consuming: specification.consuming ?? true,
  argument: createTypeDescriptor(specification.argument ?? {}, argumentName),
  result: createTypeDescriptor(specification.result ?? Unit, `${argumentName}.Result`),
  // The engine calls them with native values of the declared types.
  controllers: specification.controllers as ChoiceDeclaration["controllers"],
  ...(specification.observers && {
    observers: specification.observers as ChoiceDeclaration["controllers"],
  }),
});

/** The argument of every template's `Archive`. */
export const archiveChoiceArgumentType = record("DA.Internal.Template:Archive", {});

const declarationByDefinition = new WeakMap<object, TemplateDeclaration | InterfaceDeclaration>();

/** Stores the declaration of the object that `defineTemplate` or `defineInterface` returns. */
export const storeTemplateOrInterfaceDeclaration = (
  definition: object,
  declaration: TemplateDeclaration | InterfaceDeclaration,
): void => {
  declarationByDefinition.set(definition, declaration);
  markObjectFromThisLibraryCopy(definition);
};

/** Returns the declaration. Raises INVALID_ARGUMENT for anything but a result of `defineTemplate`. */
export const getTemplateDeclaration = (template: object): TemplateDeclaration => {
  const declaration = declarationByDefinition.get(template);
  if (declaration instanceof TemplateDeclaration) return declaration;
  assertSameLibraryCopy(template, "The template");
  throw ledgerError("INVALID_ARGUMENT", {
    cause: "A template that defineTemplate returned is required here.",
  });
};

/** Returns the declaration. Raises INVALID_ARGUMENT for anything but a result of `defineInterface`. */
export const getInterfaceDeclaration = (of: object): InterfaceDeclaration => {
  const declaration = declarationByDefinition.get(of);
  if (declaration instanceof InterfaceDeclaration) return declaration;
  assertSameLibraryCopy(of, "The interface");
  throw ledgerError("INVALID_ARGUMENT", {
    cause: "An interface that defineInterface returned is required here.",
  });
};

/** Returns the declaration of a template or interface. Raises INVALID_ARGUMENT for anything else. */
export const getContractTypeDeclaration = (
  definition: object,
): TemplateDeclaration | InterfaceDeclaration => {
  const declaration = declarationByDefinition.get(definition);
  if (declaration !== undefined) return declaration;
  assertSameLibraryCopy(definition, "The template or interface");
  throw ledgerError("INVALID_ARGUMENT", {
    cause:
      "A template that defineTemplate returned, or an interface that defineInterface returned, is required here.",
  });
};
