import { assertOwn, markOwn } from "../../../base/errors/copies.ts";
import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { QualifiedName } from "../../../base/identifiers/identifiers.ts";
import { assertNames, assertQualifiedName } from "./declared-names.ts";
import type { Declared, Descriptor } from "./descriptor.ts";
import { describe, record } from "./record-type.ts";
import { Unit } from "./scalars.ts";

/**
 * Declarations of templates and interfaces without static types. The package signature and the engine are
 * built from them. The engine calls the code with native values and checks what it returns.
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

export interface KeyDeclaration {
  readonly type: Descriptor;
  readonly of: (payload: unknown) => unknown;
  readonly maintainers: (key: unknown) => unknown;
  /** True if a second active contract with the same key is refused. */
  readonly unique: boolean;
}

/** The implementation of an interface: its view, and methods by name. */
export interface ImplementationDeclaration {
  readonly view: (payload: unknown) => unknown;
  readonly methods: ReadonlyMap<string, (...parameters: unknown[]) => unknown>;
}

/** A choice as the program declares it. */
export interface WrittenChoice {
  readonly argument?: Declared;
  readonly result?: Declared;
  readonly consuming?: boolean;
  readonly controllers: (self: never, argument: never) => unknown;
  readonly observers?: (self: never, argument: never) => unknown;
}

/** Choices and their bodies; base class of template and interface declarations. */
export class ChoicesDeclaration {
  readonly qualifiedName: QualifiedName;
  readonly choices: ReadonlyMap<string, ChoiceDeclaration>;
  readonly #bodies = new Map<string, ChoiceBody>();

  /** Raises INVALID_ARGUMENT for malformed names. */
  constructor(qualifiedName: QualifiedName, choices: Readonly<Record<string, WrittenChoice>> = {}) {
    assertQualifiedName(qualifiedName);
    assertNames(Object.keys(choices));
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
  implement(bodies: Readonly<Record<string, unknown>>): void {
    for (const [choice, body] of Object.entries(bodies)) {
      const why = this.#refusal(choice, body);
      if (why !== undefined) {
        throw ledgerError("INVALID_ARGUMENT", {
          cause: `Choice ${choice} of ${this.qualifiedName} cannot be implemented: ${why}.`,
        });
      }
      // It was checked to be a function; the declaration determines its parameters.
      this.#bodies.set(choice, body as ChoiceBody);
    }
  }

  bodyOf(choice: string): ChoiceBody | undefined {
    return this.#bodies.get(choice);
  }

  #refusal(choice: string, body: unknown): string | undefined {
    if (!this.choices.has(choice)) return "it was not declared";
    if (this.#bodies.has(choice)) return "it has a body already";
    return typeof body === "function" ? undefined : "its body is not a function";
  }
}

export interface WrittenTemplate {
  readonly payload: Descriptor;
  readonly signatories: (payload: unknown) => unknown;
  readonly observers?: (payload: unknown) => unknown;
  readonly ensure?: (payload: unknown) => unknown;
  readonly key?: KeyDeclaration;
  readonly choices?: Readonly<Record<string, WrittenChoice>>;
}

export class TemplateDeclaration extends ChoicesDeclaration {
  readonly payload: Descriptor;
  readonly signatories: (payload: unknown) => unknown;
  readonly observers: (payload: unknown) => unknown;
  /** Undefined if every payload is allowed. */
  readonly ensure: ((payload: unknown) => unknown) | undefined;
  readonly key: KeyDeclaration | undefined;
  readonly #implementations = new Map<InterfaceDeclaration, ImplementationDeclaration>();

  constructor(qualifiedName: QualifiedName, written: WrittenTemplate) {
    super(qualifiedName, written.choices);
    this.payload = written.payload;
    this.signatories = written.signatories;
    this.observers = written.observers ?? (() => []);
    this.ensure = written.ensure;
    this.key = written.key;
  }

  get implementations(): ReadonlyMap<InterfaceDeclaration, ImplementationDeclaration> {
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
      view: implementation["view"] as ImplementationDeclaration["view"],
      methods: new Map(
        of.methods.map((name) => [name, implementation[name] as () => unknown] as const),
      ),
    });
  }
}

export class InterfaceDeclaration extends ChoicesDeclaration {
  readonly view: Descriptor;
  readonly methods: readonly string[];
  readonly requires: readonly InterfaceDeclaration[];

  constructor(
    qualifiedName: QualifiedName,
    written: {
      readonly view: Descriptor;
      readonly methods: readonly string[];
      readonly requires: readonly InterfaceDeclaration[];
      readonly choices?: Readonly<Record<string, WrittenChoice>>;
    },
  ) {
    super(qualifiedName, written.choices);
    this.view = written.view;
    this.methods = written.methods;
    this.requires = written.requires;
  }
}

const choiceDeclaration = (
  argumentName: QualifiedName,
  name: string,
  written: WrittenChoice,
): ChoiceDeclaration => ({
  name,
  consuming: written.consuming ?? true,
  argument: describe(written.argument ?? {}, argumentName),
  result: describe(written.result ?? Unit, `${argumentName}.Result`),
  // The engine calls them with native values of the declared types.
  controllers: written.controllers as ChoiceDeclaration["controllers"],
  ...(written.observers && { observers: written.observers as ChoiceDeclaration["controllers"] }),
});

/** The argument of every template's `Archive`. */
export const archiveArgument = record("DA.Internal.Template:Archive", {});

const declarations = new WeakMap<object, TemplateDeclaration | InterfaceDeclaration>();

/** Associates the public object with its declaration. */
export const noteDeclaration = (
  definition: object,
  declaration: TemplateDeclaration | InterfaceDeclaration,
): void => {
  declarations.set(definition, declaration);
  markOwn(definition);
};

/** Returns the declaration. Raises INVALID_ARGUMENT for anything but a result of `defineTemplate`. */
export const templateDeclarationOf = (template: object): TemplateDeclaration => {
  const declaration = declarations.get(template);
  if (declaration instanceof TemplateDeclaration) return declaration;
  assertOwn(template, "The template");
  throw ledgerError("INVALID_ARGUMENT", {
    cause: "A template made by defineTemplate is needed here.",
  });
};

/** Returns the declaration. Raises INVALID_ARGUMENT for anything but a result of `defineInterface`. */
export const interfaceDeclarationOf = (of: object): InterfaceDeclaration => {
  const declaration = declarations.get(of);
  if (declaration instanceof InterfaceDeclaration) return declaration;
  assertOwn(of, "The interface");
  throw ledgerError("INVALID_ARGUMENT", {
    cause: "An interface made by defineInterface is needed here.",
  });
};

/** Returns the declaration of a template or interface. Raises INVALID_ARGUMENT for anything else. */
export const declarationOf = (definition: object): TemplateDeclaration | InterfaceDeclaration => {
  const declaration = declarations.get(definition);
  if (declaration !== undefined) return declaration;
  assertOwn(definition, "The template or interface");
  throw ledgerError("INVALID_ARGUMENT", {
    cause:
      "A template made by defineTemplate, or an interface made by defineInterface, is needed here.",
  });
};
