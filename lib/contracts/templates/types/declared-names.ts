import { ledgerError } from "../../../ground/errors/ledger-error.ts";
import {
  dottedNameString,
  fits,
  type Grammar,
  misfit,
  nameString,
} from "../../../ground/identifiers/identifier-syntax.ts";
import type { QualifiedName } from "../../../ground/identifiers/identifiers.ts";

/** Raises INVALID_ARGUMENT unless `name` is `Module.Name:Entity.Name`. */
export const assertQualifiedName = (name: QualifiedName): void => {
  const [module = "", entity, ...rest] = name.split(":");
  if (entity === undefined || rest.length > 0) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `${JSON.stringify(name)} is not a qualified name; write it as Module:Entity.`,
    });
  }
  assertFits(dottedNameString, module);
  assertFits(dottedNameString, entity);
};

/** Raises INVALID_ARGUMENT unless every name can be one of a field, a constructor or a choice. */
export const assertNames = (names: readonly string[]): void => {
  for (const name of names) assertFits(nameString, name);
};

const assertFits = (grammar: Grammar, name: string): void => {
  if (!fits(grammar, name)) throw ledgerError("INVALID_ARGUMENT", { cause: misfit(grammar, name) });
};
