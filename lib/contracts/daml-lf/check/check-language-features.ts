import { malformedArchiveError } from "../archive/archive-protobuf-reader.ts";
import type { LfChoice, LfExpr, LfPackage } from "../syntax/ast.ts";
import { findBuiltinFunction } from "../syntax/builtin-functions.ts";

/**
 * Checks the features in a package's signatures against its language version (daml-lf.md 4), and refuses
 * features of 2.dev that the engine does not run. Raises DAR_PARSE_ERROR.
 */
export const checkLanguageFeatures = (lfPackage: LfPackage): void => {
  const { languageVersion } = lfPackage;
  for (const module of lfPackage.modules.values()) {
    const describeUse = (name: string, feature: string): string =>
      `${module.name}:${name} uses ${feature}`;
    for (const { name, key, choices } of module.templates.values()) {
      if (key !== undefined && !hasKeys(languageVersion)) {
        throw notInVersion(describeUse(name, "contract keys"), languageVersion);
      }
      checkChoices(choices.values(), name, describeUse);
    }
    for (const { name, choices } of module.interfaces.values()) {
      checkChoices(choices.values(), name, describeUse);
    }
  }
};

/**
 * Refuses authorizers of choices: they are unfinished in the language, and the engine does not support
 * them.
 */
const checkChoices = (
  choices: Iterable<LfChoice>,
  owner: string,
  describeUse: (name: string, feature: string) => string,
): void => {
  for (const { name, authorizers } of choices) {
    if (authorizers !== undefined) throw notSupported(describeUse(owner, `authorizers of ${name}`));
  }
};

/**
 * Refuses unsafe conversions from interfaces to templates in all versions but 2.1, the only one that has
 * them.
 */
export const checkUnsafeConversionSupport = (languageVersion: string): void => {
  if (languageVersion !== "2.1") {
    throw notInVersion("an expression uses unsafe conversions from interfaces", languageVersion);
  }
};

/** Refuses updates by key in versions without contract keys. */
export const checkContractKeySupport = (languageVersion: string): void => {
  if (!hasKeys(languageVersion)) {
    throw notInVersion("an expression uses contract keys", languageVersion);
  }
};

/** Refuses builtin functions that a later version introduced. */
export const checkBuiltinLanguageVersion = (id: number, languageVersion: string): void => {
  const builtin = findBuiltinFunction(id);
  if (builtin !== undefined && !isAtLeast(builtin.since, languageVersion)) {
    throw notInVersion(`an expression uses the builtin function ${builtin.name}`, languageVersion);
  }
};

/**
 * Refuses guards of choices: they are unfinished in the language, and the engine does not support them.
 */
export const rejectChoiceGuard = (guard: LfExpr | undefined): void => {
  if (guard !== undefined) throw notSupported("an expression uses guards of interface choices");
};

export const checkExperimentalBuiltinSupport = (languageVersion: string): void => {
  if (languageVersion !== "2.dev") {
    throw notInVersion("an expression uses experimental builtins", languageVersion);
  }
};

const hasKeys = (languageVersion: string): boolean => isAtLeast("2.3", languageVersion);

/**
 * Returns true if the version is `since` or later. Comparing texts suffices for the accepted versions.
 */
const isAtLeast = (since: string, languageVersion: string): boolean => languageVersion >= since;

const notInVersion = (what: string, languageVersion: string) =>
  malformedArchiveError(`${what}, which Daml-LF ${languageVersion} does not have`);

const notSupported = (what: string) =>
  malformedArchiveError(`${what}, which no stable version of Daml-LF has`);
