import {
  anyValueCheck,
  booleanOptionCheck,
  createObjectValuesCheck,
  createOptionsObjectCheck,
  functionOptionCheck,
  type OptionChecks,
  requireOptionsPresent,
  requireWellFormedOptions,
} from "../../../base/errors/options.ts";
import { assertQualifiedName } from "./declared-names.ts";

const choiceCheck = createOptionsObjectCheck({
  argument: anyValueCheck,
  result: anyValueCheck,
  consuming: booleanOptionCheck,
  controllers: functionOptionCheck,
  observers: functionOptionCheck,
});

const contractKeyCheck = createOptionsObjectCheck({
  type: anyValueCheck,
  of: functionOptionCheck,
  maintainers: functionOptionCheck,
  unique: booleanOptionCheck,
});

const choiceMapCheck = createObjectValuesCheck("choices", choiceCheck);

const templateChecks: OptionChecks = {
  payload: anyValueCheck,
  signatories: functionOptionCheck,
  observers: functionOptionCheck,
  ensure: functionOptionCheck,
  key: contractKeyCheck,
  choices: choiceMapCheck,
};

const interfaceChecks: OptionChecks = {
  view: anyValueCheck,
  methods: anyValueCheck,
  requires: anyValueCheck,
  choices: choiceMapCheck,
};

/**
 * Raises INVALID_ARGUMENT for an unknown property of a `defineTemplate` argument. A misspelled `observers`
 * or `ensure` would otherwise silently show contracts to fewer parties or allow invalid contracts.
 */
export const requireKnownTemplateProperties = (name: string, specification: object): void => {
  assertQualifiedName(name);
  requireWellFormedOptions(specification, templateChecks, name);
  requireOptionsPresent({ ...specification }, ["payload", "signatories"], name);
  const { key: keyed }: { readonly key?: object } = specification;
  if (keyed !== undefined) {
    requireOptionsPresent({ ...keyed }, ["type", "of", "maintainers"], `${name}.key`);
  }
  requireControllers(name, specification);
};

/** Raises INVALID_ARGUMENT for an unknown property of a `defineInterface` argument. */
export const requireKnownInterfaceProperties = (name: string, specification: object): void => {
  assertQualifiedName(name);
  requireWellFormedOptions(specification, interfaceChecks, name);
  requireOptionsPresent({ ...specification }, ["view"], name);
  requireControllers(name, specification);
};

const requireControllers = (
  name: string,
  { choices: declared = {} }: { readonly choices?: Readonly<Record<string, object>> },
): void => {
  for (const [choiceName, given] of Object.entries(declared)) {
    requireOptionsPresent({ ...given }, ["controllers"], `${name}.choices.${choiceName}`);
  }
};
