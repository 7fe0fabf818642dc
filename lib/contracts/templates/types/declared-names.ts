import { createInvalidArgumentError } from "../../../base/errors/argument-error.ts";
import {
  damlNameGrammar,
  describeIdentifierGrammar,
  dottedNameGrammar,
  type IdentifierGrammar,
  matchesGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type { QualifiedName } from "../../../base/identifiers/identifiers.ts";

/** Raises INVALID_ARGUMENT unless `name` has the form `Module.Name:Entity.Name`. */
export const assertQualifiedName = (name: QualifiedName): void => {
  // JavaScript programs may pass anything, such as a specification in place of the name.
  const [module = "", entity, ...rest] = String(name).split(":");
  if (typeof name !== "string" || entity === undefined || rest.length > 0) {
    throw createInvalidArgumentError({
      expected: "a qualified name such as Module:Entity",
      found: name,
    });
  }
  assertFits(dottedNameGrammar, module);
  assertFits(dottedNameGrammar, entity);
};

/** Raises INVALID_ARGUMENT unless every name is valid for a field, a constructor or a choice. */
export const assertValidDamlNames = (names: readonly string[]): void => {
  for (const name of names) assertFits(damlNameGrammar, name);
};

const assertFits = (grammar: IdentifierGrammar, name: string): void => {
  if (!matchesGrammar(grammar, name)) {
    throw createInvalidArgumentError({ expected: describeIdentifierGrammar(grammar), found: name });
  }
};
