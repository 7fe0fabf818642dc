import { invalidArgument } from "../../base/errors/argument-error.ts";
import {
  dottedNameString,
  fits,
  formOf,
  type Grammar,
  packageIdString,
  packageNameString,
} from "../../base/identifiers/identifier-syntax.ts";
import type { TypeReference } from "../../base/identifiers/identifiers.ts";
import { type Reader, readText } from "./readers.ts";

/** Cache of well-formed references: clients name the same few types again and again. */
const wellFormed = new Set<TypeReference>();
const maxRemembered = 1000;

/**
 * Reads a template or interface reference, `<package id>:<Module>:<Entity>` or
 * `#<package name>:<Module>:<Entity>`. Does not check that it exists (ledger-api.md 1.2). Raises
 * INVALID_ARGUMENT.
 */
export const readTypeReference: Reader<TypeReference> = (json) => {
  const reference = readText(json);
  if (wellFormed.has(reference)) return reference;
  checkForm(reference);
  if (wellFormed.size >= maxRemembered) wellFormed.clear();
  wellFormed.add(reference);
  return reference;
};

const checkForm = (reference: string): void => {
  const [packagePart, module, entity, ...rest] = reference.split(":");
  if (
    packagePart === undefined ||
    module === undefined ||
    entity === undefined ||
    rest.length > 0
  ) {
    throw invalidArgument({
      expected:
        "a template or interface as <package>:<Module>:<Entity>, " +
        "where <package> is a package id or #<package name>",
      found: reference,
    });
  }
  if (packagePart.startsWith("#")) checkPart(packageNameString, packagePart.slice(1));
  else checkPart(packageIdString, packagePart);
  checkPart(dottedNameString, module);
  checkPart(dottedNameString, entity);
};

const checkPart = (grammar: Grammar, part: string): void => {
  if (!fits(grammar, part)) {
    throw invalidArgument({ expected: formOf(grammar), found: part });
  }
};
